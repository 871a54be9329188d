// Requirements on evidence and trees as casegen.assessment evaluates them.
const Requirements = {
  // A strict one holds by more than rounding may have left of an equality (casegen.model.quantity).
  COMPARE: {
    "<=": (a, b) => a <= b,
    "<": (a, b) => a < b - 1e-12 * Math.abs(b),
    ">=": (a, b) => a >= b,
    ">": (a, b) => a > b + 1e-12 * Math.abs(b),
  },
  // A requirement: {holds: true, false or null, compared, bound}
  evaluate(model, wanted, trees, set) {
    const bound = this.limit(model, wanted, trees),
      estimate = this.subject(model, wanted, trees, set);
    let problem = wanted.problem || bound.problem || this.refutesNothing(wanted, bound.number) || estimate.problem,
      compared = null;
    if (!problem) {
      const upper = wanted.comparison.startsWith("<");
      if (wanted.tree !== null && estimate.confidence === null) {
        if (wanted.confidence !== null && !trees[wanted.tree].fixed.size) problem = WhatIf.PROBLEMS.measure_unbounded;
        else compared = estimate.value;
      } else if (
        wanted.confidence === null &&
        wanted.tree === null &&
        estimate.value === 0 &&
        upper &&
        estimate.upper > 0
      )
        problem = WhatIf.PROBLEMS.nothing_seen;
      else if (wanted.confidence === null)
        compared =
          wanted.tree === null || !estimate.measured ? estimate.value : upper ? estimate.upper : estimate.lower;
      else if (estimate.confidence === null) problem = WhatIf.PROBLEMS.measure_unbounded;
      else if (estimate.confidence < wanted.confidence * (1 - 1e-9))
        problem = WhatIf.PROBLEMS.holds_with + estimate.confidence;
      else compared = upper ? estimate.upper : estimate.lower;
      if (compared !== null && wanted.together !== null) {
        if (WhatIf.untouched(trees[wanted.tree])) compared = wanted.together;
        // the bound of the records together lies within the box: it may hold where the box does not
        else if (bound.number !== null && !this.COMPARE[wanted.comparison](compared, bound.number))
          problem = WhatIf.PROBLEMS.left;
      }
      if (compared === null && !problem) problem = WhatIf.PROBLEMS.no_such_bound;
    }
    const holds =
      compared === null || bound.number === null || problem
        ? null
        : this.COMPARE[wanted.comparison](compared, bound.number);
    return {
      holds,
      doubted: holds === true && this.doubted(model, wanted, trees, set, compared, bound.number),
      compared,
      bound: bound.number,
      problem,
      kept: Boolean(estimate.kept),
      stale: wanted.stale || wanted.trees.some((state) => WhatIf.treeState(state, trees).stale),
    };
  },

  // An earlier run that did not meet the requirement stays in doubt beside one that does, and so does a value that a
  // vital sign makes possible (casegen.assessment.looks, other_limits).
  doubted(model, wanted, trees, set, compared, limit) {
    const meets = this.COMPARE[wanted.comparison];
    if (wanted.earlier !== null && !meets(wanted.earlier, limit)) return true;
    const beside = ([name, [end, upper, worse]]) =>
      set.has(name) ? (upper ? end > set.get(name) : end < set.get(name)) : worse;
    const again = Object.entries(wanted.again)
      .filter(beside)
      .map(([name, [end]]) => [name, end]);
    if (!again.length) return false;
    const worse = trees.map((bound) => WhatIf.bind(model, bound.tree, new Map([...set, ...again])));
    if (worse.some((bound) => !bound.tree.inputs && again.some(([measure]) => bound.tree.uses.includes(measure))))
      return true;
    const at = this.limit(model, wanted, worse),
      top = wanted.tree === null ? compared : WhatIf.estimate(worse[wanted.tree], wanted.confidence).upper;
    return at.problem !== "" || top === null || !meets(top, at.number);
  },

  // An upper limit of 1, or a lower one of 0, on a probability: every number meets it.
  refutesNothing(wanted, limit) {
    const compare = this.COMPARE[wanted.comparison],
      probability = ["probability-per-demand", "probability-per-mission", "fraction"].includes(wanted.kind);
    return limit !== null && probability && compare(0, limit) && compare(1, limit)
      ? WhatIf.PROBLEMS.refutes_nothing
      : "";
  },

  // Whether a measure of evidence enters the tree: its top is then held with its bound, asked for or not.
  isMeasured({ tree, fixed }) {
    if (!tree.inputs) return tree.uses.length > 0;
    return tree.inputs.measured.some((source) => source.at.some((from) => !fixed.has(from.event)));
  },

  subject(model, wanted, trees, set) {
    if (wanted.tree !== null) {
      if (wanted.tree < 0) return { problem: WhatIf.PROBLEMS.not_quantified };
      const bound = trees[wanted.tree],
        estimate = WhatIf.estimate(bound, wanted.confidence);
      if (WhatIf.impossible(bound)) return { ...estimate, problem: WhatIf.PROBLEMS.impossible };
      if (bound.unordered) return { ...estimate, problem: WhatIf.PROBLEMS.left };
      const measured = this.isMeasured(bound);
      return {
        ...estimate,
        measured,
        problem:
          bound.tree.kind !== wanted.kind
            ? WhatIf.PROBLEMS.other_kind
            : wanted.confidence === null && !measured
              ? ""
              : estimate.problem,
      };
    }
    const measure = model.measures.find((measure) => measure.id === wanted.measure);
    if (!measure) return { problem: WhatIf.PROBLEMS.no_result };
    const number = set.get(wanted.measure);
    if (number === undefined) return { ...measure, problem: "" };
    return {
      value: number,
      lower: measure.lower === null ? null : number,
      upper: measure.upper === null ? null : number,
      confidence: measure.confidence,
      problem: "",
    };
  },

  limit(model, wanted, trees) {
    const bound = wanted.bound;
    if (!("tree" in bound))
      return { number: bound.number, problem: bound.number === null ? WhatIf.PROBLEMS.no_bound : "" };
    return this.allocated(model, wanted, trees[bound.tree], bound);
  },

  // What the tree's target leaves to one event, in the kind of its measure (casegen.assessment.allocation).
  allocated(model, wanted, bound, { event, target, confidence, kept, together }) {
    // what the records together leave is the command's to find once the tree is changed
    if (together && !WhatIf.untouched(bound)) return { number: null, problem: WhatIf.PROBLEMS.left };
    if (together) return { number: kept, problem: kept === null ? WhatIf.PROBLEMS.infeasible : "" };
    const d = bound.tree.diagram,
      inputs = bound.tree.inputs;
    if (!inputs && kept !== null && WhatIf.assessed(bound, confidence)) return { number: kept, problem: "" };
    if (!inputs) return { number: null, problem: WhatIf.PROBLEMS.left };
    if (WhatIf.impossible(bound)) return { number: null, problem: WhatIf.PROBLEMS.impossible };
    const source = bound.fixed.has(event)
      ? null
      : inputs.measured.find((one) => one.at.some((from) => from.event === event));
    const kind = source ? model.measures.find((measure) => measure.id === source.measure).kind : bound.tree.kind;
    const box =
      confidence === null ? { lower: bound.p, upper: bound.p, free: [], problem: "" } : WhatIf.box(bound, confidence);
    if (box.problem) return { number: null, problem: box.problem };
    const at = source
      ? source.at.filter((from) => !bound.fixed.has(from.event))
      : [{ event, complement: false, demands: null, hours: null, any: false, profile: 1 }];
    const top = this.topOf(d, Float64Array.from(box.upper), at);
    const own = at.find((from) => from.event === event);
    const ceiling =
      kind !== "rate-per-hour"
        ? 1
        : own.any
          ? ((1 - 1e-15) * own.profile) / own.hours
          : (own.profile * -Math.log1p(-(1 - 1e-15))) / own.hours;
    const amount = this.largest(top, target, ceiling, !source);
    if (amount === null) return { number: null, problem: WhatIf.PROBLEMS.infeasible };
    if (kind !== wanted.kind) return { number: null, problem: WhatIf.PROBLEMS.allocated_kind };
    return { number: source && own.complement ? 1 - amount : amount, problem: "" };
  },

  // The largest top event in the box as a function of a source's amount: of a coherent tree, where all else is largest.
  // A top event is linear in every event, so that two of its values tell it for one.
  topOf(d, upper, at) {
    const top = (given) => {
      for (const [from, q] of given) upper[from.event] = q;
      return d.coherent ? Diagram.top(d, upper) : NaN;
    };
    const value = (from, amount) =>
      (from.share === undefined ? 1 : from.share) * WhatIf.convert(from.complement ? 1 - amount : amount, from);
    if (at.length === 1) {
      const [from] = at,
        never = top([[from, 0]]),
        rise = top([[from, 1]]) - never;
      return (amount) => never + value(from, amount) * rise;
    }
    return (amount) => top(at.map((from) => [from, value(from, amount)]));
  },

  // The largest argument in [0, ceiling] at which an increasing function is at most the target: secant within a
  // bracket (Illinois), in the logarithm, until the bracket is as narrow as numbers allow.
  largest(at, target, ceiling, linear) {
    const least = at(0),
      most = at(ceiling);
    if (most <= target) return ceiling;
    if (!(least <= target)) return null;
    if (linear) return ((target - least) / (most - least)) * ceiling;
    const f = (t) => at(Math.exp(t) * ceiling) - target;
    let a = -80,
      b = 0,
      fa = f(a),
      fb = most - target,
      side = 0;
    for (let step = 0; step < 200 && b - a > 2e-15 * Math.max(1, Math.abs(a)); step++) {
      let c = step % 3 === 2 || fb === fa ? (a + b) / 2 : (a * fb - b * fa) / (fb - fa);
      if (!(c > a && c < b)) c = (a + b) / 2;
      if (!(c > a && c < b)) break;
      const fc = f(c);
      if (fc <= 0) {
        a = c;
        fa = fc;
        if (side === -1) fb /= 2;
        side = -1;
      } else {
        b = c;
        fb = fc;
        if (side === 1) fa /= 2;
        side = 1;
      }
    }
    return Math.exp(a) * ceiling;
  },
};
