// A what-if as casegen.assessment does it: bind, bound, require, propagate. Data: casegen.assessment.portable.
const WhatIf = {
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
  // Those that the command may not have.
  OPEN: ["left", "not_coherent"],
  // By rank; the last one is a status that this page cannot tell.
  STATUS: ["supported", "assumed", "undeveloped", "not evaluated", "stale", "challenged", "open"],
  UNDECIDED: 6,

  // The top event of a tree that cannot happen as it is modelled.
  get NO_NUMBER() {
    return { value: NaN, lower: NaN, upper: NaN, confidence: null, problem: this.PROBLEMS.impossible, kept: false };
  },

  // changes: {event, common-cause group or ITEM.MEASURE: number}
  run(model, changes) {
    const set = new Map(Object.entries(changes).filter(([name, number]) => !Requirements.has(model, name, number)));
    const trees = model.trees.map((tree) => this.bind(model, tree, set));
    const shown = trees.map((bound) => this.estimate(bound, bound.tree.confidence));
    const required = Object.create(null);
    for (const [holder, wanted] of Object.entries(model.requirements))
      required[holder] = Requirements.evaluate(model, wanted, trees, set);
    const known = shown.map((top, i) => (this.impossible(trees[i]) ? this.NO_NUMBER : top));
    const changed = set.size > 0;
    return { trees: known, bound: trees, required, changed, ...this.propagate(model, required, trees, set, shown) };
  },

  convert(x, from) {
    const p = (from.complement ? 1 - x : x) / from.profile;
    if (from.any) return Math.min(1, (from.demands === null ? from.hours : from.demands) * p);
    if (from.demands !== null) return p < 1 ? -Math.expm1(from.demands * Math.log1p(-p)) : 1;
    return from.hours !== null ? -Math.expm1(-p * from.hours) : p;
  },

  // What was worked out of a bound tree: each is asked for many times in a run.
  known: new WeakMap(),
  once(bound, key, compute) {
    let known = this.known.get(bound);
    if (!known) this.known.set(bound, (known = new Map()));
    if (!known.has(key)) known.set(key, compute());
    return known.get(key);
  },

  // A tree of which nothing is set is bound once, whatever is set elsewhere.
  unset: new WeakMap(),
  // Events' values with the changes applied: p, the bounds of measured inputs, and what is set by hand.
  bind(model, tree, set) {
    const touched = this.isTouched(model, tree, set);
    if (!touched && this.unset.has(tree)) return this.unset.get(tree);
    const bound = this.bound(model, tree, set, touched);
    if (!touched) this.unset.set(tree, bound);
    return bound;
  },

  isTouched(model, tree, set) {
    const { measured, groups } = tree.inputs || tree.moved;
    return (
      this.isLeft(model, tree, set) ||
      tree.uses.some((measure) => set.has(measure)) ||
      measured.some(({ measure }) => set.has(measure)) ||
      Object.keys(groups).some((name) => set.has(name)) ||
      tree.orders.some(([, names]) => names.some((name) => set.has(name))) ||
      tree.diagram.events.some((name) => set.has(name))
    );
  },

  bound(model, tree, set, touched) {
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
    // where factors are uncertain too, a total that is set leaves its parts so
    const loose = tree.loose.some((group) => set.has(group));
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
    // texts of the tree may state numbers that those which are set contradict: the command reads them
    const worded = touched && (tree.worded || tree.worded_by.some((group) => set.has(group)));
    const left = this.isLeft(model, tree, set);
    return { tree, p, low, high, fixed, given, touched, worded, unordered, loose, left, stale };
  },

  // Whether something is set that this page cannot follow into the tree: its top event is then not known here.
  isLeft(model, tree, set) {
    if (tree.inputs) return false;
    const { left } = tree.moved;
    if (left !== null) return left.some((measure) => set.has(measure));
    // Nothing is known of what the tree rests on: an event, its own or another tree's, moves nothing but itself.
    return [...set.keys()].some((name) => !model.trees.some((other) => other.diagram.events.includes(name)));
  },

  // The top as assessed at a confidence, where nothing that the tree uses is changed.
  assessed(bound, confidence) {
    if (bound.tree.inputs || bound.touched) return null;
    return bound.tree.tops.find((top) => top.asked === confidence) || null;
  },

  // Whether the top had bounds at a confidence as assessed: what is set leaves the other inputs no less of it.
  hadBounds: ({ tree }, confidence) => tree.tops.some((top) => top.asked === confidence && top.confidence !== null),

  // Whether a top event is known, and its bounds, if there are any, are the command's to tell.
  boundsLeft: (top) =>
    top.confidence === null &&
    !Number.isNaN(top.value) &&
    WhatIf.OPEN.some((key) => top.problem === WhatIf.PROBLEMS[key]),

  estimate(bound, confidence) {
    return this.once(bound, "top " + confidence, () => this.estimateAt(bound, confidence));
  },

  estimateAt(bound, confidence) {
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
    const box = Boxes.of(bound, confidence);
    const alone = { value, lower: value, upper: value, confidence: null, problem: box.problem, kept: false };
    if (box.problem || box.confidence === null) return alone;
    const corners = Boxes.extremes(d, box);
    if (!corners) return { ...alone, problem: this.PROBLEMS.not_coherent };
    return {
      value,
      lower: Math.min(corners[0], value),
      upper: Math.max(corners[1], value),
      confidence: box.confidence,
      problem: "",
      kept: Boolean(box.kept),
      // bounds from before a change may be wider than the command's: what they miss, these may meet
      wider: Boolean(box.kept) && bound.touched,
    };
  },

  // Whether the top event is 0 whatever the events do that can happen: it then says nothing of the system.
  impossible(bound) {
    return this.once(bound, "impossible", () => {
      const { tree, p, high, fixed, given } = bound;
      const open = (i) => high[i] > 0 || (Boxes.isUncertain(bound, i) && !given.has(i));
      const may = (x, i) => (x > 0 || (!fixed.has(i) && open(i)) || (bound.loose && fixed.has(i)) ? 0.9 : 0);
      return Diagram.top(tree.diagram, p.map(may)) === 0;
    });
  },

  treeState(state, trees) {
    if (state.tree < 0) return { stale: Boolean(state.stale), problem: Boolean(state.problem) };
    return { stale: trees[state.tree].stale, problem: this.impossible(trees[state.tree]) };
  },

  // Whether something is set of a tree that this page does not have.
  isOpen: (state, set) => state.tree < 0 && state.names.some((name) => set.has(name)),

  // The status of every node: the worst of its own, of contexts that bear on it, and of what it rests on; twice, from
  // the least and from the most that each may have by itself.  Where both agree it is known, and so is the verdict.
  propagate(model, required, trees, set, tops) {
    const a = model.argument,
      own = this.owns(model, required, trees, set, tops);
    let [least, most] = own.map((one) => this.pass(a, one));
    // a bound counts while the claim stands that its tree names: what follows once it falls is left to the command
    if (set.size && a.argued.some((n) => (most.seen[n] === 0) !== (this.base(model).seen[n] === 0))) {
      for (const n of [...a.holders, ...a.trees.map(([node]) => node)]) {
        own[0].rank[n] = 0;
        own[1].rank[n] = 5;
      }
      [least, most] = own.map((one) => this.pass(a, one));
    }
    const agreed = (one, other) => one.map((x, n) => (x === other[n] ? x : this.UNDECIDED));
    const met = (run) => a.roots.length > 0 && a.roots.every((root) => run.rank[root] === 0);
    return {
      rank: agreed(least.rank, most.rank),
      own: agreed(own[0].rank, own[1].rank),
      seen: agreed(least.seen, most.seen),
      supported: met(least) === met(most) ? met(least) : null,
    };
  },

  // The least and the most rank of each node by itself, each with those whose doubts no acceptance covers.
  owns(model, required, trees, set, tops) {
    const a = model.argument,
      ends = [0, 1].map(() => ({ rank: Int8Array.from(a.ranks), doubted: new Set() }));
    const raise = (node, span) =>
      ends.forEach((end, i) => {
        if (span[i] === 1) end.doubted.add(node); // no acceptance of a node covers doubts about data
        end.rank[node] = Math.max(end.rank[node], span[i]);
      });
    for (const node of a.holders) raise(node, required[a.ids[node]].span);
    for (const floor of a.floors) {
      const changed = floor.all
        ? floor.all.every((name) => set.has(name))
        : floor.any === null
          ? set.size > 0
          : floor.any.some((name) => set.has(name));
      const moved = floor.study && changed ? Reductions.span(model, floor.study, trees, set) : null;
      raise(floor.node, moved || (changed ? [floor.least, floor.most] : [floor.now, floor.now]));
    }
    for (const risk of a.risks) {
      const span = this.risk(model, risk, trees, set, tops[risk.tree]);
      for (const node of risk.nodes) raise(node, span);
    }
    for (const [node, state] of a.trees) {
      const tree = this.treeState(state, trees),
        rank = tree.stale ? 4 : tree.problem ? 3 : 0,
        bound = trees[state.tree];
      if (this.isOpen(state, set)) raise(node, [0, 5]);
      else raise(node, [rank, bound && bound.worded ? Math.max(3, rank) : rank]);
    }
    // of a node that this page does not replay as it was assessed it can tell nothing else either
    const { differing, wrong } = set.size ? this.base(model) : { differing: [], wrong: new Set() };
    for (const node of differing) raise(node, [0, 5]);
    ends.forEach((end, i) => Object.assign(end, { wrong, edge: i ? 5 : 0 }));
    return ends;
  },

  // The least and the most rank of a risk: of its class, and by earlier runs or what a sign makes possible
  // (assessment.risk_matrix). A changed number may part from its tree's texts, and has no class then.
  risk(model, risk, trees, set, top) {
    const at = trees[risk.tree],
      { inputs, confidence } = at.tree,
      measured = inputs === null || Boxes.isMeasured(at),
      { touched, worded } = at;
    const frequency = (top) => (top.confidence !== null ? top.upper : measured ? null : top.value);
    const bad = (x) =>
      risk.spans.some(([from, to]) => x * (1 + 1e-14) >= from && (to === null || x * (1 + 1e-14) < to));
    const none = risk.used ? 3 : 0,
      span = (x, y = x) => (worded ? [Math.min(x, none), Math.max(y, none)] : [x, y]);
    // a number of another kind than the matrix, or one that is stale, has no class
    if (!risk.rated || at.stale) return span(none);
    if (touched && this.OPEN.some((key) => top.problem === this.PROBLEMS[key])) return [0, 5];
    const now = touched ? frequency(top) : risk.now;
    if (now === null) return span(none);
    const between = ([from]) => from > top.value && from <= top.upper;
    if (touched && (risk.together || top.wider) && (bad(top.value) !== bad(now) || risk.spans.some(between)))
      return [0, 5];
    if (bad(now)) return span(5);
    if (risk.doubted) return touched ? span(0, 1) : span(1); // with its events its doubts go
    const worse = Requirements.worse(model, risk.again, trees, set);
    if (worse === null) return span(0, 1);
    if (!worse) return span(0);
    const other = this.estimate(worse.trees[risk.tree], confidence),
      then = worse.unknown ? null : frequency(other);
    if (then !== null && other.wider && bad(then)) return span(0, 1);
    return span(Number(then === null || bad(then)));
  },

  pass(a, own) {
    const count = a.ids.length,
      rank = new Int8Array(count),
      seen = new Int8Array(count),
      accepted = new Set(a.accepted),
      bearing = new Map(a.contexts);
    for (let n = 0; n < count; n++) {
      let inherited = 0;
      for (const context of bearing.get(n) || []) inherited = Math.max(inherited, seen[context]);
      for (const below of a.below[n]) inherited = Math.max(inherited, seen[below]);
      const worst = (rank[n] = own.wrong.has(n) ? own.edge : Math.max(own.rank[n], inherited));
      const covered = accepted.has(n) && inherited === 0 && !own.doubted.has(n); // acceptance covers the node alone
      seen[n] = worst === 1 && covered ? 0 : worst;
    }
    return { rank, seen };
  },

  // A run to be shown: until a number is set, the case and each node are as they were assessed.
  played(model, changes) {
    const result = this.run(model, changes);
    if (result.changed) return result;
    for (const n of this.base(model).differing) result.rank[n] = this.STATUS.indexOf(model.argument.statuses[n]);
    return { ...result, supported: model.supported };
  },

  bases: new WeakMap(),
  // The case as it is: what each node is seen as, and which nodes do not come out as they were assessed, of which the
  // page has a wrong status or (left to the command) none.
  base(model) {
    if (!this.bases.has(model)) {
      const { rank, seen } = this.run(model, {}),
        a = model.argument;
      const differing = a.ids.map((_, n) => n).filter((n) => a.statuses[n] && this.STATUS[rank[n]] !== a.statuses[n]);
      this.bases.set(model, { seen, differing, wrong: new Set(differing.filter((n) => rank[n] !== this.UNDECIDED)) });
    }
    return this.bases.get(model);
  },

  // Where a node's status arises: down the first node of the same status, to one that has it by itself.
  cause(model, run, node) {
    const a = model.argument,
      bearing = new Map(a.contexts);
    for (let steps = 0; steps < a.ids.length; steps++) {
      if (run.own[node] === run.rank[node]) return node;
      const next = [...(bearing.get(node) || []).filter((c) => run.seen[c] > 0), ...a.below[node]].find(
        (other) => run.seen[other] === run.rank[node],
      );
      if (next === undefined) return node;
      node = next;
    }
    return node;
  },
};
