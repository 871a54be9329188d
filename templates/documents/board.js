// ---- one canvas for the argument and the trees: pan, zoom, fold, jump; what a what-if changes is coloured in place
const Board = (() => {
  const room = $("canvas");
  const none = { played: () => {}, connect: () => {}, unlisted: () => [], reveal: () => {} };
  if (!room) return none;
  const WIDE = 204,
    HIGH = 62,
    ACROSS = 44,
    DOWN = 10,
    SINGLE = 1500,
    SIGNS = { supported: "✓", challenged: "✗", undeveloped: "◇", assumed: "A", stale: "◷", unknown: "?" };
  const space = $("board"),
    detail = $("board-detail"),
    said = $("board-said"),
    svgNS = "http://www.w3.org/2000/svg";
  const draw = (tag, attributes, ...children) => {
    const made = document.createElementNS(svgNS, tag);
    for (const [k, v] of Object.entries(attributes)) made.setAttribute(k, String(v));
    made.append(...children);
    return made;
  };
  let known = null,
    board = null,
    run = null,
    play = null,
    items = [],
    at = new Map(),
    view = { x: 0, y: 0, k: 1 },
    drawn = null,
    layer = null,
    fails = false;

  // ---- text in lines, by the widths of the page's own font
  const pen = document.createElement("canvas").getContext("2d"),
    broken = new Map();
  const wrap = (text, width, most) => {
    const key = width + " " + text;
    if (broken.has(key)) return broken.get(key);
    if (pen) pen.font = '10px Inter, "DejaVu Sans", sans-serif';
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

  // ---- what a node is now: as assessed, or as the what-if has it
  const argumentPlace = new Map(),
    claims = new Set();
  const changing = () => run !== null && run.changed;
  const statusOf = (n) => {
    if (board.id !== "argument" || !changing()) return board.statuses[n];
    const i = argumentPlace.get(board.ids[n]);
    if (i === undefined) return board.statuses[n];
    if (run.uncomputed.has(i)) return "unknown";
    return run.after.rank[i] === run.before.rank[i]
      ? board.statuses[n]
      : model.words[WhatIf.STATUS[run.after.rank[i]]][0];
  };
  const wordOf = (n) => {
    if (board.id !== "argument") return board.statuses[n] === "cut" ? say("on_cut_set") : "";
    const css = statusOf(n),
      entry = Object.values(model.words || {}).find(([name]) => name === css);
    return entry ? entry[1] : "";
  };
  const numberOf = (n) => {
    if (board.id === "argument" || !changing()) return board.numbers[n];
    const t = model.trees.findIndex((tree) => tree.id === board.id);
    if (t < 0) return board.numbers[n] && say("before_change", { value: board.numbers[n] });
    if (board.roots[0] === n) return "P = " + number(run.after.trees[t].value);
    const value = valueOf(run.after.bound[t], board.ids[n]);
    if (value !== null) return "P = " + number(value);
    return board.moved.has(n) && board.numbers[n]
      ? say("before_change", { value: board.numbers[n] })
      : board.numbers[n];
  };
  const houseOf = (n) =>
    play && board.id !== "argument" ? play.houses.find((house) => house.id === board.ids[n]) : undefined;
  const kindOf = (n) => {
    const house = houseOf(n);
    return house ? say("house_now", { state: String(play.state(house.id)) }) : board.kinds[n];
  };
  const valueOf = (bound, name) => {
    const i = bound.tree.diagram.events.indexOf(name);
    return i < 0 ? null : bound.p[i];
  };
  // Nodes over something that the what-if changes: their own numbers are those from before.
  const findMoved = () => {
    board.moved = new Set();
    if (!changing()) return;
    if (board.id === "argument") {
      board.ids.forEach((_, n) => {
        if (statusOf(n) !== board.statuses[n]) board.moved.add(n);
      });
      return;
    }
    const t = model.trees.findIndex((tree) => tree.id === board.id);
    if (t < 0) return;
    // Members of a common-cause group are no events of the diagram: a change of what stands for them changes them.
    const after = run.after.bound[t],
      before = run.before.bound[t],
      names = new Set([...after.tree.diagram.events, ...before.tree.diagram.events]);
    const own = new Set(board.ids),
      beyond = [...names].some((name) => !own.has(name) && valueOf(after, name) !== valueOf(before, name));
    const differs = (n) => {
      const name = board.ids[n];
      if (run.names.has(name) || valueOf(after, name) !== valueOf(before, name)) return true;
      return beyond && !board.below[n].length && !names.has(name);
    };
    board.ids.forEach((name, n) => {
      if (name && differs(n))
        for (let m = n, seen = new Set(); m !== undefined && !seen.has(m); m = board.above[m]) {
          seen.add(m);
          board.moved.add(m);
        }
    });
    // A reference moves with what it refers to, and so do those above it: until nothing more moves.
    for (let size = -1; size !== board.moved.size;) {
      size = board.moved.size;
      board.below.forEach((links, n) => {
        if (!links.some((link) => link < 0 && board.moved.has(-1 - link))) return;
        for (let m = n; m !== undefined && !board.moved.has(m); m = board.above[m]) board.moved.add(m);
      });
    }
  };

  // ---- layout: from left to right, a node beside the middle of what is below it
  // An assumption that does not keep what rests on it from being supported was accepted: it does not fail.
  const failing = (n) => {
    const css = statusOf(n);
    return css === "assumed"
      ? board.above[n] === undefined || statusOf(board.above[n]) !== "supported"
      : !["supported", "none"].includes(css);
  };
  const findKept = () => {
    board.kept = new Uint8Array(board.ids.length);
    for (let n = board.ids.length - 1; n >= 0; n--)
      if (failing(n)) for (let m = n; m !== undefined && !board.kept[m]; m = board.above[m]) board.kept[m] = 1;
  };
  const linksOf = (n) =>
    fails ? board.below[n].filter((link) => board.kept[link < 0 ? -1 - link : link]) : board.below[n];
  const arrange = () => {
    if (fails) findKept();
    items = [];
    at = new Map();
    let row = 0;
    const roots = fails ? board.roots.filter((n) => board.kept[n]) : board.roots;
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
      items.push(item);
      if (!item.ref) at.set(item.n, item);
      item.x = item.depth * (WIDE + ACROSS);
      const links = item.ref ? [] : linksOf(item.n);
      item.inside = links.length;
      if (!links.length || !board.open.has(item.n)) {
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
    drawn = null;
  };

  // ---- drawing: only what the window shows, and a little around it
  const paint = () => {
    if (!board || !layer) return;
    layer.setAttribute(
      "transform",
      "translate(" + view.x.toFixed(1) + " " + view.y.toFixed(1) + ") scale(" + view.k.toFixed(3) + ")",
    );
    const wide = space.clientWidth / view.k,
      high = space.clientHeight / view.k,
      left = -view.x / view.k,
      top = -view.y / view.k;
    if (
      drawn &&
      drawn.k === view.k &&
      left >= drawn.left &&
      top >= drawn.top &&
      left + wide <= drawn.right &&
      top + high <= drawn.bottom
    )
      return;
    drawn = {
      k: view.k,
      left: left - wide / 2,
      top: top - high / 2,
      right: left + wide * 1.5,
      bottom: top + high * 1.5,
    };
    const shown = items.filter(
      (item) =>
        item.x + WIDE >= drawn.left && item.x <= drawn.right && item.y + HIGH >= drawn.top && item.y <= drawn.bottom,
    );
    const wires = shownWires(shown);
    layer.replaceChildren(
      draw("path", { d: wires, class: "wire" }),
      ...(shown.length > SINGLE ? coarse(shown) : shown.map(node)),
    );
    const focus = board.focus && layer.querySelector("#" + CSS.escape(idOf(board.focus)));
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
      chosen = board.focus === item,
      cut = css === "cut";
    const name = [board.ids[n], kindOf(n), wordOf(n), numberOf(n), board.texts[n]].filter(Boolean).join(", ");
    const look = (cut ? "none" : css) + (board.moved.has(n) ? " moved" : "") + (chosen ? " chosen" : "");
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
    if (view.k < 0.3) {
      inner.append(draw("text", { x: 10, y: 42, class: "far" }, board.ids[n].slice(0, 12)));
      return box;
    }
    const head = (board.moved.has(n) ? "Δ " : "") + (item.ref ? "→ " + board.ids[n] : board.ids[n] || board.kinds[n]);
    const right = board.id === "argument" ? SIGNS[css] || "" : numberOf(n);
    inner.append(draw("text", { x: 9, y: 16, class: "b" }, wrap(head, WIDE - 24 - right.length * 6, 1)[0] || ""));
    inner.append(draw("text", { x: WIDE - 9, y: 16, class: "e" + (board.id === "argument" ? " b" : " q") }, right));
    const lines = item.ref ? [say("stands_elsewhere")] : wrap(board.texts[n] || board.kinds[n], WIDE - 18, 2);
    lines.forEach((line, i) => inner.append(draw("text", { x: 9, y: 31 + i * 12, class: "s" }, line)));
    if (!item.ref && board.ids[n] && lines.length < 3)
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

  // ---- moving about
  let frame = 0;
  const later = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(paint);
  };
  const zoom = (factor, x = space.clientWidth / 2, y = space.clientHeight / 2) => {
    const k = Math.min(3, Math.max(0.02, view.k * factor)),
      by = k / view.k;
    view = { k, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
    later();
  };
  const fit = () => {
    if (!items.length) return;
    const wide = Math.max(...levels()) + WIDE,
      tops = items.reduce((most, item) => Math.max(most, item.y), 0) + HIGH;
    const k = Math.min(1, Math.max(0.02, Math.min((space.clientWidth - 24) / wide, (space.clientHeight - 24) / tops)));
    view = { k, x: 12, y: Math.max(12, (space.clientHeight - tops * k) / 2) };
    later();
  };
  const levels = () => {
    let most = 0;
    for (const item of items) if (item.x > most) most = item.x;
    return [most];
  };
  const reach = (item, middle) => {
    const x = view.x + item.x * view.k,
      y = view.y + item.y * view.k,
      wide = WIDE * view.k,
      high = HIGH * view.k;
    const inside = x >= 8 && y >= 8 && x + wide <= space.clientWidth - 8 && y + high <= space.clientHeight - 8;
    if (!inside || middle) {
      view.x += space.clientWidth / 2 - x - wide / 2;
      view.y += space.clientHeight / 2 - y - high / 2;
    }
    later();
  };
  const select = (item, middle) => {
    board.focus = item;
    drawn = null;
    tellOf(item.n);
    reach(item, middle);
  };
  const unfoldTo = (n) => {
    for (let m = board.above[n]; m !== undefined; m = board.above[m]) board.open.add(m);
  };
  const jump = (n) => {
    if (fails && !(board.kept && board.kept[n])) {
      fails = false;
      $("board-fails").setAttribute("aria-pressed", "false");
    }
    unfoldTo(n);
    arrange();
    if (view.k < 0.5) view.k = 0.9;
    if (at.has(n)) select(at.get(n), true);
  };
  const fold = (item) => {
    if (!item.inside) return;
    const was = { x: view.x + item.x * view.k, y: view.y + item.y * view.k };
    if (item.open) board.open.delete(item.n);
    else board.open.add(item.n);
    arrange();
    const now = at.get(item.n);
    view.x += was.x - (view.x + now.x * view.k);
    view.y += was.y - (view.y + now.y * view.k);
    board.focus = now;
    later();
  };
  const openTo = (depth) => {
    board.open = new Set();
    const pending = board.roots.map((n) => [n, 1]);
    while (pending.length) {
      const [n, level] = pending.pop();
      if (level >= depth) continue;
      board.open.add(n);
      for (const link of board.below[n]) if (link >= 0) pending.push([link, level + 1]);
    }
  };
  const refresh = () => {
    const kept = board.focus ? board.focus.n : null;
    findMoved();
    arrange();
    board.focus = kept !== null ? at.get(kept) || null : null;
    count();
    later();
  };
  const count = () => {
    const bad = board.ids.filter((_, n) => failing(n)).length;
    const words =
      board.id === "argument" ? counted("board_fails", bad, { count: board.ids.length }) : say("board_cut", { n: bad });
    const text = words + (board.moved.size ? ". " + counted("board_moved", board.moved.size) : "");
    if (said.textContent !== text) said.textContent = text;
  };

  // ---- what is chosen, in words, with a way to the page and a slider where its number can be set
  const tellOf = (n) => {
    const css = statusOf(n),
      words = wordOf(n),
      link = board.anchors[n];
    const parts = [make("b", {}, board.ids[n] || board.kinds[n]), " ", make("small", {}, kindOf(n)), " "];
    if (words) parts.push(board.id === "argument" ? badge(css, words) : make("small", {}, words), " ");
    if (numberOf(n)) parts.push(make("span", {}, numberOf(n)), " ");
    parts.push(board.texts[n]);
    if (link && $(link)) parts.push(" ", make("a", { href: "#" + encodeURIComponent(link) }, say("open_there")));
    detail.replaceChildren(make("p", {}, ...parts));
    if (play && board.id !== "argument" && play.settable(board.ids[n])) detail.append(slider(board.ids[n], n));
  };
  const slider = (name, n) => {
    const shown = make("output", {}, number(play.value(name))),
      input = make("input", { type: "range", min: play.least, max: 0, step: 0.01, id: "board-value" });
    const place = (p) => {
      input.value = String(p > 0 ? Math.max(play.least, Math.log10(p)) : play.least);
      input.setAttribute("aria-valuetext", number(p));
    };
    place(play.value(name));
    input.addEventListener("input", () => {
      const p = Number((10 ** Number(input.value)).toPrecision(3));
      shown.textContent = number(p);
      input.setAttribute("aria-valuetext", number(p));
      play.change(name, p);
    });
    return make(
      "div",
      { class: "boardknob" },
      make("label", { for: "board-value" }, say("probability_of", { name })),
      input,
      shown,
    );
  };

  // ---- opened when it comes into view
  const show = (i) => {
    board = known[i];
    if (!board.above) {
      board.above = [];
      board.below.forEach((links, n) =>
        links.forEach((link) => {
          if (link >= 0) board.above[link] = n;
        }),
      );
      board.moved = new Set();
      openTo(Number($("board-depth").value));
    }
    refresh();
    detail.replaceChildren();
    fit();
    if (view.k < 0.45 && items.length)
      view = { k: 0.8, x: 12, y: Math.min(12, space.clientHeight / 2 - (items[0].y + HIGH / 2) * 0.8) };
    offerHouses(Boolean(play && play.houses.length && board.id !== "argument"));
  };
  const offerHouses = (wanted) => {
    const place = $("board-houses");
    place.hidden = !wanted;
    if (!wanted || place.querySelector("input")) return;
    play.houses.forEach((house, i) => {
      const box = make("input", { type: "checkbox", id: "board-house-" + i });
      box.addEventListener("change", () => play.flip(house.id, box.checked));
      place.append(
        make(
          "div",
          { class: "boardhouse" },
          box,
          make("label", { for: box.id }, make("b", {}, house.id), " " + house.text),
        ),
      );
    });
    showHouses();
  };
  const read = () => known || (known = JSON.parse($("boards").textContent));
  let opened = false;
  const open = () => {
    if (opened) return;
    opened = true;
    read();
    if (model.argument) {
      model.argument.ids.forEach((name, i) => argumentPlace.set(name, i));
      model.argument.claims.forEach((i) => claims.add(i));
    }
    layer = draw("g", {});
    space.append(draw("svg", { class: "drawing", role: "presentation", width: "100%", height: "100%" }, layer));
    known.forEach((one, i) => $("board-what").append(make("option", { value: i }, one.title)));
    show(0);
    room.dataset.open = "1";
  };
  const showHouses = () => {
    if (play)
      play.houses.forEach((house, i) => {
        const box = $("board-house-" + i);
        if (box) box.checked = play.state(house.id);
      });
  };
  room.hidden = false;
  all("[data-scripted]").forEach((part) => {
    part.hidden = false;
  });
  new IntersectionObserver(
    (entries, watch) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        watch.disconnect();
        open();
      }
    },
    { rootMargin: "300px" },
  ).observe(room);
  new ResizeObserver(() => {
    if (board) {
      drawn = null;
      later();
    }
  }).observe(space);

  $("board-what").addEventListener("change", (event) => show(Number(event.target.value)));
  $("board-depth").addEventListener("change", (event) => {
    openTo(Number(event.target.value));
    refresh();
    fit();
  });
  $("board-fails").addEventListener("click", (event) => {
    fails = !fails;
    event.currentTarget.setAttribute("aria-pressed", String(fails));
    if (fails) {
      findKept();
      board.kept.forEach((kept, n) => {
        if (kept) board.open.add(n);
      });
    }
    refresh();
    fit();
  });
  $("board-in").addEventListener("click", () => zoom(1.3));
  $("board-out").addEventListener("click", () => zoom(1 / 1.3));
  $("board-fit").addEventListener("click", fit);
  const whole = (on) => {
    room.classList.toggle("full", on);
    $("board-full").setAttribute("aria-pressed", String(on));
    drawn = null;
    if (board && board.focus) reach(board.focus, true);
    else later();
  };
  $("board-full").addEventListener("click", () => whole(!room.classList.contains("full")));
  room.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && room.classList.contains("full")) {
      whole(false);
      $("board-full").focus();
    }
  });

  // Every hit in turn: ids before texts, as in the page's own search.
  let hits = [],
    turn = 0,
    asked = "";
  const find = () => {
    const words = $("board-find").value.trim().toLowerCase();
    if (!words) {
      asked = "";
      return;
    }
    if (words + board.id !== asked) {
      asked = words + board.id;
      turn = 0;
      const rankOf = (own, n) =>
        own === words
          ? 0
          : own.startsWith(words)
            ? 1
            : own.includes(words)
              ? 2
              : board.texts[n].toLowerCase().includes(words)
                ? 3
                : 9;
      const ranked = board.ids.map((id, n) => [rankOf(id.toLowerCase(), n), n]);
      hits = ranked
        .filter(([rank]) => rank < 9)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        .map(([, n]) => n);
    } else turn = hits.length ? (turn + 1) % hits.length : 0;
    said.textContent = hits.length ? say("board_hit", { n: turn + 1, count: hits.length }) : counted("places", 0);
    if (hits.length) jump(hits[turn]);
  };
  $("board-find").addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      find();
    }
  });

  // Nodes of a very large argument that stand nowhere else in the page; the page's search leads to them here.
  const unlisted = () =>
    read()[0]
      .ids.map((id, n) => ({ n, id, text: known[0].texts[n], kind: known[0].kinds[n] }))
      .filter(({ n }) => !known[0].anchors[n]);
  const reveal = (n) => {
    open();
    $("board-what").value = "0";
    if (board !== known[0]) show(0);
    room.scrollIntoView({ block: "start", behavior: "instant" });
    jump(n);
  };

  // ---- pointer and keys
  let drag = null;
  const itemAt = (target) => {
    const box = target.closest && target.closest("[role=treeitem]");
    return box ? items.find((item) => idOf(item) === box.id) : null;
  };
  space.addEventListener("pointerdown", (event) => {
    if (event.button === 0)
      drag = { x: event.clientX, y: event.clientY, from: { ...view }, moved: false, target: event.target };
  });
  space.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 4) {
      drag.moved = true;
      space.setPointerCapture(event.pointerId);
    }
    if (drag.moved) {
      view.x = drag.from.x + event.clientX - drag.x;
      view.y = drag.from.y + event.clientY - drag.y;
      later();
    }
  });
  space.addEventListener("pointerup", () => {
    const was = drag;
    drag = null;
    if (!was || was.moved) return;
    const item = itemAt(was.target);
    if (!item) return;
    if (was.target.closest("[data-fold]")) fold(item);
    else if (item.ref) jump(item.n);
    else select(item, false);
  });
  space.addEventListener("pointercancel", () => {
    drag = null;
  });
  space.addEventListener("dblclick", (event) => {
    const item = itemAt(event.target);
    if (item) follow(item);
  });
  space.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && !room.classList.contains("full")) return;
      event.preventDefault();
      const place = space.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY / 400), event.clientX - place.left, event.clientY - place.top);
    },
    { passive: false },
  );
  const follow = (item) => {
    if (item.ref) {
      jump(item.n);
      return;
    }
    const link = board.anchors[item.n];
    if (link && $(link)) {
      whole(false);
      location.hash = "#" + encodeURIComponent(link);
    }
  };
  const step = (key) => {
    const item = board.focus || items[0],
      i = items.indexOf(item);
    if (key === "ArrowDown") return items[Math.min(items.length - 1, i + 1)];
    if (key === "ArrowUp") return items[Math.max(0, i - 1)];
    if (key === "Home") return items[0];
    if (key === "End") return items[items.length - 1];
    if (key === "ArrowRight") {
      if (item.inside && !item.open) {
        fold(item);
        return board.focus;
      }
      return item.open ? item.open[0] : item;
    }
    if (item.open) {
      fold(item);
      return board.focus;
    }
    return item.up || item;
  };
  space.addEventListener("keydown", (event) => {
    if (!board || !items.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (/^(Arrow|Home$|End$)/.test(key)) select(board.focus ? step(key) : items[0], false);
    else if (key === "Enter" && board.focus) follow(board.focus);
    else if (key === " " && board.focus) fold(board.focus);
    else if (key === "+" || key === "=") zoom(1.3);
    else if (key === "-") zoom(1 / 1.3);
    else if (key === "0") fit();
    else return;
    event.preventDefault();
  });
  space.addEventListener("focus", () => {
    if (board && !board.focus && items.length) select(items[0], false);
  });

  return {
    unlisted,
    reveal,
    // The what-if of the page: what it lets change, and what follows from what is set.
    connect: (given) => {
      play = given;
    },
    played: (now) => {
      run = now;
      showHouses();
      if (board) {
        refresh();
        if (board.focus && document.activeElement !== $("board-value")) tellOf(board.focus.n);
      }
    },
  };
})();
