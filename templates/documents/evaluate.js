// Evaluates decision diagrams as casegen.fta writes them: node n is p*value[high]+(1-p)*value[low], children first;
// where rates are added, p*value[high]+value[low]. A module's complement is kept beside it: 1 - p has no digits near 1.
const Diagram = {
  both(d, p) {
    const size = d.var.length,
      events = d.events.length;
    const value = new Float64Array(Math.max(size, 2)),
      rest = new Float64Array(Math.max(size, 2));
    value[1] = rest[0] = 1;
    for (let n = 2; n < size; n++) {
      const v = d.var[n],
        own = v < events,
        proxy = own ? -1 : d.proxies[v - events];
      const q = own ? p[v] : value[proxy],
        not = d.adds ? 1 : own ? 1 - q : rest[proxy];
      value[n] = q * value[d.high[n]] + not * value[d.low[n]];
      rest[n] = q * rest[d.high[n]] + not * rest[d.low[n]];
    }
    return { value, rest };
  },
  values(d, p) {
    return this.both(d, p).value;
  },
  top(d, p) {
    return this.values(d, p)[d.root];
  },
  // Derivative of the top by every event's probability, in one sweep from the root down.
  birnbaum(d, p) {
    const { value, rest } = this.both(d, p),
      events = d.events.length;
    const weight = new Float64Array(value.length),
      slope = new Float64Array(events);
    weight[d.root] = 1;
    for (let n = d.var.length - 1; n >= 2; n--) {
      const w = weight[n];
      if (w === 0) continue;
      const v = d.var[n],
        own = v < events,
        proxy = own ? -1 : d.proxies[v - events];
      const q = own ? p[v] : value[proxy],
        change = w * (value[d.high[n]] - (d.adds ? 0 : value[d.low[n]]));
      if (own) slope[v] += change;
      else weight[proxy] += change;
      weight[d.high[n]] += w * q;
      weight[d.low[n]] += w * (d.adds ? 1 : own ? 1 - q : rest[proxy]);
    }
    return slope;
  },
  // The other importances follow from it, because the top is linear in every event: casegen.fta.tree.importance.
  importance(d, p) {
    const top = this.top(d, p),
      ratio = (a, b) => (b !== 0 ? a / b : a === 0 ? NaN : Infinity);
    return {
      top,
      rows: [...this.birnbaum(d, p)].map((birnbaum, i) => {
        const without = top - p[i] * birnbaum,
          left = Math.abs(without) <= 1e-14 * top ? 0 : without;
        return {
          birnbaum,
          criticality: ratio(p[i] * birnbaum, top),
          raw: d.adds ? NaN : ratio(top + (1 - p[i]) * birnbaum, top),
          rrw: ratio(top, left),
        };
      }),
    };
  },
};

