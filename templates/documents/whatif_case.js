// ---- what if: what the case lets change, what is set, and what follows from it
const whatIfCase = () => {
  const base = new Map(),
    limits = new Map(),
    set = new Map();
  for (const tree of model.trees)
    tree.diagram.events.forEach((name, i) => {
      base.set(name, tree.diagram.values[i]);
    });
  for (const measure of model.measures) {
    base.set(measure.id, measure.value);
    limits.set(measure.id, [measure.lower, measure.upper]);
  }
  const argument = model.argument,
    place = new Map(argument.ids.map((name, i) => [name, i]));
  for (const { trees } of model.variants)
    for (const tree of trees)
      if (typeof tree !== "number")
        tree.diagram.events.forEach((name, i) => {
          if (!base.has(name)) base.set(name, tree.diagram.values[i]);
        });
  const houses = new Map(model.houses.map((house) => [house.id, house]));
  for (const [name, house] of houses) base.set(name, house.state);
  const run = (changes) => Variants.run(model, changes);
  const before = run({}),
    owners = Object.keys(model.requirements);
  const now = () => Object.fromEntries(set);
  const current = () => Variants.of(model, now()) || model;
  // A number that is set counts as exact: also its own estimate is a change, unless it is exact already.
  const put = (name, p) => {
    if (Requirements.has(current(), name, p)) set.delete(name);
    else set.set(name, p);
  };
  // A setting as somebody would type it: a number, true or false, a distribution with its parameters.
  const setting = (x) =>
    typeof x === "number"
      ? number(x)
      : typeof x === "boolean"
        ? String(x)
        : Object.entries(x)
            .map(([key, part]) =>
              key === "distribution"
                ? part
                : key.replaceAll("_", " ") + " " + (typeof part === "number" ? number(part) : JSON.stringify(part)),
            )
            .join(" ");
  // Another version of the case may lack an event: such a scenario is not offered. One may set, besides, a measure that
  // nothing reads.
  const allowed = (changes) =>
    changes !== null &&
    typeof changes === "object" &&
    Object.entries(changes).every(([name, x]) =>
      typeof x === "number"
        ? Number.isFinite(x) && (settable.has(name) || model.beside.includes(name))
        : typeof x === "boolean"
          ? houses.has(name)
          : x !== null && typeof x === "object",
    ) &&
    Variants.of(model, changes) !== null;
  const settable = new Set([
    ...[
      ...model.trees,
      ...model.variants.flatMap((variant) => variant.trees).filter((tree) => typeof tree !== "number"),
    ].flatMap((tree) => {
      const { settable, groups } = tree.inputs || tree.moved;
      return [...settable.map((i) => tree.diagram.events[i]), ...Object.keys(groups)];
    }),
    ...model.measures.map((measure) => measure.id),
  ]);
  const flippedIn = (after) => argument.claims.filter((n) => after.rank[n] !== before.rank[n]);
  const valueIn = (data, name) => {
    for (const tree of data.trees) {
      const i = tree.diagram.events.indexOf(name);
      if (i >= 0) return tree.diagram.values[i];
      if ((tree.inputs || tree.moved).groups[name]) return groupTotal(tree, name);
    }
    return base.get(name);
  };
  // The members' events add up to the total by their shares.
  const groupTotal = (tree, name) => {
    const [i, share] = (tree.inputs || tree.moved).groups[name][0];
    return share > 0 ? tree.diagram.values[i] / share : 0;
  };
  return {
    base,
    limits,
    set,
    argument,
    place,
    houses,
    run,
    before,
    owners,
    now,
    current,
    put,
    setting,
    allowed,
    settable,
    flippedIn,
    valueIn,
    groupTotal,
  };
};
