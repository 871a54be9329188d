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
// The page's words, in its language; braces are filled, "one|many" is chosen by n.
const say = (key, values) =>
  model.says[key].replace(/\{([a-z_]+)\}/g, (hole, name) => (values && name in values ? String(values[name]) : hole));
const counted = (key, n, values) => {
  const [one, many] = say(key, { n, ...values }).split("|");
  return n === 1 ? one : many || one;
};
const badge = (css, word) => make("span", { class: "st " + css }, word);
const small = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
// casegen.model.number_text: nothing below 1 is printed as 1.
const number = (x, digits = 3) => {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : "∞";
  if (x === 0) return "0";
  while (x > 0 && x < 1 && digits < 17 && Number(x.toPrecision(digits)) === 1) digits += 1;
  const [head, exponent] = x.toExponential(digits - 1).split("e"),
    power = Number(exponent);
  if (power >= -3 && power < 6) return String(Number(x.toPrecision(digits))).replace("-", "−");
  const mantissa = String(Number(head));
  return (mantissa === "1" ? "" : mantissa + "\u202f×\u202f") + "10" + [...String(power)].map((c) => small[c]).join("");
};
// A bound, rounded outward: an upper one up, a lower one down.
const outward = (x, upper, digits = 3) => {
  if (!(x > 0) || !Number.isFinite(x)) return x;
  const near = Number(x.toPrecision(digits));
  if (upper ? near >= x : near <= x) return near;
  const unit = 10 ** (Math.floor(Math.log10(x)) - digits + 1);
  return Number((near + (upper ? unit : -unit)).toPrecision(digits));
};
const bound = (x, upper) => {
  let digits = 3;
  while (x > 0 && x < 1 && digits < 16 && outward(x, upper, digits) === 1) digits += 1;
  return number(outward(x, upper, digits), digits);
};
// A limit with every digit that was stated; a computed one (more than 12 digits) rounded to its strict side.
const limit = (x, upper) => {
  const digits = x.toExponential().replace(/e.*/, "").replace(/\D/g, "").length;
  return digits <= 12 ? number(x, Math.max(3, digits)) : number(outward(x, !upper, 6), 6);
};
// A bound and the limit that it is held against, in digits that read as they compare.
const held = (x, limit, upper) => {
  for (let digits = 3; digits < 16; digits++) {
    const shown = outward(x, upper, digits);
    if (Math.sign(shown - limit) === Math.sign(x - limit) && (shown === 1) === (x === 1)) return number(shown, digits);
  }
  return number(x, 17);
};

// Copies the text of an element; where there is no clipboard the text is selected instead.
const copy = async (element, button) => {
  let done = false;
  try {
    await navigator.clipboard.writeText(element.textContent);
    done = true;
  } catch {
    /* see above */
  }
  if (!done) getSelection().selectAllChildren(element);
  const was = button.dataset.was || (button.dataset.was = button.textContent);
  button.textContent = done ? say("copied") : say("selected");
  setTimeout(() => {
    button.textContent = was;
  }, 2500);
};

// ---- of a large case, what is long is parsed after the rest can be used; without scripts it is there at once
const late = all("noscript.late");
const lateDone = [];
const mountLate = () => {
  const part = late.shift();
  if (!part) return false;
  part.insertAdjacentHTML("afterend", part.textContent);
  part.remove();
  if (!late.length) {
    lateDone.forEach((then) => then());
    document.documentElement.dataset.whole = "1";
  }
  return true;
};
const mountAll = () => {
  while (mountLate());
};
const whenWhole = (then) => {
  if (late.length) lateDone.push(then);
  else then();
};
const idle = window.requestIdleCallback || ((then) => setTimeout(then, 50));
const mountInTurn = () => {
  if (mountLate()) idle(mountInTurn, { timeout: 2000 });
};
if (late.length) setTimeout(() => idle(mountInTurn, { timeout: 2000 }), 300);
else document.documentElement.dataset.whole = "1";
addEventListener("beforeprint", mountAll);

// ---- theme, print, tools that need scripts
const theme = $("theme"),
  dark = matchMedia("(prefers-color-scheme: dark)");
