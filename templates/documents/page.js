(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector, root) => [...(root || document).querySelectorAll(selector)];
  const model = JSON.parse($("model").textContent);
  const make = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const badge = (css, word) => make("span", { class: "st " + css }, word);
  const small = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  const number = (x) => {
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : "∞";
    if (x === 0) return "0";
    const [head, exponent] = x.toExponential(2).split("e"), power = Number(exponent);
    if (power >= -3 && power < 6) return String(Number(x.toPrecision(3)));
    const mantissa = String(Number(head));
    return (mantissa === "1" ? "" : mantissa + "×") + "10" + [...String(power)].map((c) => small[c]).join("");
  };

  // ---- theme, print, tools that need scripts
  const theme = $("theme"), dark = matchMedia("(prefers-color-scheme: dark)");
  const setTheme = (on) => { document.documentElement.dataset.theme = on ? "dark" : "light"; theme.setAttribute("aria-pressed", String(on)); };
  theme.setAttribute("aria-pressed", String(dark.matches));
  dark.addEventListener("change", () => { delete document.documentElement.dataset.theme; theme.setAttribute("aria-pressed", String(dark.matches)); });
  theme.addEventListener("click", () => setTheme(theme.getAttribute("aria-pressed") !== "true"));
  $("print").addEventListener("click", () => window.print());
  all(".tools[hidden], button[data-fit][hidden]").forEach((tool) => { tool.hidden = false; });
  // A drawing a little too wide is shown whole; a much wider one keeps its size and scrolls.
  const mount = (canvas) => {
    const kept = canvas.querySelector("script");
    if (!kept) return;
    canvas.innerHTML = kept.textContent;
    canvas.style.height = "";
  };
  const waiting = all(".canvas[data-height]");
  const near = new IntersectionObserver((entries) => entries.forEach((entry) => { if (entry.isIntersecting) { near.unobserve(entry.target); mount(entry.target); } }), { rootMargin: "800px" });
  waiting.forEach((canvas) => { canvas.style.height = Number(canvas.dataset.height) + 22 + "px"; near.observe(canvas); });
  addEventListener("beforeprint", () => waiting.forEach(mount));
  const room = (document.querySelector("figure.sheet") || document.body).clientWidth - 22;
  all("button[data-fit]").forEach((button) => {
    const figure = button.closest("figure"), wide = Number(figure.querySelector(".canvas").dataset.width || figure.querySelector("svg.drawing").getAttribute("width"));
    button.hidden = wide <= room;
    button.setAttribute("aria-pressed", String(figure.classList.toggle("fit", wide > room && wide <= 1.5 * room)));
    button.addEventListener("click", () => {
      const on = figure.classList.toggle("fit");
      button.setAttribute("aria-pressed", String(on));
    });
  });
  addEventListener("beforeprint", () => all("details").forEach((d) => { d.dataset.was = d.open ? "1" : ""; d.open = true; }));
  addEventListener("afterprint", () => all("details").forEach((d) => { d.open = d.dataset.was === "1"; }));

  // ---- links open whatever hides their target
  const reveal = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* a fragment that is no URI text is used as it is */ }
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
    let before = null, left = 12;
    const settle = () => {
      target.scrollIntoView({ block, behavior: "instant" });
      const now = Math.round(target.getBoundingClientRect().top);
      if (now !== before && left--) { before = now; requestAnimationFrame(settle); }
    };
    settle();
    if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  };
  addEventListener("hashchange", reveal);
  if (location.hash) requestAnimationFrame(reveal);

  // ---- which section is read
  const places = new Map(all(".side nav a").map((a) => [a.getAttribute("href").slice(1), a]));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) {
      places.forEach((a) => a.removeAttribute("aria-current"));
      const a = places.get(entry.target.id);
      if (a) a.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-15% 0px -75% 0px" });
  all("main > section").forEach((section) => seen.observe(section));

  // ---- search
  const query = $("query"), found = $("found"), said = $("found-count");
  let index = null;
  const entries = () => index || (index = all("[data-find]").map((part) => {
    const head = part.querySelector("th, h3, b"), shown = part.tagName === "ARTICLE" ? head.parentElement.textContent : part.tagName === "LI" ? part.querySelector("summary, .leaf").textContent : part.textContent;
    const owner = part.id || part.tagName !== "P" ? part : part.nextElementSibling || part;
    return { kind: part.dataset.find, id: (head ? head.textContent : "").trim(), text: shown.replace(/\s+/g, " ").trim(), lower: shown.toLowerCase(), place: owner };
  }));
  let places_made = 0;
  const search = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    if (!words.length) { said.firstChild.textContent = "Press / to search"; return; }
    const hits = entries().filter((e) => words.every((w) => e.lower.includes(w) || e.kind.toLowerCase().includes(w)));
    const exact = words.join(" ");
    hits.sort((a, b) => (b.id.toLowerCase() === exact) - (a.id.toLowerCase() === exact));
    said.firstChild.textContent = hits.length === 1 ? "1 place" : hits.length + " places" + (hits.length > 30 ? ", the first 30 shown" : "");
    for (const hit of hits.slice(0, 30)) {
      if (!hit.place.id) hit.place.id = "place~" + ++places_made;
      const rest = hit.text.startsWith(hit.id) ? hit.text.slice(hit.id.length) : hit.text;
      found.append(make("a", { href: "#" + encodeURIComponent(hit.place.id) }, make("b", {}, hit.id), " " + hit.kind + ": " + rest.slice(0, 110)));
    }
  };
  query.addEventListener("input", search);
  query.addEventListener("keydown", (event) => {
    const first = found.querySelector("a");
    if (event.key === "Enter" && first) first.click();
    if (event.key === "ArrowDown" && first) { first.focus(); event.preventDefault(); }
    if (event.key === "Escape") { query.value = ""; search(); }
  });
  found.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (event.key === "ArrowDown" && at.nextElementSibling) { at.nextElementSibling.focus(); event.preventDefault(); }
    if (event.key === "ArrowUp") { (at.previousElementSibling || query).focus(); event.preventDefault(); }
  });
  addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) { query.focus(); event.preventDefault(); }
  });

  // ---- tables: sort and filter
  const parse = (text) => {
    const plain = text.replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (s) => "^" + [...s].map((c) => Object.keys(small).find((k) => small[k] === c)).join("")).replace(/−/g, "-").replace(/\u202f/g, "");
    const power = plain.match(/^(?:(-?[\d.]+)×)?10\^(-?\d+)/);
    if (power) return Number(power[1] || 1) * 10 ** Number(power[2]);
    if (plain.startsWith("∞")) return Infinity;
    const value = parseFloat(plain);
    return Number.isNaN(value) ? -Infinity : value;
  };
  const collate = new Intl.Collator(undefined, { numeric: true }).compare;
  all("th[data-sort]").forEach((head) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending", column = head.cellIndex, body = head.closest("table").tBodies[0];
    all("th", head.parentElement).forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const kind = head.dataset.sort;
    const key = (row) => { const cell = row.cells[column]; return kind === "rank" ? Number(cell.dataset.rank) : kind === "number" ? parse((cell.querySelector("b") || cell).textContent.trim()) : cell.textContent.trim(); };
    const rows = [...body.rows].map((row) => [key(row), row]);
    rows.sort((a, b) => (kind === "text" ? collate(a[0], b[0]) : a[0] - b[0] || 0) * (down ? -1 : 1));
    body.append(...rows.map((pair) => pair[1]));
  }));
  all("[data-filters]").forEach((tools) => {
    const rows = [...$(tools.dataset.filters).tBodies[0].rows], status = tools.querySelector("[role=status]");
    const texts = new Map();
    const owner = tools.querySelector("[data-filter=owner]");
    [...new Set(rows.map((row) => row.dataset.owner).filter(Boolean))].sort(collate).forEach((name) => owner.append(make("option", {}, name)));
    const apply = () => {
      const words = tools.querySelector("[data-filter=text]").value.toLowerCase().split(/\s+/).filter(Boolean);
      const kind = tools.querySelector("[data-filter=kind]").value, chosen = all("[data-status][aria-pressed=true]", tools).map((b) => b.dataset.status);
      let left = 0;
      for (const row of rows) {
        if (words.length && !texts.has(row)) texts.set(row, row.textContent.toLowerCase());
        const stays = (!owner.value || row.dataset.owner === owner.value) && (!kind || row.dataset.kind.split(" ").includes(kind)) && (!chosen.length || chosen.includes(row.dataset.status)) && words.every((w) => texts.get(row).includes(w));
        row.hidden = !stays;
        left += stays;
      }
      status.textContent = left === rows.length ? "" : left + " of " + rows.length + " shown";
    };
    tools.addEventListener("input", apply);
    all("button[data-status]", tools).forEach((button) => button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      apply();
    }));
  });

  // ---- outline: depth and filters; a match keeps everything above it in view
  const outline = document.querySelector(".outline"), outlineTools = document.querySelector("[data-outline]");
  const items = () => all("li", outline);
  $("outline-depth").addEventListener("change", (event) => {
    const depth = Number(event.target.value);
    items().forEach((item) => { const fold = item.querySelector(":scope > details"); if (fold) fold.open = Number(item.dataset.depth) < depth; });
  });
  const filterOutline = () => {
    const words = $("outline-text").value.toLowerCase().split(/\s+/).filter(Boolean), kind = $("outline-kind").value, status = $("outline-status").value;
    const list = items(), active = words.length || kind || status, keep = new Set();
    let hits = 0;
    for (const item of list) {
      const text = words.length ? item.querySelector("summary, .leaf").textContent.toLowerCase() : "";
      if ((kind && !item.dataset.kind.startsWith(kind)) || (status && item.dataset.status !== status) || !words.every((w) => text.includes(w))) continue;
      hits++;
      for (let up = item; up && up !== outline; up = up.parentElement.closest("li")) { if (keep.has(up)) break; keep.add(up); }
    }
    for (const item of list) {
      item.hidden = Boolean(active) && !keep.has(item);
      const fold = item.querySelector(":scope > details");
      if (active && fold && keep.has(item)) fold.open = true;
    }
    outlineTools.querySelector("[role=status]").textContent = active ? hits + " of " + list.length + " match" : "";
  };
  ["outline-text", "outline-kind", "outline-status"].forEach((id) => $(id).addEventListener("input", filterOutline));

  // ---- what if
  if (model.trees.length) {
    const base = new Map(), limits = new Map(), set = new Map();
    for (const { diagram } of model.trees) diagram.events.forEach((name, i) => { base.set(name, diagram.values[i]); limits.set(name, [diagram.lower[i], diagram.upper[i]]); });
    // The top is monotone in every event of a coherent tree, so its bounds lie at the corners of the events' bounds.
    const at = (tree, which) => tree.diagram.events.map((name, i) => set.has(name) ? set.get(name) : tree.diagram[which][i]);
    const evaluate = (tree) => {
      const value = Diagram.top(tree.diagram, at(tree, "values"));
      if (!tree.diagram.coherent) return { value, lower: value, upper: value };
      return { value, lower: Math.min(value, Diagram.top(tree.diagram, at(tree, "lower"))), upper: Math.max(value, Diagram.top(tree.diagram, at(tree, "upper"))) };
    };
    const before = model.trees.map(evaluate);
    const compare = { "<=": (a, b) => a <= b, "<": (a, b) => a < b, ">=": (a, b) => a >= b, ">": (a, b) => a > b };
    const held = (claim, results) => { return results[claim.tree][claim.side]; };
    const outcome = (claim, results) => compare[claim.comparison](held(claim, results), claim.bound);
    const word = (holds) => holds ? badge("supported", "met") : badge("challenged", "not met");
    const quote = (text) => /^[\w@%+=:,./-]+$/.test(text) ? text : "'" + text.replace(/'/g, "'\\''") + "'";
    const treeRows = $("whatif-trees"), claimRows = $("whatif-claims"), knobs = $("knobs");
    let flips = 0;
    const show = () => {
      const after = model.trees.map(evaluate);
      const cell = (r) => make("td", { class: "n" }, number(r.value), ...(r.upper !== r.lower ? [make("br"), make("small", {}, "[" + number(r.lower) + ", " + number(r.upper) + "]")] : []));
      treeRows.replaceChildren(...model.trees.flatMap((tree, i) => [
        make("tr", { class: "over" }, make("th", { scope: "rowgroup", colspan: "4" }, make("a", { href: "#" + encodeURIComponent(tree.anchor) }, tree.title))),
        make("tr", {}, cell(before[i]), cell(after[i]), make("td", { class: "n" }, before[i].value > 0 ? number(after[i].value / before[i].value) + "×" : "–"),
          make("td", {}, ...(tree.target === null ? ["–"] : [number(tree.target), make("br"), word(after[i][tree.side] <= tree.target)])))]));
      let flipped = [];
      claimRows.replaceChildren(...model.claims.map((claim) => {
        const was = outcome(claim, before), is = outcome(claim, after);
        if (was !== is) flipped.push(claim.id + (is ? " is met now" : " is no longer met"));
        return make("tr", {}, make("th", { scope: "row" }, make("a", { href: "#" + encodeURIComponent(claim.anchor) }, claim.id)), make("td", { class: "n" }, number(held(claim, after)), make("br"), make("small", {}, claim.sign + " " + number(claim.bound))), make("td", {}, word(was)), make("td", {}, word(is), ...(was !== is ? [make("b", {}, " flips")] : [])));
      }));
      const message = flipped.length ? flipped.join("; ") + "." : set.size ? "No claim flips." : "";
      if ($("whatif-said").textContent !== message) $("whatif-said").textContent = message;
      flips = flipped.length;
      const changes = [...set].map(([name, p]) => "--set " + quote(name + "=" + p));
      $("whatif-command").textContent = ["casegen whatif", quote(model.folder), ...changes].join(" ");
    };
    const build = () => {
      const tree = model.trees[Number($("whatif-tree").value)], words = $("whatif-filter").value.toLowerCase();
      const slope = Diagram.birnbaum(tree.diagram, at(tree, "values"));
      const order = tree.diagram.events.map((name, i) => [Math.abs(slope[i] * base.get(name)), name, i]).filter((e) => (e[1] + " " + (model.texts[e[1]] || "")).toLowerCase().includes(words)).sort((a, b) => b[0] - a[0]);
      knobs.replaceChildren(...order.slice(0, 60).map(([, name, i]) => knob(name, slope[i])));
      if (order.length > 60) knobs.append(make("p", {}, make("small", {}, "The 60 most critical of " + order.length + " events are shown; type to find another.")));
      if (!order.length) knobs.append(make("p", { class: "none-left" }, "No event matches."));
    };
    const LOW = -9;
    const knob = (name, slope) => {
      const id = "knob-" + ++places_made, box = make("div", { class: "knob" });
      const start = () => set.has(name) ? set.get(name) : base.get(name);
      const slider = make("input", { type: "range", id, min: LOW, max: 0, step: 0.01, "aria-describedby": id + "-about" });
      const typed = make("input", { type: "text", inputmode: "decimal", "aria-label": "Probability of " + name, autocomplete: "off" });
      const about = make("small", { id: id + "-about" });
      const paint = () => {
        const p = start();
        slider.value = p > 0 ? Math.max(LOW, Math.log10(p)) : LOW;
        slider.setAttribute("aria-valuetext", number(p));
        box.classList.toggle("changed", set.has(name));
        const [low, high] = limits.get(name);
        about.textContent = "was " + number(base.get(name)) + (low !== high ? " [" + number(low) + ", " + number(high) + "]" : "") + " · Birnbaum " + number(slope) + (set.has(name) ? " · bound set aside: a set value is taken as exact" : "");
      };
      const change = (p) => { if (p === base.get(name)) set.delete(name); else set.set(name, p); typed.setAttribute("aria-invalid", "false"); paint(); show(); };
      slider.addEventListener("input", () => { const p = Number((10 ** Number(slider.value)).toPrecision(3)); typed.value = String(p); change(p); });
      typed.addEventListener("change", () => {
        const p = Number(typed.value.trim().replace(",", "."));
        if (typed.value.trim() && p >= 0 && p <= 1) { change(p); return; }
        typed.setAttribute("aria-invalid", "true");
        about.textContent = "Type a probability from 0 to 1, for example 0.002 or 2e-3.";
      });
      typed.value = String(Number(start().toPrecision(6)));
      box.append(make("label", { for: id }, make("b", {}, name), " " + (model.texts[name] || "")), slider, typed, about);
      paint();
      return box;
    };
    $("whatif-tree").addEventListener("change", build);
    $("whatif-filter").addEventListener("input", build);
    $("whatif-reset").addEventListener("click", () => { set.clear(); build(); show(); });
    $("whatif-copy").addEventListener("click", async (event) => {
      const text = $("whatif-command").textContent, button = event.target;
      let done = false;
      try { await navigator.clipboard.writeText(text); done = true; } catch { /* no clipboard here: the text is selected instead */ }
      if (!done) getSelection().selectAllChildren($("whatif-command"));
      button.textContent = done ? "Copied" : "Selected: press Ctrl+C";
      setTimeout(() => { button.textContent = "Copy as command"; }, 2500);
    });
    // A file for `casegen whatif --scenario`; JSON is YAML too, so any id and number is written safely.
    $("whatif-save").addEventListener("click", () => {
      const name = "what-if " + new Date().toISOString().slice(0, 10), text = JSON.stringify({ scenarios: { [name]: Object.fromEntries(set) } }, null, 2) + "\n";
      const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/yaml" })), download: "scenario.yaml" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
    build();
    show();
    window.casegen = { model, set: (name, p) => { set.set(name, p); build(); show(); return model.trees.map(evaluate); }, reset: () => { set.clear(); build(); show(); } };
  }

  // ---- a live page reloads when its case is built again
  if (document.documentElement.dataset.live) {
    const channel = new EventSource("/events");
    channel.addEventListener("rebuilt", () => location.reload());
    channel.addEventListener("problem", (event) => {
      let note = $("problem");
      if (!note) { note = make("div", { id: "problem", class: "offline", role: "alert" }); document.querySelector("main").prepend(note); }
      note.textContent = event.data;
    });
  }
  document.documentElement.dataset.ready = "1";
})();
