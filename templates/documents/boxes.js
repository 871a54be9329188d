// The bounds of a tree's events that hold jointly (casegen.assessment.bounds.box): from inputs that the page knows, or
// as they were assessed. There is none where no input with an uncertainty is left.
const Boxes = {
  of(bound, confidence) {
    return WhatIf.once(bound, "box " + confidence, () => this.at(bound, confidence));
  },

  // Whether the number of an event that is not set depends on an input with an uncertainty.
  isUncertain({ tree, fixed }, i) {
    if (fixed.has(i)) return false;
    return tree.uncertain === null ? tree.kept.lower[i] !== tree.kept.upper[i] : tree.uncertain.includes(i);
  },

  // Whether a measure of evidence still enters the tree: its top is then held with its bound, asked for or not.
  isMeasured({ tree, fixed }) {
    if (tree.on_records === null) return tree.uses.length > 0;
    return tree.on_records.some((i) => !fixed.has(i));
  },

  at(bound, confidence) {
    const { p, loose, unordered } = bound,
      none = { lower: p, upper: p, confidence: null, free: [], problem: "" };
    // uncertain factors of a total that is set, and an order of what is set, are the command's to enclose
    if (loose || unordered) return { ...none, problem: WhatIf.PROBLEMS.left };
    return bound.tree.inputs ? this.computed(bound, confidence, none) : this.kept(bound, confidence, none);
  },

  // As assessed: what is set aside leaves the others the more of the joint confidence, so that these hold too.
  kept(bound, confidence, none) {
    const { tree, p, low, high, fixed, given } = bound,
      { kept } = tree,
      places = [...p.keys()],
      left = { ...none, problem: WhatIf.PROBLEMS.left };
    const isOpen = (i) => !fixed.has(i) && kept.lower[i] !== kept.upper[i];
    if (!places.some((i) => this.isUncertain(bound, i))) return places.some(isOpen) ? left : none;
    const asked = confidence === null ? tree.confidence === null : Math.abs(kept.confidence - confidence) < 1e-9;
    // where none is asked for, a record that is set aside moves the confidence that is shared
    const moved = confidence === null && (tree.on_records || []).some((i) => fixed.has(i));
    if (kept.confidence === null || !asked || moved) return left;
    const lower = Float64Array.from(p),
      upper = Float64Array.from(p);
    for (const i of places) {
      if (fixed.has(i)) continue;
      lower[i] = given.has(i) ? low[i] : kept.lower[i];
      upper[i] = given.has(i) ? high[i] : kept.upper[i];
    }
    if ([...given].some((i) => Number.isNaN(lower[i]) || Number.isNaN(upper[i])))
      return { ...none, problem: WhatIf.PROBLEMS.no_confidence };
    return { lower, upper, confidence: kept.confidence, free: [], kept: true, problem: "" };
  },

  computed({ tree: { inputs }, p, low, high, fixed }, confidence, none) {
    const lower = Float64Array.from(p),
      upper = Float64Array.from(p);
    const measured = inputs.measured
      .map((source) => ({ ...source, at: source.at.filter((from) => !fixed.has(from.event)) }))
      .filter((source) => source.at.length);
    if (measured.some((source) => source.confidence === null))
      return { ...none, problem: WhatIf.PROBLEMS.no_confidence };
    const stated = inputs.stated.map((at) => at.filter((i) => !fixed.has(i))).filter((at) => at.length);
    if (!measured.length && !stated.length) return none;
    const spent = measured.reduce((sum, source) => sum + (1 - source.confidence), 0);
    const budget = confidence !== null ? 1 - confidence : stated.length ? Math.max(0.05, 1.5 * spent) : spent;
    if (spent > budget * (1 + 1e-9) || (stated.length && spent >= budget))
      return { ...none, problem: WhatIf.PROBLEMS.jointly + (1 - spent) + " only" };
    const free = new Set();
    for (const source of measured)
      for (const { event } of source.at) {
        lower[event] = Number.isNaN(low[event]) ? 0 : low[event];
        upper[event] = Number.isNaN(high[event]) ? 1 : high[event];
        free.add(event);
      }
    let kept = false;
    if (stated.length) {
      const row = this.row(inputs, measured, stated.length, confidence);
      if (!row) return { ...none, problem: WhatIf.PROBLEMS.left };
      kept = row.kept;
      inputs.stated.flat().forEach((i, at) => {
        if (!fixed.has(i)) {
          lower[i] = row.ends[0][at];
          upper[i] = row.ends[1][at];
          free.add(i);
        }
      });
    }
    return { lower, upper, confidence: 1 - budget, free: [...free].sort((a, b) => a - b), kept, problem: "" };
  },

  // The bounds of stated inputs with so many of the measured and the stated ones left; else, wider, those of all.
  row(inputs, measured, stated, confidence) {
    const { table } = inputs.boxes.find((box) => box.confidence === confidence) || { table: {} };
    const classes = [...new Set(inputs.measured.map((source) => source.confidence))].sort((a, b) => a - b);
    const key = (sources, count) =>
      classes.map((c) => sources.filter((source) => source.confidence === c).length).join(",") + "/" + count;
    const own = table[key(measured, stated)];
    if (own) return { ends: own, kept: false };
    // where no confidence is asked for, a record that is set aside moves the one that is shared
    if (confidence === null && measured.length < inputs.measured.length) return null;
    const all = table[key(inputs.measured, inputs.stated.length)];
    return all ? { ends: all, kept: true } : null;
  },

  // Smallest and largest top over the box of a coherent tree: its corners. Others are left to the command.
  extremes(d, box) {
    return d.coherent ? [Diagram.top(d, box.lower), Diagram.top(d, box.upper)] : null;
  },
};
