// ---- the canvas's nodes: what each of them is now, as assessed or as the what-if has it
const boardNodes = (state) => {
  const argumentPlace = new Map();
  const changing = () => state.run !== null && state.run.changed;
  const statusOf = (n) => {
    if (state.board.id !== "argument" || !changing()) return state.board.statuses[n];
    const i = argumentPlace.get(state.board.ids[n]);
    if (i === undefined) return state.board.statuses[n];
    return state.run.after.rank[i] === state.run.before.rank[i]
      ? state.board.statuses[n]
      : model.words[WhatIf.STATUS[state.run.after.rank[i]]][0];
  };
  const wordOf = (n) => {
    if (state.board.id !== "argument") return state.board.statuses[n] === "cut" ? translate("on_cut_set") : "";
    const css = statusOf(n),
      entry = Object.values(model.words || {}).find(([name]) => name === css);
    return entry ? entry[1] : "";
  };
  const numberOf = (n) => {
    if (state.board.id === "argument" || !changing()) return state.board.numbers[n];
    const t = model.trees.findIndex((tree) => tree.id === state.board.id);
    if (t < 0) return state.board.numbers[n] && translate("before_change", { value: state.board.numbers[n] });
    if (state.board.roots[0] === n) return "P = " + number(state.run.after.trees[t].value, 3, [model.trees[t].target]);
    const value = valueOf(state.run.after.bound[t], state.board.ids[n]);
    if (value !== null) return "P = " + number(value);
    return state.board.moved.has(n) && state.board.numbers[n]
      ? translate("before_change", { value: state.board.numbers[n] })
      : state.board.numbers[n];
  };
  const houseOf = (n) =>
    state.play && state.board.id !== "argument"
      ? state.play.houses.find((house) => house.id === state.board.ids[n])
      : undefined;
  const kindOf = (n) => {
    const house = houseOf(n);
    if (!house) return state.board.kinds[n];
    return translate("house_now", { state: translate(state.play.state(house.id) ? "true" : "false") });
  };
  const valueOf = (bound, name) => {
    const i = bound.tree.diagram.events.indexOf(name);
    return i < 0 ? null : bound.p[i];
  };
  // Nodes over something that the what-if changes: their own numbers are those from before.
  const findMoved = () => {
    state.board.moved = new Set();
    if (!changing()) return;
    if (state.board.id === "argument") {
      state.board.ids.forEach((_, n) => {
        if (statusOf(n) !== state.board.statuses[n]) state.board.moved.add(n);
      });
      return;
    }
    const t = model.trees.findIndex((tree) => tree.id === state.board.id);
    if (t < 0) return;
    // Members of a common-cause group are no events of the diagram: a change of what stands for them changes them.
    const after = state.run.after.bound[t],
      before = state.run.before.bound[t],
      names = new Set([...after.tree.diagram.events, ...before.tree.diagram.events]);
    const own = new Set(state.board.ids),
      beyond = [...names].some((name) => !own.has(name) && valueOf(after, name) !== valueOf(before, name));
    const differs = (n) => {
      const name = state.board.ids[n];
      if (state.run.names.has(name) || valueOf(after, name) !== valueOf(before, name)) return true;
      return beyond && !state.board.below[n].length && !names.has(name);
    };
    state.board.ids.forEach((name, n) => {
      if (name && differs(n))
        for (let m = n, seen = new Set(); m !== undefined && !seen.has(m); m = state.board.above[m]) {
          seen.add(m);
          state.board.moved.add(m);
        }
    });
    // A reference moves with what it refers to, and so do those above it: until nothing more moves.
    for (let size = -1; size !== state.board.moved.size;) {
      size = state.board.moved.size;
      state.board.below.forEach((links, n) => {
        if (!links.some((link) => link < 0 && state.board.moved.has(-1 - link))) return;
        for (let m = n; m !== undefined && !state.board.moved.has(m); m = state.board.above[m])
          state.board.moved.add(m);
      });
    }
  };

  // An assumption that does not keep what rests on it from being supported was accepted: it does not fail.
  const failing = (n) => {
    const css = statusOf(n);
    return css === "assumed"
      ? state.board.above[n] === undefined || statusOf(state.board.above[n]) !== "supported"
      : !["supported", "none"].includes(css);
  };
  const findKept = () => {
    state.board.kept = new Uint8Array(state.board.ids.length);
    for (let n = state.board.ids.length - 1; n >= 0; n--)
      if (failing(n))
        for (let m = n; m !== undefined && !state.board.kept[m]; m = state.board.above[m]) state.board.kept[m] = 1;
  };
  return { argumentPlace, statusOf, wordOf, numberOf, kindOf, findMoved, failing, findKept };
};
