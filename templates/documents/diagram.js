// Evaluates decision diagrams as casegen.fta writes them: node n is p*value[high]+(1-p)*value[low], children first;
// where rates are added, p*value[high]+value[low]. A module's complement is kept beside it: 1 - p has no digits near 1.
const Diagram = {
  masks: new WeakMap(),
  // The nodes of modules, the only ones whose complement is asked for.
  modules(d) {
    let mask = this.masks.get(d);
    if (mask) return mask;
    mask = new Uint8Array(Math.max(d.var.length, 2));
    for (const proxy of d.proxies) mask[proxy] = 1;
    for (let n = d.var.length - 1; n >= 2; n--) if (mask[n]) mask[d.high[n]] = mask[d.low[n]] = 1;
    this.masks.set(d, mask);
    return mask;
  },
  both(d, p) {
    const size = d.var.length,
      events = d.events.length;
    const value = new Float64Array(Math.max(size, 2)),
      rest = new Float64Array(Math.max(size, 2));
    const inModule = this.modules(d);
    value[1] = rest[0] = 1;
    for (let n = 2; n < size; n++) {
      const v = d.var[n],
        own = v < events,
        proxy = own ? -1 : d.proxies[v - events];
      const q = own ? p[v] : value[proxy],
        not = d.adds ? 1 : own ? 1 - q : rest[proxy];
      value[n] = q * value[d.high[n]] + not * value[d.low[n]];
      if (inModule[n]) rest[n] = q * rest[d.high[n]] + not * rest[d.low[n]];
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
