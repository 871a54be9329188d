// Requirements on evidence and trees as casegen.assessment evaluates them.
const Requirements = {
  // A strict one holds by more than rounding may have left of an equality (casegen.model.quantity).
  COMPARE: {
    "<=": (a, b) => a <= b,
    "<": (a, b) => a < b - 1e-12 * Math.abs(b),
    ">=": (a, b) => a >= b,
    ">": (a, b) => a > b + 1e-12 * Math.abs(b),
  },
  // A requirement: {holds: true, false or null, compared, bound, span: least and most rank that it gives its holder}.
  // The span is one rank unless something is left to the command (`open`).
  evaluate(model, wanted, trees, set) {
    if (wanted.assessed) return this.asAssessed(wanted, trees, set);
    // what waits for a claim does so as long as only the records together meet the limit: other numbers may decide it
    if (wanted.waits && wanted.tree >= 0 && trees[wanted.tree].touched) wanted = { ...wanted, problem: "" };
    const bound = this.limit(model, wanted, trees),
      estimate = this.subject(model, wanted, trees, set);
    let problem = wanted.problem || bound.problem || this.refutesNothing(wanted, bound.number) || estimate.problem,
      compared = null;
    if (!problem) [compared, problem] = this.compared(wanted, estimate, trees, set, bound.number);
    const meets = (x) => this.COMPARE[wanted.comparison](x, bound.number);
    // a bound that may be wider than the command's decides only where it meets the limit
    if (estimate.wider && compared !== null && bound.number !== null && !meets(compared) && meets(estimate.value))
      [compared, problem] = [null, WhatIf.PROBLEMS.left];
    let holds = compared === null || bound.number === null || problem ? null : meets(compared);
    if (bound.problem === WhatIf.PROBLEMS.infeasible) holds = false; // nothing is small enough for the target
    const stale = wanted.stale || wanted.trees.some((state) => WhatIf.treeState(state, trees).stale),
      doubted = holds === true ? this.doubted(model, wanted, trees, set, compared, bound.number) : false,
      rank = (holds) => (holds === null ? 3 : holds ? Number(doubted === true) : 5);
    const touched = wanted.trees.some(({ tree, names }) =>
      tree < 0 ? names.some((name) => set.has(name)) : trees[tree].touched,
    );
    let span = [rank(holds), rank(holds)];
    if (
      WhatIf.OPEN.some((key) => problem === WhatIf.PROBLEMS[key]) ||
      wanted.trees.some((state) => WhatIf.isOpen(state, set))
    ) {
      // the estimate alone decides where it misses the limit: no bound is better
      const missed =
        Number.isFinite(estimate.value) && bound.number !== null && !bound.problem && !meets(estimate.value);
      // by the command, which has no bound either where the confidences do not suffice
      const bounded = () =>
        (wanted.records !== null || problem === WhatIf.PROBLEMS.not_coherent) &&
        WhatIf.hadBounds(trees[wanted.tree], wanted.confidence);
      if (missed && !wanted.problem && bounded()) holds = false;
      span = holds === false ? [5, 5] : [missed ? 3 : 0, 5];
    } else if (doubted === null) span = [0, 1];
    // an allocated limit that moves may part from the sentence's number, and a computed number from its tree's texts
    if (touched && (wanted.worded || wanted.trees.some(({ tree }) => tree >= 0 && trees[tree].worded)))
      span = [Math.min(span[0], 3), Math.max(span[1], 3)];
    // where decimals end on the limit, only exact arithmetic tells the side
    if (touched && holds !== null && Math.abs(compared - bound.number) < 1e-12 * Math.abs(bound.number)) span = [0, 5];
    if (stale) span = [4, 4];
    const open = span[0] !== span[1];
    return {
      holds: open ? null : holds,
      span,
      open,
      compared,
      isValue: wanted.confidence === null && compared === estimate.value,
      bound: bound.number,
      problem: open ? WhatIf.PROBLEMS.left : problem,
      kept: Boolean(estimate.kept),
      stale,
    };
  },

  // Of a tree whose top is largest before the end of its mission: as the command had it, until something of it is set.
  asAssessed({ assessed, trees: states, bound, measure }, trees, set) {
    const open =
      states.some((state) => (state.tree < 0 ? WhatIf.isOpen(state, set) : trees[state.tree].touched)) ||
      set.has(measure) ||
      ("tree" in bound && bound.tree >= 0 && trees[bound.tree].touched);
    const stale = states.some((state) => WhatIf.treeState(state, trees).stale),
      span = stale ? [4, 4] : open ? [0, 5] : [assessed.rank, assessed.rank];
    return {
      holds: open ? null : assessed.holds,
      span,
      open: span[0] !== span[1],
      compared: open ? null : assessed.compared,
      isValue: assessed.is_value,
      bound: assessed.bound === "inf" ? Infinity : assessed.bound,
      problem: open ? WhatIf.PROBLEMS.left : assessed.problem,
      kept: true,
      stale,
    };
  },

  // Whether the case has this number already, and nothing of it is uncertain: setting it changes nothing, also in trees
  // whose bounds are the command's.  Where a tree has it of which this page knows nothing, the command tells.
  has(model, name, number) {
    const measure = model.measures.find(({ id }) => id === name);
    if (measure)
      return measure.value === number && [measure.lower, measure.upper].every((x) => x === null || x === number);
    if (model.argument.trees.some(([, { tree, names }]) => tree < 0 && names.includes(name))) return false;
    const totals = (model.root || model).totals || {};
    if (Object.prototype.hasOwnProperty.call(totals, name)) return totals[name] === number;
    const places = model.trees.map((tree) => [tree, tree.diagram.events.indexOf(name)]).filter(([, i]) => i >= 0);
    return (
      places.length > 0 &&
      places.every(([tree, i]) => tree.diagram.values[i] === number && tree.moved.exact.includes(i))
    );
  },

  // The number that is compared with the limit, or why there is none.
  compared(wanted, estimate, trees, set, limit) {
    const upper = wanted.comparison.startsWith("<"),
      side = upper ? estimate.upper : estimate.lower,
      of = (x) => [x, x === null ? WhatIf.PROBLEMS.no_such_bound : ""];
    if (wanted.tree !== null && estimate.confidence === null) {
      if (wanted.confidence !== null) return [null, WhatIf.PROBLEMS.measure_unbounded];
      return of(estimate.value);
    }
    if (wanted.confidence === null) {
      if (wanted.tree !== null) return of(estimate.measured ? side : estimate.value);
      if (estimate.value === 0 && upper && estimate.upper > 0) return [null, WhatIf.PROBLEMS.nothing_seen];
      return of(estimate.value);
    }
    if (estimate.confidence === null) return [null, WhatIf.PROBLEMS.measure_unbounded];
    if (estimate.confidence < wanted.confidence * (1 - 1e-9))
      return [null, WhatIf.PROBLEMS.holds_with + estimate.confidence];
    if (wanted.records === null || side === null) return of(side);
    if (!trees[wanted.tree].touched) return of(wanted.together === null ? side : wanted.together);
    // the bound of the records together lies within the box: it may hold where the box does not
    const may = this.together(wanted, trees[wanted.tree], set);
    return may && limit !== null && !this.COMPARE[wanted.comparison](side, limit)
      ? [null, WhatIf.PROBLEMS.left]
      : of(side);
  },

  // Whether two records or more may still be bounded together: what was set by hand is none, nor what it replaces.
  together(wanted, { tree, fixed }, set) {
    const bears = ({ measure, at }) =>
      wanted.records.includes(measure) && !set.has(measure) && at.some((from) => !fixed.has(from.event));
    return !tree.inputs || tree.inputs.measured.filter(bears).length > 1;
  },

  // An earlier run that did not meet the requirement stays in doubt beside one that does, and so does a value that a
  // vital sign makes possible (casegen.assessment.looks, other_limits).
  doubted(model, wanted, trees, set, compared, limit) {
    const meets = this.COMPARE[wanted.comparison];
    if (wanted.earlier !== null && !meets(wanted.earlier, limit)) return true;
    const worse = this.worse(model, wanted.again, trees, set);
    if (!worse) return worse;
    if (worse.unknown) return wanted.trees.every(({ tree }) => tree < 0 || !trees[tree].touched) || null;
    const at = this.limit(model, wanted, worse.trees),
      own = wanted.confidence !== null && worse.again.has(wanted.measure) ? worse.again.get(wanted.measure) : compared,
      other = wanted.tree === null ? { upper: own } : WhatIf.estimate(worse.trees[wanted.tree], wanted.confidence),
      top = other.upper;
    if (other.wider && at.problem === "" && !meets(top, at.number) && meets(other.value, at.number)) return null;
    return at.problem !== "" || top === null || !meets(top, at.number);
  },

  // The trees with the other limits of measures that are worse than the present ones; false where none is, null where
  // only the command can tell.
  worse(model, limits, trees, set) {
    const beside = limits.filter(({ measure, other, upper, better }) =>
      set.has(measure) ? (upper ? other > set.get(measure) : other < set.get(measure)) : better,
    );
    // with some events set by hand, the confidence may pay for every look at the others
    const paid = beside.map((one) => this.isPaid(one, trees));
    if (paid.includes(null)) return null;
    const again = new Map();
    beside.forEach(({ measure, other, upper }, i) => {
      const known = again.has(measure) ? again.get(measure) : other;
      if (!paid[i]) again.set(measure, (upper ? Math.max : Math.min)(known, other));
    });
    if (!again.size) return false;
    const result = WhatIf.once(trees, JSON.stringify([...again]), () => {
      const both = new Map([...set, ...again]);
      return trees.map((bound) => WhatIf.bind(model, bound.tree, both));
    });
    const unknown = ({ tree }) => !tree.inputs && [...again.keys()].some((name) => tree.uses.includes(name));
    return { trees: result, again, unknown: result.some(unknown) };
  },

  // Whether the confidence pays for every look at what is still uncertain; null where only the command can tell.
  isPaid({ tree, paid }, trees) {
    if (paid === null || (tree >= 0 && !trees[tree].touched)) return false;
    const inputs = tree >= 0 && trees[tree].tree.inputs;
    if (!inputs) return null;
    const left = ({ at }) => at.some((from) => !trees[tree].fixed.has(from.event));
    if (inputs.stated.some((at) => at.some((i) => !trees[tree].fixed.has(i)))) return false;
    const spent = inputs.measured.filter(left).reduce((sum, { measure }) => sum + (paid.spent[measure] ?? Infinity), 0);
    return spent <= (1 - paid.confidence) * (1 + 1e-9);
  },

  // An upper limit of 1, or a lower one of 0, on a probability, and a rate without a limit: every number meets it.
  refutesNothing(wanted, limit) {
    const compare = this.COMPARE[wanted.comparison],
      probability = ["probability-per-demand", "probability-per-mission", "fraction"].includes(wanted.kind);
    return limit !== null && (probability || limit === Infinity) && compare(0, limit) && compare(1, limit)
      ? WhatIf.PROBLEMS.refutes_nothing
      : "";
  },

  subject(model, wanted, trees, set) {
    if (wanted.tree !== null) {
      if (wanted.tree < 0) return { problem: WhatIf.PROBLEMS.not_quantified };
      const bound = trees[wanted.tree],
        estimate = WhatIf.estimate(bound, wanted.confidence);
      if (WhatIf.impossible(bound)) return { ...WhatIf.NO_NUMBER };
      if (bound.unordered || bound.left) return { ...estimate, value: NaN, problem: WhatIf.PROBLEMS.left };
      const measured = Boxes.isMeasured(bound);
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

  // What the tree's target leaves to one event, in the kind of its measure (casegen.assessment.allocation.events).
  allocated(model, wanted, bound, { event, target, confidence, kept, together, unreachable }) {
    if (kept === "inf") kept = Infinity; // JSON has no such number
    // what the records together leave is the command's to find once the tree is changed
    if (together && bound.touched) return { number: null, problem: WhatIf.PROBLEMS.left };
    const none = unreachable ? WhatIf.PROBLEMS.infeasible : WhatIf.PROBLEMS.no_bound;
    if (together) return { number: kept, problem: kept === null ? none : "" };
    const { inputs } = bound.tree;
    // a tree of which nothing is set leaves what it left as assessed, be it nothing
    if (!inputs && WhatIf.assessed(bound, confidence)) return { number: kept, problem: kept === null ? none : "" };
    if (!inputs) return { number: null, problem: WhatIf.PROBLEMS.left };
    if (WhatIf.impossible(bound)) return { number: null, problem: WhatIf.PROBLEMS.impossible };
    const asked = JSON.stringify(["left", event, target, confidence]),
      left = WhatIf.once(bound, asked, () => this.leftTo(model, bound, event, target, confidence));
    if (left.problem) return { number: null, problem: left.problem };
    return left.kind === wanted.kind ? left : { number: null, problem: WhatIf.PROBLEMS.allocated_kind };
  },

  leftTo(model, bound, event, target, confidence) {
    const source = bound.fixed.has(event)
      ? null
      : bound.tree.inputs.measured.find((one) => one.at.some((from) => from.event === event));
    const kind = source ? model.measures.find((measure) => measure.id === source.measure).kind : bound.tree.kind;
    const box = Boxes.of(bound, confidence); // without a confidence: the largest that the evidence allows
    if (box.problem) return { problem: box.problem };
    // bounds from before the change leave less than the command's
    if (box.kept && bound.touched) return { problem: WhatIf.PROBLEMS.left };
    const at = source
      ? source.at.filter((from) => !bound.fixed.has(from.event))
      : [{ event, complement: false, demands: null, hours: null, any: false, profile: 1 }];
    const top = this.topOf(bound.tree.diagram, Float64Array.from(box.upper), at);
    const own = at.find((from) => from.event === event);
    const ceiling =
      kind !== "rate-per-hour"
        ? 1
        : own.any
          ? ((1 - 1e-15) * own.profile) / own.hours
          : (own.profile * -Math.log1p(-(1 - 1e-15))) / own.hours;
    const amount = this.largest(top, target, ceiling, !source);
    if (!bound.tree.diagram.coherent) return { problem: WhatIf.PROBLEMS.not_coherent };
    if (amount === null) return { problem: WhatIf.PROBLEMS.infeasible };
    // the event may be certain: any rate will do
    if (amount === ceiling && kind !== bound.tree.kind && kind === "rate-per-hour")
      return { kind, number: Infinity, problem: "" };
    return { kind, number: source && own.complement ? 1 - amount : amount, problem: "" };
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