const setTheme = (on) => {
  document.documentElement.dataset.theme = on ? "dark" : "light";
  theme.setAttribute("aria-pressed", String(on));
};
theme.setAttribute("aria-pressed", String(dark.matches));
dark.addEventListener("change", () => {
  delete document.documentElement.dataset.theme;
  theme.setAttribute("aria-pressed", String(dark.matches));
});
theme.addEventListener("click", () => setTheme(theme.getAttribute("aria-pressed") !== "true"));
$("print").addEventListener("click", () => window.print());
all(".tools[hidden], button[data-fit][hidden]").forEach((tool) => {
  tool.hidden = false;
});
// A drawing a little too wide is shown whole; a much wider one keeps its size and scrolls.
const mount = (canvas) => {
  const kept = canvas.querySelector("script");
  if (!kept) return;
  canvas.innerHTML = kept.textContent;
  canvas.style.height = "";
  canvas.dispatchEvent(new Event("mounted", { bubbles: true }));
  home(canvas);
};
// What does not fit begins at its uppermost part, not at an empty corner.
const home = (canvas) => {
  if (canvas.scrollWidth <= canvas.clientWidth + 1 || canvas.scrollLeft) return;
  const places = all("svg .box, svg .shape", canvas)
    .map((part) => part.getBoundingClientRect())
    .sort((a, b) => a.top - b.top || a.left - b.left);
  if (places.length)
    canvas.scrollLeft =
      places[0].left + places[0].width / 2 - canvas.getBoundingClientRect().left - canvas.clientWidth / 2;
};
const waiting = all(".canvas[data-height]");
const near = new IntersectionObserver(
  (entries) =>
    entries.forEach((entry) => {
      if (entry.isIntersecting) {
        near.unobserve(entry.target);
        mount(entry.target);
      }
    }),
  { rootMargin: "800px" },
);
waiting.forEach((canvas) => {
  canvas.style.height = Number(canvas.dataset.height) + 22 + "px";
  near.observe(canvas);
});
addEventListener("beforeprint", () => waiting.forEach(mount));
const seenFirst = new IntersectionObserver(
  (entries) =>
    entries.forEach((entry) => {
      if (entry.isIntersecting) {
        seenFirst.unobserve(entry.target);
        home(entry.target);
      }
    }),
  { rootMargin: "400px" },
);
all(".canvas:not([data-height])").forEach((canvas) => seenFirst.observe(canvas));
const room = (document.querySelector("figure.sheet") || document.body).clientWidth - 22;
all("button[data-fit]").forEach((button) => {
  const figure = button.closest("figure"),
    wide = Number(
      figure.querySelector(".canvas").dataset.width || figure.querySelector("svg.drawing").getAttribute("width"),
    );
  button.hidden = wide <= room;
  button.setAttribute("aria-pressed", String(figure.classList.toggle("fit", wide > room && wide <= 1.5 * room)));
  button.addEventListener("click", () => {
    const on = figure.classList.toggle("fit");
    button.setAttribute("aria-pressed", String(on));
  });
});
addEventListener("beforeprint", () =>
  all("details").forEach((d) => {
    d.dataset.was = d.open ? "1" : "";
    d.open = true;
  }),
);
addEventListener("afterprint", () =>
  all("details").forEach((d) => {
    d.open = d.dataset.was === "1";
  }),
);

// ---- links open whatever hides their target
const reveal = () => {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    /* a fragment that is no URI text is used as it is */
  }
  if (id && !$(id)) mountAll();
  const target = id && $(id);
  if (!target) return;
  for (let up = target; up; up = up.parentElement) {
    if (up.tagName === "DETAILS") up.open = true;
    if (up.hidden) up.hidden = false;
  }
  const own = target.querySelector(":scope > details");
  if (own) own.open = true;
  // What comes into view may grow while it is laid out: scroll until the target stays where it is.
  const block = /^(SECTION|H2|H3|ARTICLE|FIGURE)$/.test(target.tagName) ? "start" : "center";
  let before = null,
    left = 12;
  const settle = () => {
    target.scrollIntoView({ block, behavior: "instant" });
    const now = Math.round(target.getBoundingClientRect().top);
    if (now !== before && left--) {
      before = now;
      requestAnimationFrame(settle);
    }
  };
  settle();
  if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
};
addEventListener("hashchange", reveal);
// A link to the place that the address names already changes nothing, so no event is sent for it.
document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("a[href^='#']");
  if (link && link.getAttribute("href") === location.hash) {
    event.preventDefault();
    reveal();
  }
});
if (location.hash) requestAnimationFrame(reveal);

// ---- which section is read
const places = new Map(all(".side nav a").map((a) => [a.getAttribute("href").slice(1), a]));
const seen = new IntersectionObserver(
  (entries) => {
    for (const entry of entries)
      if (entry.isIntersecting) {
        places.forEach((a) => a.removeAttribute("aria-current"));
        const a = places.get(entry.target.id);
        if (a) a.setAttribute("aria-current", "true");
      }
  },
  { rootMargin: "-15% 0px -75% 0px" },
);
all("main > section").forEach((section) => seen.observe(section));

// ---- search
const query = $("query"),
  found = $("found"),
  said = $("found-count");
