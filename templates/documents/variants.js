// What-ifs that change what a tree is: house events, stated distributions. The case was assessed for every combination
// offered (casegen.assessment.portable.variants). A combination that was not offered, or that this page does not replay
// to what was assessed, is left to the command.
const Variants = {
  known: new Map(),
  restates: (x) => typeof x === "boolean" || (typeof x === "object" && x !== null),
  key(model, changes) {
    const houses = new Map((model.houses || []).map((house) => [house.id, house.state]));
    return JSON.stringify(
      Object.entries(changes)
        .filter(([name, x]) => this.restates(x) && houses.get(name) !== x)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  },
  // The data of the case with these changes, before any number is changed; null where they are left to the command.
  of(model, changes) {
    const key = this.key(model, changes);
    if (key === "[]") return model;
    if (!this.known.has(key)) this.known.set(key, this.settled(model, key));
    return this.known.get(key);
  },
  settled(model, key) {
    const one = model.variants.find((variant) => this.key(model, variant.when) === key);
    if (!one) return null;
    const trees = this.treesOf(model, one),
      data = { ...one, trees, root: model };
    return trees && this.replays(model, data) ? data : null;
  },
  // The trees of a variant; null where they are not those of the case.
  treesOf(model, { trees }) {
    const all = trees.map((tree) => (typeof tree === "number" ? model.trees[tree] : tree)),
      same = all.length === model.trees.length && all.every((tree, i) => tree.id === model.trees[i].id);
    return same ? all : null;
  },
  // The trees of the case or a variant of it once house events are changed besides; null where it was not assessed.
  trees(model, houses) {
    if (!Object.keys(houses).length) return model.trees;
    const root = model.root || model,
      key = this.key(root, { ...model.when, ...houses });
    if (key === "[]") return root.trees;
    const one = (root.variants || []).find((variant) => this.key(root, variant.when) === key);
    return one ? this.treesOf(root, one) : null;
  },
  replays(model, data) {
    const base = WhatIf.run(model, {}),
      run = WhatIf.run(data, {}),
      is = (run, argument, n) => WhatIf.STATUS[run.rank[n]] === argument.statuses[n];
    return (
      run.supported === data.supported &&
      data.argument.claims.every((n) => !is(base, model.argument, n) || is(run, data.argument, n))
    );
  },
  run(model, changes) {
    const data = this.of(model, changes);
    const numbers = Object.entries(changes).filter(([, x]) => !this.restates(x));
    return data && WhatIf.played(data, Object.fromEntries(numbers));
  },
};
