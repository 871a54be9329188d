"use strict";
// Evaluates decision diagrams as casegen.fta writes them: node n is p*value[high]+(1-p)*value[low], children first.
const Diagram = {
  values(d, p) {
    const size = d.var.length, events = d.events.length, value = new Float64Array(Math.max(size, 2));
    value[1] = 1;
    for (let n = 2; n < size; n++) {
      const v = d.var[n], q = v < events ? p[v] : value[d.proxies[v - events]];
      value[n] = q * value[d.high[n]] + (1 - q) * value[d.low[n]];
    }
    return value;
  },
  top(d, p) { return this.values(d, p)[d.root]; },
  // Derivative of the top by every event's probability, in one sweep from the root down.
  birnbaum(d, p) {
    const value = this.values(d, p), events = d.events.length;
    const weight = new Float64Array(value.length), slope = new Float64Array(events);
    weight[d.root] = 1;
    for (let n = d.var.length - 1; n >= 2; n--) {
      const w = weight[n];
      if (w === 0) continue;
      const v = d.var[n], own = v < events, proxy = own ? -1 : d.proxies[v - events];
      const q = own ? p[v] : value[proxy], change = w * (value[d.high[n]] - value[d.low[n]]);
      if (own) slope[v] += change; else weight[proxy] += change;
      weight[d.high[n]] += w * q;
      weight[d.low[n]] += w * (1 - q);
    }
    return slope;
  },
};