let index = null;
// The words of a part, those of neighbouring cells and lines apart.
const wordsOf = (part) => {
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT),
    words = [];
  while (walk.nextNode()) words.push(walk.currentNode.nodeValue);
  return words.join(" ").replace(/\s+/g, " ");
};
const listed = () =>
  all("[data-find]").map((part, order) => {
    const head = part.querySelector("th, h3, h4, b"),
      article = part.tagName === "ARTICLE" && !part.matches(".card");
    const shown = wordsOf(
      article ? head.parentElement : part.tagName === "LI" ? part.querySelector("summary, .leaf") : part,
    );
    const id = article ? head.parentElement.querySelector("small") : head && head.firstChild;
    const owner = part.id || part.tagName !== "P" ? part : part.nextElementSibling || part;
    const claim = Boolean(part.closest("#claims-table"));
    return {
      kind: part.dataset.find,
      id: (id ? id.textContent : "").trim(),
      text: shown,
      lower: shown.toLowerCase(),
      place: owner,
      node: -1,
      claim,
      order,
    };
  });
const entries = () => {
  mountAll();
  if (index) return index;
  index = listed();
  if ($("extent"))
    for (const { n, id, text, kind } of Board.unlisted())
      index.push({
        kind,
        id,
        text: id + " " + text,
        lower: (id + " " + text).toLowerCase(),
        place: null,
        node: n,
        claim: false,
        order: index.length,
      });
  return index;
};
// Ids first, then claims, then what says it early; in the order of the page where that is the same.
const rank = (entry, words, exact) => {
  const id = entry.id.toLowerCase();
  if (id === exact) return 0;
  if (id.startsWith(exact)) return 1;
  if (words.every((w) => id.includes(w))) return 2;
  if (entry.claim) return 3;
  return words.every((w) => entry.lower.slice(0, 200).includes(w)) ? 4 : 5;
};
// The part of a text in which the first word that was looked for stands.
const excerpt = (text, words) => {
  const at = text.toLowerCase().indexOf(words.find((w) => text.toLowerCase().includes(w)) || "");
  const start = at > 80 ? text.lastIndexOf(" ", at - 40) + 1 : 0;
  return (start ? "… " : "") + text.slice(start, start + 110) + (text.length > start + 110 ? " …" : "");
};
let places_made = 0;
const search = () => {
  const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  if (!words.length) {
    said.firstChild.textContent = say("press");
    return;
  }
  const hits = entries().filter((e) => words.every((w) => e.lower.includes(w) || e.kind.toLowerCase().includes(w)));
  const exact = words.join(" ");
  hits.forEach((hit) => {
    hit.rank = rank(hit, words, exact);
  });
  hits.sort((a, b) => a.rank - b.rank || Number(b.claim) - Number(a.claim) || a.order - b.order);
  said.firstChild.textContent =
    hits.length > 30 ? say("places_first", { n: hits.length, shown: 30 }) : counted("places", hits.length);
  for (const hit of hits.slice(0, 30)) {
    if (hit.place && !hit.place.id) hit.place.id = "place~" + ++places_made;
    const rest = hit.text.startsWith(hit.id) ? hit.text.slice(hit.id.length).trim() : hit.text;
    const link = make(
      "a",
      { href: "#" + (hit.place ? encodeURIComponent(hit.place.id) : "canvas") },
      make("b", {}, hit.id),
      " " + hit.kind + ": " + excerpt(rest, words),
    );
    if (!hit.place)
      link.addEventListener("click", (event) => {
        event.preventDefault();
        Board.reveal(hit.node);
      });
    found.append(link);
  }
};
query.addEventListener("input", search);
query.addEventListener("keydown", (event) => {
  const first = found.querySelector("a");
  if (event.key === "Enter" && first) first.click();
  if (event.key === "ArrowDown" && first) {
    first.focus();
    event.preventDefault();
  }
  if (event.key === "Escape") {
    query.value = "";
    search();
  }
});
found.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.key === "ArrowDown" && at.nextElementSibling) {
    at.nextElementSibling.focus();
    event.preventDefault();
  }
  if (event.key === "ArrowUp") {
    (at.previousElementSibling || query).focus();
    event.preventDefault();
  }
});
addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    query.focus();
    event.preventDefault();
  }
});

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
    let left = 0;
    for (const row of rows) {
      if (words.length && !texts.has(row)) texts.set(row, row.textContent.toLowerCase());
      const stays =
        (!owner.value || row.dataset.owner === owner.value) &&
        (!kind || row.dataset.kind.split(" ").includes(kind)) &&
        (!chosen.length || chosen.includes(row.dataset.status)) &&
        words.every((w) => texts.get(row).includes(w));
      row.hidden = !stays;
      left += stays;
    }
    status.textContent = left === rows.length ? "" : say("shown", { n: left, count: rows.length });
  };
  tools.addEventListener("input", apply);
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
  outlineTools.querySelector("[role=status]").textContent = active ? say("match", { n: hits, count: list.length }) : "";
};
if (outlineTools)
  ["outline-text", "outline-kind", "outline-status"].forEach((id) => $(id).addEventListener("input", filterOutline));
