// Measures against risk (casegen.assessment.safety.alarp): what each costs against the harm that it removes.
const Reductions = {
  PASSES: 4,
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
        row = this.removed(before, after, sign);
      if (row === null) continue;
      const loss = study.losses.find(([tree]) => tree === i);
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
    const least = by(sum((row) => row.least)),
      decides = least.length === 1 && least[0] === by(sum((row) => row.all)).join();
    return decides ? least : by(sum((row) => row.most()));
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
    // the trees of which the page has bounds as assessed only, and those that it cannot enclose, are the command's
    const sure = [before, after].every(
      (bound, i) =>
        !tops[i].kept &&
        !bound.unordered &&
        (bound.tree.inputs || tops[i].confidence === null) &&
        !WhatIf.OPEN.some((key) => tops[i].problem === WhatIf.PROBLEMS[key]),
    );
    const bounded = tops.filter((top) => top.confidence !== null),
      same = sure && now.value === then.value && upper(now) === upper(then);
    if (same && (!bounded.length || this.most(before, after, confidence, sign) <= rounding)) return null;
    const alike = confidence !== null || bounded.every((top) => top.confidence === bounded[0].confidence);
    const near = (a, b) => Math.abs(a - b) <= 1e-12 * Math.abs(a);
    if (!sure || !alike || (near(now.value, then.value) && near(upper(now), upper(then)))) return { sure: false };
    const least = Math.max(harm, sign * (upper(now) - upper(then)));
    return {
      sure: true,
      harm,
      rounding,
      least,
      all: upper(sign > 0 ? now : then), // nothing takes off more than there is
      most: () => (bounded.length ? Math.max(least, this.most(before, after, confidence, sign)) : least),
    };
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

  // The largest difference among the corners of the joint set (casegen.assessment.safety.removed_harm).
  most(before, after, confidence, sign) {
    const d = before.tree.diagram,
      other = after.tree.diagram;
    if (d.events.length !== other.events.length || d.events.some((name, i) => name !== other.events[i])) return 0;
    const box = WhatIf.box(before, confidence),
      { lower, upper } = WhatIf.box(after, confidence),
      own = before.p.map((x, i) => Number(x !== after.p[i]));
    let best = 0;
    for (const start of [box.lower, box.upper]) {
      let now = start,
        then = start.map((x, i) => (own[i] ? (sign > 0 ? lower : upper)[i] : x));
      for (let pass = 0; pass < this.PASSES; pass++) {
        const { top, slope } = Diagram.gradient(d, now),
          { top: changedTop, slope: changed } = Diagram.gradient(other, then);
        best = Math.max(best, sign * (top - changedTop));
        const following = now.map((_, i) =>
          sign * (slope[i] - (own[i] ? 0 : changed[i])) > 0 ? box.upper[i] : box.lower[i],
        );
        const moved = following.map((x, i) => (own[i] ? (sign * changed[i] > 0 ? lower : upper)[i] : x));
        if (following.every((x, i) => x === now[i]) && moved.every((x, i) => x === then[i])) break;
        now = following;
        then = moved;
      }
    }
    return best;
  },
};
