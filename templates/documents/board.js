// ---- one canvas for the argument and the trees: pan, zoom, fold, jump; what a what-if changes is coloured in place
const Board = (() => {
  const room = $("canvas");
  const none = { played: () => {}, connect: () => {}, unlisted: () => [], reveal: () => {} };
  if (!room) return none;
  const { WIDE, HIGH } = BOX,
    space = $("board"),
    detail = $("board-detail"),
    said = $("board-said");
  /** What is known, which drawing is shown, what the what-if has set, and where the window stands. @type {any} */
  const state = {
    known: null,
    board: null,
    run: null,
    play: null,
    items: [],
    at: new Map(),
    view: { x: 0, y: 0, k: 1 },
    drawn: null,
    layer: null,
    fails: false,
  };
  const nodes = boardNodes(state),
    { statusOf, wordOf, numberOf, kindOf, findMoved, failing, findKept, argumentPlace } = nodes,
    { arrange, paint, idOf } = boardDrawing(state, nodes, space);

  // ---- moving about
  let frame = 0;
  const later = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(paint);
  };
  const zoom = (factor, x = space.clientWidth / 2, y = space.clientHeight / 2) => {
    const k = Math.min(3, Math.max(0.02, state.view.k * factor)),
      by = k / state.view.k;
    state.view = { k, x: x - (x - state.view.x) * by, y: y - (y - state.view.y) * by };
    later();
  };
  const fit = () => {
    if (!state.items.length) return;
    const wide = Math.max(...levels()) + WIDE,
      tops = state.items.reduce((most, item) => Math.max(most, item.y), 0) + HIGH;
    const k = Math.min(1, Math.max(0.02, Math.min((space.clientWidth - 24) / wide, (space.clientHeight - 24) / tops)));
    state.view = { k, x: 12, y: Math.max(12, (space.clientHeight - tops * k) / 2) };
    later();
  };
  const levels = () => {
    let most = 0;
    for (const item of state.items) if (item.x > most) most = item.x;
    return [most];
  };
  const reach = (item, middle) => {
    const x = state.view.x + item.x * state.view.k,
      y = state.view.y + item.y * state.view.k,
      wide = WIDE * state.view.k,
      high = HIGH * state.view.k;
    const inside = x >= 8 && y >= 8 && x + wide <= space.clientWidth - 8 && y + high <= space.clientHeight - 8;
    if (!inside || middle) {
      state.view.x += space.clientWidth / 2 - x - wide / 2;
      state.view.y += space.clientHeight / 2 - y - high / 2;
    }
    later();
  };
  const select = (item, middle) => {
    state.board.focus = item;
    state.drawn = null;
    tellOf(item.n);
    reach(item, middle);
  };
  const unfoldTo = (n) => {
    for (let m = state.board.above[n]; m !== undefined; m = state.board.above[m]) state.board.open.add(m);
  };
  const jump = (n) => {
    if (state.fails && !(state.board.kept && state.board.kept[n])) {
      state.fails = false;
      $("board-fails").setAttribute("aria-pressed", "false");
    }
    unfoldTo(n);
    arrange();
    if (state.view.k < 0.5) state.view.k = 0.9;
    if (state.at.has(n)) select(state.at.get(n), true);
  };
  const fold = (item) => {
    if (!item.inside) return;
    const was = { x: state.view.x + item.x * state.view.k, y: state.view.y + item.y * state.view.k };
    if (item.open) state.board.open.delete(item.n);
    else state.board.open.add(item.n);
    arrange();
    const now = state.at.get(item.n);
    state.view.x += was.x - (state.view.x + now.x * state.view.k);
    state.view.y += was.y - (state.view.y + now.y * state.view.k);
    state.board.focus = now;
    later();
  };
  const openTo = (depth) => {
    state.board.open = new Set();
    const pending = state.board.roots.map((n) => [n, 1]);
    while (pending.length) {
      const [n, level] = pending.pop();
      if (level >= depth) continue;
      state.board.open.add(n);
      for (const link of state.board.below[n]) if (link >= 0) pending.push([link, level + 1]);
    }
  };
  const refresh = () => {
    const kept = state.board.focus ? state.board.focus.n : null;
    findMoved();
    arrange();
    state.board.focus = kept !== null ? state.at.get(kept) || null : null;
    count();
    later();
  };
  const count = () => {
    const bad = state.board.ids.filter((_, n) => failing(n)).length;
    const words =
      state.board.id === "argument"
        ? counted("board_fails", bad, { count: state.board.ids.length })
        : counted("board_cut", bad);
    const text = words + (state.board.moved.size ? ". " + counted("board_moved", state.board.moved.size) : "");
    if (said.textContent !== text) said.textContent = text;
  };

  // ---- what is chosen, in words, with a way to the page and a slider where its number can be set
  const tellOf = (n) => {
    const css = statusOf(n),
      words = wordOf(n),
      link = state.board.anchors[n];
    const parts = [make("b", {}, state.board.ids[n] || state.board.kinds[n]), " ", make("small", {}, kindOf(n)), " "];
    if (words) parts.push(state.board.id === "argument" ? badge(css, words) : make("small", {}, words), " ");
    if (numberOf(n)) parts.push(make("span", {}, numberOf(n)), " ");
    parts.push(state.board.texts[n]);
    if (link && $(link)) parts.push(" ", make("a", { href: "#" + encodeURIComponent(link) }, translate("open_there")));
    detail.replaceChildren(make("p", {}, ...parts));
    if (state.play && state.board.id !== "argument" && state.play.settable(state.board.ids[n]))
      detail.append(slider(state.board.ids[n], n));
  };
  const slider = (name, n) => {
    const shown = make("output", {}, number(state.play.value(name))),
      input = make("input", { type: "range", min: state.play.least, max: 0, step: 0.01, id: "board-value" });
    const place = (p) => {
      input.value = String(p > 0 ? Math.max(state.play.least, Math.log10(p)) : state.play.least);
      input.setAttribute("aria-valuetext", number(p));
    };
    place(state.play.value(name));
    input.addEventListener("input", () => {
      const p = Number((10 ** Number(input.value)).toPrecision(3));
      shown.textContent = number(p);
      input.setAttribute("aria-valuetext", number(p));
      state.play.change(name, p);
    });
    return make(
      "div",
      { class: "boardknob" },
      make("label", { for: "board-value" }, translate("probability_of", { name })),
      input,
      shown,
    );
  };

  // ---- opened when it comes into view
  const show = (i) => {
    state.board = state.known[i];
    if (!state.board.above) {
      state.board.above = [];
      state.board.below.forEach((links, n) =>
        links.forEach((link) => {
          if (link >= 0) state.board.above[link] = n;
        }),
      );
      state.board.moved = new Set();
      openTo(Number($("board-depth").value));
    }
    refresh();
    detail.replaceChildren();
    fit();
    if (state.view.k < 0.45 && state.items.length)
      state.view = { k: 0.8, x: 12, y: Math.min(12, space.clientHeight / 2 - (state.items[0].y + HIGH / 2) * 0.8) };
    offerHouses(Boolean(state.play && state.play.houses.length && state.board.id !== "argument"));
  };
  const offerHouses = (wanted) => {
    const place = $("board-houses");
    place.hidden = !wanted;
    if (!wanted || place.querySelector("input")) return;
    state.play.houses.forEach((house, i) => {
      const box = make("input", { type: "checkbox", id: "board-house-" + i });
      box.addEventListener("change", () => state.play.flip(house.id, box.checked));
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
  const read = () => state.known || (state.known = JSON.parse($("boards").textContent));
  let opened = false;
  const open = () => {
    if (opened) return;
    opened = true;
    read();
    if (model.argument) {
      model.argument.ids.forEach((name, i) => argumentPlace.set(name, i));
    }
    state.layer = draw("g", {});
    space.append(draw("svg", { class: "drawing", role: "presentation", width: "100%", height: "100%" }, state.layer));
    state.known.forEach((one, i) => $("board-what").append(make("option", { value: i }, one.title)));
    show(0);
    room.dataset.open = "1";
  };
  const showHouses = () => {
    if (state.play)
      state.play.houses.forEach((house, i) => {
        const box = $("board-house-" + i);
        if (box) box.checked = state.play.state(house.id);
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
    if (state.board) {
      state.drawn = null;
      later();
    }
  }).observe(space);

  // A control may be used before the canvas has come into view: it opens it.
  $("board-what").addEventListener("change", (event) => {
    open();
    show(Number(event.target.value));
  });
  $("board-depth").addEventListener("change", (event) => {
    open();
    openTo(Number(event.target.value));
    refresh();
    fit();
  });
  $("board-fails").addEventListener("click", (event) => {
    open();
    state.fails = !state.fails;
    event.currentTarget.setAttribute("aria-pressed", String(state.fails));
    if (state.fails) {
      findKept();
      state.board.kept.forEach((kept, n) => {
        if (kept) state.board.open.add(n);
      });
    }
    refresh();
    fit();
  });
  $("board-in").addEventListener("click", () => zoom(1.3));
  $("board-out").addEventListener("click", () => zoom(1 / 1.3));
  $("board-fit").addEventListener("click", fit);
  const whole = (on) => {
    open();
    room.classList.toggle("full", on);
    $("board-full").setAttribute("aria-pressed", String(on));
    state.drawn = null;
    if (state.board && state.board.focus) reach(state.board.focus, true);
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
    open();
    if (words + state.board.id !== asked) {
      asked = words + state.board.id;
      turn = 0;
      const rankOf = (own, n) =>
        own === words
          ? 0
          : own.startsWith(words)
            ? 1
            : own.includes(words)
              ? 2
              : state.board.texts[n].toLowerCase().includes(words)
                ? 3
                : 9;
      const ranked = state.board.ids.map((id, n) => [rankOf(id.toLowerCase(), n), n]);
      hits = ranked
        .filter(([rank]) => rank < 9)
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        .map(([, n]) => n);
    } else turn = hits.length ? (turn + 1) % hits.length : 0;
    said.textContent = hits.length ? translate("board_hit", { n: turn + 1, count: hits.length }) : counted("places", 0);
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
      .ids.map((id, n) => ({ n, id, text: state.known[0].texts[n], kind: state.known[0].kinds[n] }))
      .filter(({ n }) => !state.known[0].anchors[n]);
  const reveal = (n) => {
    open();
    $("board-what").value = "0";
    if (state.board !== state.known[0]) show(0);
    room.scrollIntoView({ block: "start", behavior: "instant" });
    jump(n);
  };

  boardKeys(state, room, space, { idOf, zoom, later, fit, select, fold, jump, whole });

  return {
    unlisted,
    reveal,
    // The what-if of the page: what it lets change, and what follows from what is set.
    connect: (given) => {
      state.play = given;
    },
    played: (now) => {
      state.run = now;
      showHouses();
      if (state.board) {
        refresh();
        if (state.board.focus && document.activeElement !== $("board-value")) tellOf(state.board.focus.n);
      }
    },
  };
})();
