// ---- numbers as somebody types them, read as the command reads them (casegen.model.setting)
const TypedNumber = {
  FORM: /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/,
  // The number that a text is; null where it is none, or none that is finite.
  read(text) {
    const number = this.FORM.test(text) ? Number(text) : NaN;
    return Number.isFinite(number) ? number : null;
  },
  // Whether commas alone keep a text from being a number: they may stand for a decimal point or between thousands.
  hasCommas(text) {
    return text.includes(",") && this.read(text.replaceAll(",", "")) !== null;
  },
  // What a number would lose of its text: "zero" where it would be read as 0, "digits" where as a shorter decimal.
  lost(text, number) {
    if (number === 0) return this.decimal(text).startsWith("e") ? "" : "zero";
    return this.decimal(text) === this.decimal(String(number)) ? "" : "digits";
  },
  // Digits without zeros at their ends, and the power of ten of the last one: alike for alike decimals.
  decimal(text) {
    const [head, power = "0"] = text.toLowerCase().replace(/^[-+]/, "").split("e"),
      [whole, part = ""] = head.split("."),
      digits = (whole + part).replace(/^0+/, ""),
      kept = digits.replace(/0+$/, "");
    return kept + "e" + (kept && Number(power) - part.length + digits.length - kept.length);
  },
};
