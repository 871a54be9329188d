// ---- the canvas's layout and drawing
const BOX = { WIDE: 204, HIGH: 62, ACROSS: 44, DOWN: 10 };
const boardDrawing = (state, nodes, space) => {
  const { WIDE, HIGH, ACROSS, DOWN } = BOX,
    { statusOf, wordOf, numberOf, kindOf, findKept } = nodes,
    SINGLE = 1500,
    SIGNS = { supported: "✓", challenged: "✗", undeveloped: "◇", assumed: "A", stale: "◷", unknown: "?" };

  // ---- text in lines, by the widths of the page's own font
  const pen = document.createElement("canvas").getContext("2d"),
    broken = new Map();
  const wrap = (text, width, most, size = "10px") => {
    const key = width + " " + size + " " + text;
    if (broken.has(key)) return broken.get(key);
    if (pen) pen.font = size + ' Inter, "DejaVu Sans", sans-serif';
    const wide = (words) => (pen ? pen.measureText(words).width : words.length * 6),
      lines = [];
    let line = "",
      rest = text.split(/\s+/);
    while (rest.length && lines.length < most) {
      const next = line ? line + " " + rest[0] : rest[0];
      if (wide(next) <= width || !line) {
        line = next;
        rest.shift();
      } else {
        lines.push(line);
        line = "";
      }
    }
    if (line && lines.length < most) lines.push(line);
    else if (rest.length || line) lines[most - 1] += " …";
    const fitting = lines.map((one) => {
      let kept = one;
      while (kept.length > 1 && wide(kept) > width) kept = kept.slice(0, -2) + "…";
      return kept;
    });
    broken.set(key, fitting);
    return fitting;
  };

  // ---- layout: from left to right, a node beside the middle of what is below it
  const linksOf = (n) =>
    state.fails
      ? state.board.below[n].filter((link) => state.board.kept[link < 0 ? -1 - link : link])
      : state.board.below[n];
  const arrange = () => {
    if (state.fails) findKept();
    state.items = [];
    state.at = new Map();
    let row = 0;
    const roots = state.fails ? state.board.roots.filter((n) => state.board.kept[n]) : state.board.roots;
    /** @type {any[]} */
    const pending = [...roots].reverse().map((n) => ({ n, ref: false, depth: 0, up: null, open: null }));
    while (pending.length) {
      const item = pending.pop();
      if (item.open) {
        const first = item.open[0],
          last = item.open[item.open.length - 1];
        item.y = (first.y + last.y) / 2;
        continue;
      }
      state.items.push(item);
      if (!item.ref) state.at.set(item.n, item);
      item.x = item.depth * (WIDE + ACROSS);
      const links = item.ref ? [] : linksOf(item.n);
      item.inside = links.length;
      if (!links.length || !state.board.open.has(item.n)) {
        item.y = row * (HIGH + DOWN);
        row += 1;
        continue;
      }
      item.open = links.map((link) => ({
        n: link < 0 ? -1 - link : link,
        ref: link < 0,
        depth: item.depth + 1,
        up: item,
        open: null,
      }));
      pending.push(item, ...[...item.open].reverse());
    }
    state.drawn = null;
  };

  // ---- drawing: only what the window shows, and a little around it
  const paint = () => {
    if (!state.board || !state.layer) return;
    state.layer.setAttribute(
      "transform",
      "translate(" +
        state.view.x.toFixed(1) +
        " " +
        state.view.y.toFixed(1) +
        ") scale(" +
        state.view.k.toFixed(3) +
        ")",
    );
    const wide = space.clientWidth / state.view.k,
      high = space.clientHeight / state.view.k,
      left = -state.view.x / state.view.k,
      top = -state.view.y / state.view.k;
    if (
      state.drawn &&
      state.drawn.k === state.view.k &&
      left >= state.drawn.left &&
      top >= state.drawn.top &&
      left + wide <= state.drawn.right &&
      top + high <= state.drawn.bottom
    )
      return;
    state.drawn = {
      k: state.view.k,
      left: left - wide / 2,
      top: top - high / 2,
      right: left + wide * 1.5,
      bottom: top + high * 1.5,
    };
    const shown = state.items.filter(
      (item) =>
        item.x + WIDE >= state.drawn.left &&
        item.x <= state.drawn.right &&
        item.y + HIGH >= state.drawn.top &&
        item.y <= state.drawn.bottom,
    );
    const wires = shownWires(shown);
    state.layer.replaceChildren(
      draw("path", { d: wires, class: "wire" }),
      ...(shown.length > SINGLE ? coarse(shown) : shown.map(node)),
    );
    const focus = state.board.focus && state.layer.querySelector("#" + CSS.escape(idOf(state.board.focus)));
    if (focus) space.setAttribute("aria-activedescendant", focus.id);
    else space.removeAttribute("aria-activedescendant");
  };
  const shownWires = (shown) => {
    const parts = [],
      seen = new Set();
    const wire = (item) => {
      if (!item.up || seen.has(item)) return;
      seen.add(item);
      const x = item.up.x + WIDE,
        y = item.up.y + HIGH / 2,
        middle = x + ACROSS / 2;
      parts.push("M" + x + " " + y + "H" + middle + "V" + (item.y + HIGH / 2) + "H" + item.x);
    };
    for (const item of shown) {
      wire(item);
      if (item.open && shown.length < SINGLE) item.open.slice(0, 400).forEach(wire);
    }
    return parts.join("");
  };
  // Far out, boxes of one status are one path: thousands of them stay quick.
  const coarse = (shown) => {
    const groups = new Map();
    for (const item of shown) {
      const css = statusOf(item.n);
      groups.set(
        css,
        (groups.get(css) || "") + "M" + item.x + " " + item.y + "h" + WIDE + "v" + HIGH + "h" + -WIDE + "z",
      );
    }
    return [...groups].map(([css, d]) =>
      draw("g", { class: css === "cut" ? "none" : css }, draw("path", { d, class: "shape" })),
    );
  };
  const idOf = (item) => "board~" + item.n + (item.ref && item.up ? "~" + item.up.n : "");
  const node = (item) => {
    const n = item.n,
      css = statusOf(n),
      chosen = state.board.focus === item,
      cut = css === "cut";
    const name = [state.board.ids[n], kindOf(n), wordOf(n), numberOf(n), state.board.texts[n]]
      .filter(Boolean)
      .join(", ");
    const look = (cut ? "none" : css) + (state.board.moved.has(n) ? " moved" : "") + (chosen ? " chosen" : "");
    const box = draw("g", {
      id: idOf(item),
      class: look,
      role: "treeitem",
      "aria-level": item.depth + 1,
      "aria-selected": chosen,
      transform: "translate(" + item.x + " " + item.y + ")",
    });
    if (item.inside) box.setAttribute("aria-expanded", String(Boolean(item.open)));
    const inner = draw("g", {});
    box.append(draw("title", {}, name), inner);
    inner.append(draw("rect", { width: WIDE, height: HIGH, rx: 7, class: "shape" + (cut ? " cutbox" : "") }));
    if (state.view.k < 0.3) {
      inner.append(draw("text", { x: 10, y: 42, class: "far" }, state.board.ids[n].slice(0, 12)));
      return box;
    }
    const head =
      (state.board.moved.has(n) ? "Δ " : "") +
      (item.ref ? "→ " + state.board.ids[n] : state.board.ids[n] || state.board.kinds[n]);
    const given = numberOf(n).replace(/ \([^()]*\)$/, " " + SIGNS.stale),
      right = state.board.id === "argument" ? SIGNS[css] || "" : given;
    const room = WIDE - 24 - right.length * 6;
    inner.append(draw("text", { x: 9, y: 16, class: "b" }, wrap(head, room, 1, "600 11px")[0] || ""));
    inner.append(
      draw("text", { x: WIDE - 9, y: 16, class: "e" + (state.board.id === "argument" ? " b" : " q") }, right),
    );
    const lines = item.ref
      ? [translate("stands_elsewhere")]
      : wrap(state.board.texts[n] || state.board.kinds[n], WIDE - (item.inside ? 27 : 18), 2);
    lines.forEach((line, i) => inner.append(draw("text", { x: 9, y: 31 + i * 12, class: "s" }, line)));
    if (!item.ref && state.board.ids[n] && lines.length < 3)
      inner.append(draw("text", { x: 9, y: 56, class: "s q" }, wrap(kindOf(n), WIDE - 40, 1)[0] || ""));
    const side = { class: "fold", "data-fold": "1", transform: "translate(" + WIDE + " " + HIGH / 2 + ")" };
    if (item.inside)
      inner.append(
        draw(
          "g",
          side,
          draw("circle", { r: 9, class: "pagemark" }),
          draw("text", { y: 4, class: "m go" }, item.open ? "−" : "+"),
        ),
      );
    return box;
  };

  return { arrange, paint, idOf };
};