// A what-if as casegen.assessment does it: bind, bound, require, propagate. Data: casegen.assessment.portable.
const WhatIf = {
  // A strict one holds by more than rounding may have left of an equality (casegen.model.quantity).
  COMPARE: {
    "<=": (a, b) => a <= b,
    "<": (a, b) => a < b - 1e-12 * Math.abs(b),
    ">=": (a, b) => a >= b,
    ">": (a, b) => a > b + 1e-12 * Math.abs(b),
  },
  // What a requirement or bound is not evaluated for, by the key of the page's words.
  PROBLEMS: {
    left: "left to the command",
    no_confidence: "a measure has no confidence bound",
    jointly: "the measured inputs hold jointly with ",
    not_coherent: "the tree is not coherent and has too many uncertain inputs",
    holds_with: "the bound holds with ",
    no_such_bound: "the measure has no such bound",
    not_quantified: "the tree is not quantified here",
    other_kind: "the tree is of another kind",
    no_result: "no result",
    no_bound: "no bound",
    infeasible: "infeasible: nothing is left",
    allocated_kind: "the allocated bound is of another kind",
    measure_unbounded: "the measure has no confidence bound",
    impossible: "the top event cannot happen as the tree is modelled",
    refutes_nothing: "nothing could refute the requirement",
    nothing_seen: "an estimate of 0 shows only that nothing was seen yet",
  },
  STATUS: ["supported", "assumed", "undeveloped", "not evaluated", "stale", "challenged"],

  // changes: {event, common-cause group or ITEM.MEASURE: number}
  run(model, changes) {
    const set = new Map(Object.entries(changes));
    const trees = model.trees.map((tree) => this.bind(model, tree, set));
    const shown = trees.map((bound) => this.estimate(bound, bound.tree.confidence));
    const required = Object.create(null);
    for (const [holder, wanted] of Object.entries(model.requirements))
      required[holder] = this.evaluate(model, wanted, trees, set);
    return { trees: shown, bound: trees, required, ...this.propagate(model, required, trees, set.size > 0, shown) };
  },

  convert(x, from) {
    const p = (from.complement ? 1 - x : x) / from.profile;
    if (from.any) return Math.min(1, (from.demands === null ? from.hours : from.demands) * p);
    if (from.demands !== null) return p < 1 ? -Math.expm1(from.demands * Math.log1p(-p)) : 1;
    return from.hours !== null ? -Math.expm1(-p * from.hours) : p;
  },

  // Events' values with the changes applied: p, the bounds of measured inputs, and what is set by hand.
  bind(model, tree, set) {
    const d = tree.diagram,
      inputs = tree.inputs,
      p = Float64Array.from(d.values),
      fixed = new Set();
    const low = new Float64Array(p.length).fill(NaN),
      high = new Float64Array(p.length).fill(NaN);
    // Whatever is left of its bounds to the command, a tree follows every number that is set.
    const { measured, groups } = inputs || tree.moved,
      given = new Set();
    for (const source of measured)
      for (const from of source.at) {
        const number = set.get(source.measure);
        low[from.event] = from.lower === null ? NaN : from.lower;
        high[from.event] = from.upper === null ? NaN : from.upper;
        if (number === undefined) continue;
        given.add(from.event);
        p[from.event] = from.share * this.convert(number, from);
        if (from.lower !== null)
          low[from.event] =
            from.least === "same"
              ? p[from.event]
              : from.least === "zero"
                ? 0
                : from.share * (from.complement ? 1 - number : number);
        if (from.upper !== null) high[from.event] = p[from.event];
      }
    for (const [group, parts] of Object.entries(groups))
      if (set.has(group))
        for (const [i, share] of parts) {
          p[i] = share * set.get(group);
          fixed.add(i);
        }
    // an order is not known where an input is set: counted as 1, the largest top where every event raises it
    let unordered = false;
    for (const [i, names] of tree.orders)
      if (names.some((name) => set.has(name))) {
        p[i] = 1;
        unordered ||= !inputs;
      }
    d.events.forEach((name, i) => {
      if (set.has(name)) {
        p[i] = set.get(name);
        fixed.add(i);
      }
    });
    const stale = tree.stale.some((i) => !fixed.has(i));
    return { tree, p, low, high, fixed, given, set, unordered, left: this.isLeft(model, tree, set), stale };
  },

  // Whether something is set that this page cannot follow into the tree: its top event is then not known here.
  isLeft(model, tree, set) {
    if (tree.inputs) return false;
    const { left } = tree.moved;
    if (left !== null) return left.some((measure) => set.has(measure));
    // Nothing is known of what the tree rests on: an event, its own or another tree's, moves nothing but itself.
    return [...set.keys()].some((name) => !model.trees.some((other) => other.diagram.events.includes(name)));
  },

  // The box of event bounds that holds jointly at a confidence (casegen.assessment.bounds.box).
  box(bound, confidence) {
    const { tree, p, low, high, fixed, given } = bound,
      inputs = tree.inputs;
    const lower = Float64Array.from(p),
      upper = Float64Array.from(p),
      none = { lower: p, upper: p, confidence: null, free: [] };
    if (!inputs) {
      const fits =
        tree.kept.confidence !== null && (confidence === null || Math.abs(tree.kept.confidence - confidence) < 1e-9);
      if (!fits)
        return { ...none, problem: tree.kept.lower.some((x, i) => x !== tree.kept.upper[i]) ? this.PROBLEMS.left : "" };
      p.forEach((_, i) => {
        if (fixed.has(i)) return;
        lower[i] = given.has(i) ? low[i] : tree.kept.lower[i];
        upper[i] = given.has(i) ? high[i] : tree.kept.upper[i];
      });
      if ([...given].some((i) => Number.isNaN(lower[i]) || Number.isNaN(upper[i])))
        return { ...none, problem: this.PROBLEMS.no_confidence };
      return { lower, upper, confidence: tree.kept.confidence, free: [], kept: true, problem: "" };
    }
    const measured = inputs.measured
      .map((source) => ({ ...source, at: source.at.filter((from) => !fixed.has(from.event)) }))
      .filter((source) => source.at.length);
    if (measured.some((source) => source.confidence === null)) return { ...none, problem: this.PROBLEMS.no_confidence };
    const stated = inputs.stated.map((at) => at.filter((i) => !fixed.has(i))).filter((at) => at.length);
    if (!measured.length && !stated.length) return { ...none, problem: "" };
    const spent = measured.reduce((sum, source) => sum + (1 - source.confidence), 0);
    const budget = confidence !== null ? 1 - confidence : stated.length ? Math.max(0.05, 1.5 * spent) : spent;
    if (spent > budget * (1 + 1e-9) || (stated.length && spent >= budget))
      return { ...none, problem: this.PROBLEMS.jointly + (1 - spent) + " only" };
    const free = new Set();
    for (const source of measured)
      for (const { event } of source.at) {
        lower[event] = Number.isNaN(low[event]) ? 0 : low[event];
        upper[event] = Number.isNaN(high[event]) ? 1 : high[event];
        free.add(event);
      }
    let kept = false;
    if (stated.length) {
      const table = (inputs.boxes.find((box) => box.confidence === confidence) || { table: {} }).table;
      const classes = [...new Set(inputs.measured.map((source) => source.confidence))].sort((a, b) => a - b);
      const key = (sources, count) =>
        classes.map((c) => sources.filter((source) => source.confidence === c).length).join(",") + "/" + count;
      const row = table[key(measured, stated.length)] || table[key(inputs.measured, inputs.stated.length)];
      kept = !table[key(measured, stated.length)];
      if (!row) return { ...none, problem: this.PROBLEMS.left };
      inputs.stated.flat().forEach((i, at) => {
        if (!fixed.has(i)) {
          lower[i] = row[0][at];
          upper[i] = row[1][at];
          free.add(i);
        }
      });
    }
    return { lower, upper, confidence: 1 - budget, free: [...free].sort((a, b) => a - b), kept, problem: "" };
  },

  // Smallest and largest top over the box of a coherent tree: its corners. Others are left to the command.
  extremes(d, box) {
    return d.coherent ? [Diagram.top(d, box.lower), Diagram.top(d, box.upper)] : null;
  },

  untouched({ tree, fixed, set, left }) {
    return !fixed.size && !left && !tree.uses.some((measure) => set.has(measure));
  },

  // The top as assessed at a confidence, where nothing that the tree uses is changed.
  assessed(bound, confidence) {
    if (bound.tree.inputs || !this.untouched(bound)) return null;
    return bound.tree.tops.find((top) => top.asked === confidence) || null;
  },

  estimate(bound, confidence) {
    if (bound.left)
      return { value: NaN, lower: NaN, upper: NaN, confidence: null, problem: this.PROBLEMS.left, kept: false };
    const d = bound.tree.diagram,
      value = Diagram.top(d, bound.p),
      kept = this.assessed(bound, confidence);
    if (kept)
      return {
        ...kept,
        lower: kept.lower === null ? value : kept.lower,
        upper: kept.upper === null ? value : kept.upper,
        kept: true,
      };
    const box = this.box(bound, confidence);
    const alone = { value, lower: value, upper: value, confidence: null, problem: box.problem, kept: false };
    if (box.problem || box.confidence === null) return alone;
    const found = this.extremes(d, box);
    if (!found) return { ...alone, problem: this.PROBLEMS.not_coherent };
    return {
      value,
      lower: Math.min(found[0], value),
      upper: Math.max(found[1], value),
      confidence: box.confidence,
      problem: "",
      kept: Boolean(box.kept),
    };
  },

  // Whether the top event is 0 whatever the events do that can happen: it then says nothing of the system.
  impossible({ tree, p, high, fixed }) {
    const uncertain = new Set(tree.inputs ? tree.inputs.stated.flat().filter((i) => !fixed.has(i)) : []);
    return (
      Diagram.top(
        tree.diagram,
        p.map((x, i) => (x > 0 || (!fixed.has(i) && high[i] > 0) || uncertain.has(i) ? 0.9 : 0)),
      ) === 0
    );
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
        if (wanted.confidence !== null && !trees[wanted.tree].fixed.size) problem = this.PROBLEMS.measure_unbounded;
        else compared = estimate.value;
      } else if (
        wanted.confidence === null &&
        wanted.tree === null &&
        estimate.value === 0 &&
        upper &&
        estimate.upper > 0
      )
        problem = this.PROBLEMS.nothing_seen;
      else if (wanted.confidence === null)
        compared =
          wanted.tree === null || !estimate.measured ? estimate.value : upper ? estimate.upper : estimate.lower;
      else if (estimate.confidence === null) problem = this.PROBLEMS.measure_unbounded;
      else if (estimate.confidence < wanted.confidence * (1 - 1e-9))
        problem = this.PROBLEMS.holds_with + estimate.confidence;
      else compared = upper ? estimate.upper : estimate.lower;
      if (compared !== null && wanted.together !== null) {
        if (this.untouched(trees[wanted.tree])) compared = wanted.together;
        // the bound of the records together lies within the box: it may hold where the box does not
        else if (bound.number !== null && !this.COMPARE[wanted.comparison](compared, bound.number))
          problem = this.PROBLEMS.left;
      }
      if (compared === null && !problem) problem = this.PROBLEMS.no_such_bound;
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
      stale: wanted.stale || wanted.trees.some((state) => this.treeState(state, trees).stale),
    };
  },

  // An earlier run that did not meet the requirement stays in doubt beside one that does, and so does a value that a vital
  // sign makes possible (casegen.assessment.looks, other_limits).
  doubted(model, wanted, trees, set, compared, limit) {
    const meets = this.COMPARE[wanted.comparison];
    if (wanted.earlier !== null && !meets(wanted.earlier, limit)) return true;
    const beside = ([name, [end, upper, worse]]) =>
      set.has(name) ? (upper ? end > set.get(name) : end < set.get(name)) : worse;
    const again = Object.entries(wanted.again)
      .filter(beside)
      .map(([name, [end]]) => [name, end]);
    if (!again.length) return false;
    const worse = trees.map((bound) => this.bind(model, bound.tree, new Map([...set, ...again])));
    if (worse.some((bound) => !bound.tree.inputs && again.some(([measure]) => bound.tree.uses.includes(measure))))
      return true;
    const at = this.limit(model, wanted, worse),
      top = wanted.tree === null ? compared : this.estimate(worse[wanted.tree], wanted.confidence).upper;
    return at.problem !== "" || top === null || !meets(top, at.number);
  },

  // An upper limit of 1, or a lower one of 0, on a probability: every number meets it.
  refutesNothing(wanted, limit) {
    const compare = this.COMPARE[wanted.comparison],
      probability = ["probability-per-demand", "probability-per-mission", "fraction"].includes(wanted.kind);
    return limit !== null && probability && compare(0, limit) && compare(1, limit) ? this.PROBLEMS.refutes_nothing : "";
  },

  // Whether a measure of evidence enters the tree: its top is then held with its bound, asked for or not.
  isMeasured({ tree, fixed }) {
    if (!tree.inputs) return tree.uses.length > 0;
    return tree.inputs.measured.some((source) => source.at.some((from) => !fixed.has(from.event)));
  },

  subject(model, wanted, trees, set) {
    if (wanted.tree !== null) {
      if (wanted.tree < 0) return { problem: this.PROBLEMS.not_quantified };
      const bound = trees[wanted.tree],
        found = this.estimate(bound, wanted.confidence);
      if (this.impossible(bound)) return { ...found, problem: this.PROBLEMS.impossible };
      if (bound.unordered) return { ...found, problem: this.PROBLEMS.left };
      const measured = this.isMeasured(bound);
      return {
        ...found,
        measured,
        problem:
          bound.tree.kind !== wanted.kind
            ? this.PROBLEMS.other_kind
            : wanted.confidence === null && !measured
              ? ""
              : found.problem,
      };
    }
    const found = model.measures.find((measure) => measure.id === wanted.measure);
    if (!found) return { problem: this.PROBLEMS.no_result };
    const number = set.get(wanted.measure);
    if (number === undefined) return { ...found, problem: "" };
    return {
      value: number,
      lower: found.lower === null ? null : number,
      upper: found.upper === null ? null : number,
      confidence: found.confidence,
      problem: "",
    };
  },

  limit(model, wanted, trees) {
    const bound = wanted.bound;
    if (!("tree" in bound))
      return { number: bound.number, problem: bound.number === null ? this.PROBLEMS.no_bound : "" };
    return this.allocated(model, wanted, trees[bound.tree], bound);
  },

  // What the tree's target leaves to one event, in the kind of its measure (casegen.assessment.allocation).
  allocated(model, wanted, bound, { event, target, confidence, kept, together }) {
    // what the records together leave is the command's to find once the tree is changed
    if (together && !this.untouched(bound)) return { number: null, problem: this.PROBLEMS.left };
    if (together) return { number: kept, problem: kept === null ? this.PROBLEMS.infeasible : "" };
    const d = bound.tree.diagram,
      inputs = bound.tree.inputs;
    if (!inputs && kept !== null && this.assessed(bound, confidence)) return { number: kept, problem: "" };
    if (!inputs) return { number: null, problem: this.PROBLEMS.left };
    if (this.impossible(bound)) return { number: null, problem: this.PROBLEMS.impossible };
    const source = bound.fixed.has(event)
      ? null
      : inputs.measured.find((one) => one.at.some((from) => from.event === event));
    const kind = source ? model.measures.find((measure) => measure.id === source.measure).kind : bound.tree.kind;
    const box =
      confidence === null ? { lower: bound.p, upper: bound.p, free: [], problem: "" } : this.box(bound, confidence);
    if (box.problem) return { number: null, problem: box.problem };
    const at = source
      ? source.at.filter((from) => !bound.fixed.has(from.event))
      : [{ event, complement: false, demands: null, hours: null, any: false, profile: 1 }];
    const lower = Float64Array.from(box.lower),
      upper = Float64Array.from(box.upper),
      moved = { ...box, lower, upper };
    const top = (amount) => {
      for (const from of at)
        lower[from.event] = upper[from.event] =
          (from.share === undefined ? 1 : from.share) * this.convert(from.complement ? 1 - amount : amount, from);
      const found = this.extremes(d, moved);
      return found ? Math.max(...found) : NaN;
    };
    const own = at.find((from) => from.event === event);
    const ceiling =
      kind !== "rate-per-hour"
        ? 1
        : own.any
          ? ((1 - 1e-15) * own.profile) / own.hours
          : (own.profile * -Math.log1p(-(1 - 1e-15))) / own.hours;
    const amount = this.largest(top, target, ceiling, !source);
    if (amount === null) return { number: null, problem: this.PROBLEMS.infeasible };
    if (kind !== wanted.kind) return { number: null, problem: this.PROBLEMS.allocated_kind };
    return { number: source && own.complement ? 1 - amount : amount, problem: "" };
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

  treeState(state, trees) {
    if (state.tree < 0) return { stale: Boolean(state.stale), problem: Boolean(state.problem) };
    return { stale: trees[state.tree].stale, problem: this.impossible(trees[state.tree]) };
  },

  // The status of every node: the worst of its own, of contexts that bear on it, and of what it rests on.
  propagate(model, required, trees, changed, tops) {
    const a = model.argument,
      count = a.ids.length,
      rank = new Int8Array(count),
      seen = new Int8Array(count);
    const accepted = new Set(a.accepted),
      own = Int8Array.from(a.ranks),
      bearing = new Map(a.contexts);
    for (const node of a.holders) {
      const found = required[a.ids[node]];
      own[node] = Math.max(
        own[node],
        found.stale ? 4 : found.holds === null ? 3 : found.holds ? Number(found.doubted) : 5,
      );
    }
    for (const [node, now, then] of a.floors) own[node] = Math.max(own[node], changed ? then : now);
    for (const risk of a.risks) {
      const top = tops[risk.tree],
        kept = !changed || this.assessed(trees[risk.tree], trees[risk.tree].tree.confidence);
      const inputs = trees[risk.tree].tree.inputs,
        measured = inputs === null || inputs.measured.length > 0;
      const frequency = kept ? risk.now : top.confidence !== null ? top.upper : measured ? null : top.value;
      const bad =
        frequency !== null && risk.spans.some(([from, to]) => frequency >= from && (to === null || frequency < to));
      for (const node of risk.nodes) own[node] = Math.max(own[node], bad ? 5 : frequency === null ? 3 : 0);
    }
    for (const [node, state] of a.trees) {
      const found = this.treeState(state, trees);
      own[node] = Math.max(own[node], found.stale ? 4 : found.problem ? 3 : 0);
    }
    for (let n = 0; n < count; n++) {
      let inherited = 0;
      for (const context of bearing.get(n) || []) inherited = Math.max(inherited, seen[context]);
      for (const below of a.below[n]) inherited = Math.max(inherited, seen[below]);
      const worst = (rank[n] = Math.max(own[n], inherited));
      seen[n] = worst === 1 && inherited === 0 && accepted.has(n) ? 0 : worst; // acceptance covers the node alone
    }
    return { rank, own, seen, supported: a.roots.length > 0 && a.roots.every((root) => rank[root] === 0) };
  },

  // Where a node's status arises: down the first node of the same status, to one that has it by itself.
  cause(model, found, node) {
    const a = model.argument,
      bearing = new Map(a.contexts);
    for (let steps = 0; steps < a.ids.length; steps++) {
      if (found.own[node] === found.rank[node]) return node;
      const next = [...(bearing.get(node) || []).filter((c) => found.seen[c] > 0), ...a.below[node]].find(
        (other) => found.seen[other] === found.rank[node],
      );
      if (next === undefined) return node;
      node = next;
    }
    return node;
  },
};
