// Measures against risk (casegen.assessment.safety.alarp): what each costs against the harm that it removes.
const Reductions = {
  CORNERS: 10,
  ROUNDING: 1e-14,
  // What may be decided of a measure, as the rank that it gives the claim on those left out.
  RANK: { out: 0, taken: 0, none: 3, must: 5 },
  ANY: ["out", "taken", "none", "must"],

  // The least and the most rank of the claim that each measure left out is out of proportion.
  span(model, study, trees, set) {
    const span = this.ranks(model, study, trees, set, []);
    if (span[1] > 0) return span;
    if (study.doubted) return [0, 1];
    // it stands whatever other runs gave, or else only the command can tell whether they leave a doubt
    return study.others.length && this.ranks(model, study, trees, set, study.others)[1] > 0 ? [0, 1] : span;
  },

  ranks(model, study, trees, set, limits) {
    const present = trees.map((bound) => {
      const at = this.widened(bound, limits);
      return { bound: at, top: WhatIf.estimate(at, at.tree.confidence) };
    });
    const decided = study.measures.map((measure) => this.decided(model, study, measure, present, set, limits));
    const worst = (pick) => Math.max(0, ...decided.map((may) => pick(...may.map((one) => this.RANK[one]))));
    const shown = decided.some((may) => may.every((one) => one === "out")),
      may = decided.some((may) => may.includes("out"));
    return [
      may ? worst(Math.min) : Math.max(3, worst(Math.min)),
      shown ? worst(Math.max) : Math.max(3, worst(Math.max)),
    ];
  },

  // What may be decided of a measure; more than one where only the command can tell.
  decided(model, study, measure, present, set, limits) {
    if (measure.problem || present.some(({ bound }) => bound.stale)) return ["none"];
    const changed = Variants.trees(model, measure.houses);
    if (!changed) return this.ANY;
    const own = new Map([...set, ...Object.entries(measure.changes)]),
      sign = measure.taken ? -1 : 1;
    const rows = [];
    let open = false;
    for (const [i, before] of present.entries()) {
      if (changed[i] === before.bound.tree && !this.reaches(changed[i], measure.changes)) continue;
      const after = this.widened(WhatIf.bind(model, changed[i], own), limits),
        row = this.removed(before, after, sign),
        loss = study.losses.find(([tree]) => tree === i);
      // a tree whose top cannot happen, or whose texts may speak of other numbers, is left to the command
      open ||= loss && (WhatIf.impossible(before.bound) || (before.bound.touched && after.worded));
      if (row === null) continue;
      if (!loss && row.sure) return ["none"];
      open ||= !loss || !row.sure;
      if (!loss) continue;
      rows.push({ loss: loss[1], ...row });
    }
    return open ? this.ANY : this.weighed(study, measure, rows);
  },

  // The corners are searched only where what they give at least and at most does not decide.
  weighed({ disproportion }, { cost, taken }, rows) {
    const sum = (of) => rows.reduce((all, row) => all + row.loss * of(row), 0),
      harm = sum((row) => row.harm),
      rounding = sum((row) => row.rounding);
    if (!rows.length || harm < -2 * rounding) return ["none"];
    const by = (most) => {
      const limit = disproportion * (most + rounding),
        near = Math.abs(cost - limit) <= 1e-9 * cost;
      const of = taken ? ["taken"] : near ? ["must", "out"] : [cost > limit ? "out" : "must"];
      // the command's own sums end somewhere between here and -2 of rounding
      return harm >= 0 && most > 2 * rounding ? of : ["none", ...of];
    };
    const between = (one, other) => [...new Set([...by(sum(one)), ...by(sum(other))])];
    const known = between(
      (row) => row.least,
      (row) => row.all,
    );
    if (known.length === 1) return known;
    return between(
      (row) => row.most().least,
      (row) => row.most().most,
    );
  },

  reaches: (tree, changes) =>
    Object.keys(changes).some(
      (name) =>
        tree.diagram.events.includes(name) ||
        tree.uses.includes(name) ||
        (!tree.inputs && tree.moved.left === null) ||
        name in (tree.inputs || tree.moved).groups ||
        tree.orders.some(([, names]) => names.includes(name)),
    ),

  // What a change takes off a top event: at the estimates, and at most; null where it takes nothing.
  removed({ bound: before, top }, after, sign) {
    const confidence = before.tree.confidence,
      tops = [top, WhatIf.estimate(after, confidence)],
      [now, then] = tops,
      upper = ({ value, upper, confidence }) => (confidence === null ? value : upper),
      harm = sign * (now.value - then.value),
      rounding = (upper(now) + upper(then)) * this.ROUNDING;
    // the trees of which the page has bounds as assessed only, and those that it cannot enclose, are the command's;
    // so are limits that hold together with less than the target asks for
    const sure = [before, after].every(
      (bound, i) =>
        !tops[i].kept &&
        !bound.unordered &&
        (bound.tree.inputs || tops[i].confidence === null) &&
        !WhatIf.OPEN.some((key) => tops[i].problem === WhatIf.PROBLEMS[key]) &&
        !tops[i].problem.startsWith(WhatIf.PROBLEMS.jointly),
    );
    const bounded = tops.filter((top) => top.confidence !== null),
      alike = confidence !== null || bounded.every((top) => top.confidence === bounded[0].confidence),
      near = (a, b) => Math.abs(a - b) <= 1e-12 * Math.abs(a);
    if (!sure || !alike) return { sure: false };
    const least = Math.max(harm, sign * (upper(now) - upper(then))),
      all = upper(sign > 0 ? now : then); // nothing takes off more than there is
    const most = () =>
      bounded.length
        ? this.most(...(sign > 0 ? [before, after] : [after, before]), confidence, least, all)
        : { least, most: least };
    if (near(now.value, then.value) && near(upper(now), upper(then))) {
      const may = most();
      const same = now.value === then.value && upper(now) === upper(then);
      if (same && may.most <= rounding) return null;
      if (may.least <= rounding) return { sure: false };
    }
    return { sure: true, harm, rounding, least, all, most };
  },

  // The tree with its measures as wide as other limits of them.
  widened(given, limits) {
    if (!limits.length) return given;
    const bound = { ...given, low: given.low.slice(), high: given.high.slice() };
    for (const [measure, ...ends] of limits)
      for (const source of (bound.tree.inputs || bound.tree.moved).measured)
        if (source.measure === measure)
          for (const from of source.at) {
            const at = ends.map((x) => from.share * WhatIf.convert(x, from));
            bound.low[from.event] = Math.min(bound.low[from.event], ...at);
            bound.high[from.event] = Math.max(bound.high[from.event], ...at);
          }
    return bound;
  },

  // Between what the largest difference of two tops lies, over the joint set of their inputs
  // (casegen.assessment.safety.removed_harm): it is taken at corners of inputs, and at most at corners of events.
  most(first, second, confidence, least, all) {
    const d = first.tree.diagram,
      other = second.tree.diagram,
      open = { least, most: Math.max(least, all) };
    if (d.events.length !== other.events.length || d.events.some((name, i) => name !== other.events[i])) return open;
    if (!d.coherent || !other.coherent) return open;
    const { lower, upper } = Boxes.of(first, confidence),
      changed = Boxes.of(second, confidence).lower,
      own = first.p.map((_, i) => Number(!this.isSame(first, second, i)));
    const free = [...lower.keys()].filter((i) => !own[i] && lower[i] < upper[i]);
    const at = (groups) => {
      if (groups.length > this.CORNERS) return null;
      let best = -Infinity;
      for (let corner = 0; corner < 2 ** groups.length; corner++) {
        const now = Float64Array.from(upper);
        groups.forEach((events, k) => {
          if ((corner >> k) & 1) for (const i of events) now[i] = lower[i];
        });
        const then = now.map((x, i) => (own[i] ? changed[i] : x));
        best = Math.max(best, Diagram.top(d, now) - Diagram.top(other, then));
      }
      return best;
    };
    const groups = this.together(first.tree.inputs, free);
    const apart = at(free.map((i) => [i])),
      reached = groups === null ? null : at(groups);
    return {
      least: Math.max(least, reached === null ? least : reached),
      most: apart === null ? open.most : Math.max(least, apart),
    };
  },

  isSame(first, second, i) {
    const same = (a, b) => a === b || (Number.isNaN(a) && Number.isNaN(b));
    return (
      first.fixed.has(i) === second.fixed.has(i) &&
      ["p", "low", "high"].every((name) => same(first[name][i], second[name][i]))
    );
  },

  // The events that move with one input, by input; null where one moves them in opposite directions.
  together({ measured, stated }, events) {
    const of = new Map(events.map((i) => [i, i]));
    const groups = new Map();
    for (const places of [...measured.map(({ at }) => at.map(({ event }) => event)), ...stated]) {
      const mine = places.filter((i) => of.has(i));
      for (const i of mine) of.set(i, mine[0]);
    }
    if (measured.some(({ at }) => at.length > 1 && at.some(({ complement }) => complement))) return null;
    for (const [i, group] of of) groups.set(group, [...(groups.get(group) || []), i]);
    return [...groups.values()];
  },
};
