// ---- what every script of the page uses: elements, words, numbers as casegen prints them
/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);
/** @type {(selector: string, root?: ParentNode) => any[]} */
const all = (selector, root) => [...(root || document).querySelectorAll(selector)];
const model = JSON.parse($("model").textContent);
const make = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
};
/** @type {(tag: string, attributes: Record<string, any>, ...children: (string | Node)[]) => any} */
const draw = (tag, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
};
// The children of an element after its first ones, each made anew only where its key says that it shows something else.
const shownAs = new WeakMap();
const renew = (parent, rows, first = 0) => {
  rows.forEach(([key, row], i) => {
    const old = parent.children[first + i];
    if (old && shownAs.get(old) === key) return;
    const made = row();
    shownAs.set(made, key);
    if (old) old.replaceWith(made);
    else parent.append(made);
  });
  while (parent.children.length > first + rows.length) parent.lastElementChild.remove();
};
// The page's words, in its language; braces are filled, "one|many" is chosen by n.
const translate = (key, values) =>
  model.translations[key].replace(/\{([a-z_]+)\}/g, (hole, name) =>
    values && name in values ? String(values[name]) : hole,
  );
const counted = (key, n, values) => {
  const [one, many] = translate(key, { n, ...values }).split("|");
  return n === 1 ? one : many || one;
};
const badge = (css, word) => make("span", { class: "st " + css }, word);
const small = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
// casegen.model.number_text: nothing below 1 is printed as 1.
// The least digits, from `digits` on, in which what is shown lies on the side of each limit on which x lies, and is
// no farther from x than the limit is.
const readsAs = (x, limit, shown) =>
  Math.sign(shown - limit) === Math.sign(x - limit) && (x === limit || Math.abs(shown - x) <= Math.abs(x - limit));
const digitsBeside = (x, limits, rounded, digits) => {
  const known = limits.filter((limit) => limit !== null && Number.isFinite(limit));
  while (digits < 17 && !known.every((limit) => readsAs(x, limit, rounded(digits)))) digits += 1;
  return digits;
};
// The thousands of a number apart by a narrow space.
const grouped = (text) => {
  const [whole, ...part] = text.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, "\u202f"), ...part].join(".");
};
const number = (x, digits = 3, beside = []) => {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  digits = digitsBeside(x, beside, (count) => Number(x.toPrecision(count)), digits);
  while (x > 0 && x < 1 && digits < 17 && Number(x.toPrecision(digits)) === 1) digits += 1;
  const [head, exponent] = x.toExponential(digits - 1).split("e"),
    power = Number(exponent);
  if (power >= -3 && power < 6)
    return grouped(String(Number(x.toFixed(Math.max(digits - 1 - power, 0)))).replace("-", "−"));
  const mantissa = String(Number(head)),
    shown = mantissa.replace("-", "−").replace(/(?<=^−?)1$/, "");
  return shown + (/\d$/.test(shown) ? "\u202f×\u202f" : "") + "10" + [...String(power)].map((c) => small[c]).join("");
};
// A bound, rounded outward: an upper one up, a lower one down; what is below 1 never comes to it.
const outward = (x, upper, digits = 3) => {
  if (x === 0 || !Number.isFinite(x)) return x;
  const near = Number(x.toPrecision(digits)),
    unit = 10 ** (Math.floor(Math.log10(Math.abs(x))) - digits + 1),
    beyond = upper ? near >= x : near <= x,
    shown = beyond ? near : Number((near + (upper ? unit : -unit)).toPrecision(digits));
  return shown === 1 && x < 1 && digits < 16 ? outward(x, upper, digits + 1) : shown;
};
// How many significant digits the shortest text of a number has.
const significant = (x) => x.toExponential().replace(/e.*/, "").replace(/\D/g, "").length;
const inDigits = (x, digits) => number(x, Math.max(digits, significant(x)));
const bound = (x, upper, beside = []) => {
  const digits = Number.isFinite(x) ? digitsBeside(x, beside, (count) => outward(x, upper, count), 3) : 3;
  return inDigits(outward(x, upper, digits), 3);
};
// A limit with every digit that was stated; a computed one (more than 12 digits) rounded to its strict side.
const limit = (x, upper) => inDigits(significant(x) <= 12 ? x : outward(x, !upper, 6), 3);
// A number rounded outward, in digits that read as it compares with the limit that it is held against.
const held = (x, limit, upper) => {
  for (let digits = 3; digits < 16; digits++) {
    const shown = outward(x, upper, digits);
    if (readsAs(x, limit, shown)) return inDigits(shown, digits);
  }
  return number(x, 17);
};
