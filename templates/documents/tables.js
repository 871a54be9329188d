// ---- tables: sort and filter
const parse = (text) => {
  const plain = text
    .replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (s) => "^" + [...s].map((c) => Object.keys(small).find((k) => small[k] === c)).join(""))
    .replace(/−/g, "-")
    .replace(/\u202f/g, "");
  const power = plain.match(/^(?:(-?[\d.]+)×)?10\^(-?\d+)/);
  if (power) return Number(power[1] || 1) * 10 ** Number(power[2]);
  if (plain.startsWith("∞")) return Infinity;
  const value = parseFloat(plain);
  return Number.isNaN(value) ? -Infinity : value;
};
const collate = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
document.addEventListener("click", (event) => {
  const head = event.target.closest && event.target.closest("th[data-sort] button") && event.target.closest("th");
  if (!head) return;
  const down = head.getAttribute("aria-sort") === "ascending",
    column = head.cellIndex,
    body = head.closest("table").tBodies[0];
  all("th", head.parentElement).forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const kind = head.dataset.sort;
  const key = (row) => {
    const cell = row.cells[column];
    return kind === "rank"
      ? Number(cell.dataset.rank)
      : kind === "number"
        ? parse((cell.querySelector("b") || cell).textContent.trim())
        : cell.textContent.trim();
  };
  const rows = [...body.rows].map((row) => [key(row), row]);
  rows.sort((a, b) => (kind === "text" ? collate(a[0], b[0]) : a[0] - b[0] || 0) * (down ? -1 : 1));
  body.append(...rows.map((pair) => pair[1]));
});
all("[data-filters]").forEach((tools) => {
  const status = tools.querySelector("[role=status]"),
    texts = new Map();
  let rows = [];
  const owner = tools.querySelector("[data-filter=owner]");
  whenWhole(() => {
    rows = [...$(tools.dataset.filters).tBodies[0].rows];
    [...new Set(rows.map((row) => row.dataset.owner).filter(Boolean))]
      .sort(collate)
      .forEach((name) => owner.append(make("option", {}, name)));
  });
  const apply = () => {
    mountAll();
    const words = tools.querySelector("[data-filter=text]").value.toLowerCase().split(/\s+/).filter(Boolean);
    const kind = tools.querySelector("[data-filter=kind]").value,
      chosen = all("[data-status][aria-pressed=true]", tools).map((b) => b.dataset.status);
    for (const row of rows) {
      if (words.length && !texts.has(row)) texts.set(row, row.textContent.toLowerCase());
      const stays =
        (!owner.value || row.dataset.owner === owner.value) &&
        (!kind || row.dataset.kind.split(" ").includes(kind)) &&
        (!chosen.length || chosen.includes(row.dataset.status)) &&
        words.every((w) => texts.get(row).includes(w));
      row.hidden = !stays;
    }
    count();
  };
  const count = () => {
    const left = rows.filter((row) => !row.hidden).length;
    status.textContent = left === rows.length ? "" : translate("shown", { n: left, count: rows.length });
  };
  tools.addEventListener("input", apply);
  addEventListener("revealed", count); // a link shows its row, whatever is filtered
  all("button[data-status]", tools).forEach((button) =>
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      apply();
    }),
  );
});

// ---- outline: depth and filters; a match keeps everything above it in view
const outline = document.querySelector(".outline"),
  outlineTools = document.querySelector("[data-outline]");
const items = () => {
  mountAll();
  return all("li", outline);
};
if (outlineTools)
  $("outline-depth").addEventListener("change", (event) => {
    const depth = Number(event.target.value);
    items().forEach((item) => {
      const fold = item.querySelector(":scope > details");
      if (fold) fold.open = Number(item.dataset.depth) < depth;
    });
  });
const filterOutline = () => {
  const words = $("outline-text").value.toLowerCase().split(/\s+/).filter(Boolean),
    kind = $("outline-kind").value,
    status = $("outline-status").value;
  const list = items(),
    active = words.length || kind || status,
    keep = new Set();
  let hits = 0;
  for (const item of list) {
    const text = words.length ? item.querySelector("summary, .leaf").textContent.toLowerCase() : "";
    if (
      (kind && !item.dataset.kind.startsWith(kind)) ||
      (status && item.dataset.status !== status) ||
      !words.every((w) => text.includes(w))
    )
      continue;
    hits++;
    for (let up = item; up && up !== outline; up = up.parentElement.closest("li")) {
      if (keep.has(up)) break;
      keep.add(up);
    }
  }
  for (const item of list) {
    item.hidden = Boolean(active) && !keep.has(item);
    const fold = item.querySelector(":scope > details");
    if (active && fold && keep.has(item)) fold.open = true;
  }
  outlineTools.querySelector("[role=status]").textContent = active
    ? translate("match", { n: hits, count: list.length })
    : "";
};
if (outlineTools)
  ["outline-text", "outline-kind", "outline-status"].forEach((id) => $(id).addEventListener("input", filterOutline));
