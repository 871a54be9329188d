// Evaluates decision diagrams as casegen.fta writes them: node n is p*value[high]+(1-p)*value[low], children first;
// where rates are added, p*value[high]+value[low]. A module's complement is kept beside it: 1 - p has no digits near 1.
const Diagram = {
  tables: new WeakMap(),
  // The nodes as arrays of integers, and those of modules, the only ones whose complement is asked for.
  table(d) {
    let table = this.tables.get(d);
    if (table) return table;
    const inModule = new Uint8Array(Math.max(d.var.length, 2));
    for (const proxy of d.proxies) inModule[proxy] = 1;
    for (let n = d.var.length - 1; n >= 2; n--) if (inModule[n]) inModule[d.high[n]] = inModule[d.low[n]] = 1;
    table = { vars: Int32Array.from(d.var), high: Int32Array.from(d.high), low: Int32Array.from(d.low), inModule };
    this.tables.set(d, table);
    return table;
  },
  both(d, p) {
    const { vars, high, low, inModule } = this.table(d),
      size = vars.length,
      events = d.events.length,
      modular = d.proxies.length > 0;
    const value = new Float64Array(Math.max(size, 2)),
      rest = modular ? new Float64Array(value.length) : value;
    value[1] = 1;
    if (modular) rest[0] = 1;
    for (let n = 2; n < size; n++) {
      const v = vars[n],
        own = v < events,
        proxy = own ? -1 : d.proxies[v - events];
      const q = own ? p[v] : value[proxy],
        not = d.adds ? 1 : own ? 1 - q : rest[proxy];
      value[n] = q * value[high[n]] + not * value[low[n]];
      if (modular && inModule[n]) rest[n] = q * rest[high[n]] + not * rest[low[n]];
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
    return this.gradient(d, p).slope;
  },
  gradient(d, p) {
    const { value, rest } = this.both(d, p),
      { vars, high, low } = this.table(d),
      events = d.events.length;
    const weight = new Float64Array(value.length),
      slope = new Float64Array(events);
    weight[d.root] = 1;
    for (let n = vars.length - 1; n >= 2; n--) {
      const w = weight[n];
      if (w === 0) continue;
      const v = vars[n],
        own = v < events,
        proxy = own ? -1 : d.proxies[v - events];
      const q = own ? p[v] : value[proxy],
        change = w * (value[high[n]] - (d.adds ? 0 : value[low[n]]));
      if (own) slope[v] += change;
      else weight[proxy] += change;
      weight[high[n]] += w * q;
      weight[low[n]] += w * (d.adds ? 1 : own ? 1 - q : rest[proxy]);
    }
    return { top: value[d.root], slope };
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
