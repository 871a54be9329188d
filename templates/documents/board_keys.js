// ---- the canvas by pointer and keys
const boardKeys = (state, room, space, moves) => {
  const { idOf, zoom, later, fit, select, fold, jump, whole } = moves;
  let drag = null;
  const itemAt = (target) => {
    const box = target.closest && target.closest("[role=treeitem]");
    return box ? state.items.find((item) => idOf(item) === box.id) : null;
  };
  space.addEventListener("pointerdown", (event) => {
    if (event.button === 0)
      drag = { x: event.clientX, y: event.clientY, from: { ...state.view }, moved: false, target: event.target };
  });
  space.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 4) {
      drag.moved = true;
      space.setPointerCapture(event.pointerId);
    }
    if (drag.moved) {
      state.view.x = drag.from.x + event.clientX - drag.x;
      state.view.y = drag.from.y + event.clientY - drag.y;
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
    const link = state.board.anchors[item.n];
    if (link && $(link)) {
      whole(false);
      location.hash = "#" + encodeURIComponent(link);
    }
  };
  const step = (key) => {
    const item = state.board.focus || state.items[0],
      i = state.items.indexOf(item);
    if (key === "ArrowDown") return state.items[Math.min(state.items.length - 1, i + 1)];
    if (key === "ArrowUp") return state.items[Math.max(0, i - 1)];
    if (key === "Home") return state.items[0];
    if (key === "End") return state.items[state.items.length - 1];
    if (key === "ArrowRight") {
      if (item.inside && !item.open) {
        fold(item);
        return state.board.focus;
      }
      return item.open ? item.open[0] : item;
    }
    if (item.open) {
      fold(item);
      return state.board.focus;
    }
    return item.up || item;
  };
  space.addEventListener("keydown", (event) => {
    if (!state.board || !state.items.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (/^(Arrow|Home$|End$)/.test(key)) select(state.board.focus ? step(key) : state.items[0], false);
    else if (key === "Enter" && state.board.focus) follow(state.board.focus);
    else if (key === " " && state.board.focus) fold(state.board.focus);
    else if (key === "+" || key === "=") zoom(1.3);
    else if (key === "-") zoom(1 / 1.3);
    else if (key === "0") fit();
    else return;
    event.preventDefault();
  });
  space.addEventListener("focus", () => {
    if (state.board && !state.board.focus && state.items.length) select(state.items[0], false);
  });
};
