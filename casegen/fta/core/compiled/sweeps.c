/* Sweeps over a finished diagram: probabilities, derivatives, importance, many samples at once. */
#include "kernels.h"
#include <math.h>

/* Probability of node n's variable, and of its complement: a module's own, as 1 - p has no digits where p is nearly 1. */
static inline double chance(const Diagram *d, const double *probability, const double *value, const double *rest,
                            int32_t n, double *complement) {
    int32_t v = d->var[n];
    if (v < d->events) {
        *complement = 1.0 - probability[v];
        return probability[v];
    }
    *complement = rest[d->proxies[v - d->events]];
    return value[d->proxies[v - d->events]];
}

/* Sums of non-negative terms only, so that small probabilities keep their digits. */
static void evaluate_from(const Diagram *d, int32_t begin, const double *probability, double *value, double *rest) {
    const int32_t *high = d->high, *low = d->low;
    if (d->modules == 0) {
        for (int32_t n = begin; n < d->count; n++) {
            double p = probability[d->var[n]];
            value[n] = p * value[high[n]] + (1.0 - p) * value[low[n]];
        }
        return;
    }
    for (int32_t n = begin; n < d->count; n++) {
        double q, p = chance(d, probability, value, rest, n, &q);
        value[n] = p * value[high[n]] + q * value[low[n]];
        rest[n] = p * rest[high[n]] + q * rest[low[n]];
    }
}

/* Probability of every node, and of its complement where there are modules. */
void evaluate(const Diagram *diagram, const double *probability, double *value, double *rest) {
    value[0] = rest[1] = 0.0;
    value[1] = rest[0] = 1.0;
    evaluate_from(diagram, 2, probability, value, rest);
}

/* One sweep from the root: slope[v] is the derivative of the root by event v; weight and slope come in as zeros. */
void differentiate(const Diagram *d, const double *probability, const double *value, const double *rest, int32_t root,
                   double *weight, double *slope) {
    weight[root] = 1.0;
    for (int32_t n = root; n > 1; n--) {
        double w = weight[n];
        if (w == 0.0) continue;
        int32_t v = d->var[n];
        double q, p = chance(d, probability, value, rest, n, &q), change = w * (value[d->high[n]] - value[d->low[n]]);
        if (v < d->events) slope[v] += change;
        else weight[d->proxies[v - d->events]] += change; /* below every node that uses it: complete in time */
        weight[d->high[n]] += w * p;
        weight[d->low[n]] += w * q;
    }
}

/* a / b with the limits that mean something: x/0 is infinite, 0/0 undefined. */
static double quotient(double a, double b) {
    if (b != 0.0) return a / b;
    return a == 0.0 ? NAN : a > 0.0 ? INFINITY : -INFINITY;
}

#define CANCELLED 0.125 /* share of the top below which a difference has lost digits, and is evaluated instead */

/* Birnbaum, criticality, DIF, RAW and RRW of every event, one after the other.
 *
 * Returns the top's probability, or -1 when some probability is outside [0, 1]. */
double rate_events(Arena *arena, const Diagram *d, const double *probability, int32_t root, double *column) {
    int32_t events = d->events;
    for (int32_t e = 0; e < events; e++)
        if (!(probability[e] >= 0.0 && probability[e] <= 1.0)) return -1.0;
    double *value = FLOATS(arena, d->count), *weight = FLOATS(arena, d->count), *slope = FLOATS(arena, events);
    double *held = FLOATS(arena, d->count), *changed = FLOATS(arena, events);
    size_t whole = (size_t)d->count * sizeof(double);
    double *rest = FLOATS(arena, d->count), *held_rest = FLOATS(arena, d->count);
    int32_t *begin = INTS(arena, events);
    evaluate(d, probability, value, rest);
    differentiate(d, probability, value, rest, root, weight, slope);
    memcpy(held, value, whole);
    memcpy(held_rest, rest, whole);
    memcpy(changed, probability, (size_t)events * sizeof(double));
    for (int32_t n = d->count - 1; n > 1; n--)
        if (d->var[n] < events) begin[d->var[n]] = n;
    double top = value[root];
    for (int32_t e = 0; e < events; e++) {
        double p = probability[e], end[2] = {top - p * slope[e], top + (1.0 - p) * slope[e]};
        for (int state = 0; state < 2; state++) {
            if (end[state] > CANCELLED * top || begin[e] == 0) continue;
            /* what the event does not reach keeps its value */
            arena->steps -= d->count - begin[e];
            if (arena->steps < 0) look_for_interrupt(arena);
            changed[e] = state;
            evaluate_from(d, begin[e], changed, held, held_rest);
            end[state] = held[root];
        }
        if (changed[e] != p) {
            changed[e] = p;
            memcpy(held + begin[e], value + begin[e], whole - (size_t)begin[e] * sizeof(double));
            memcpy(held_rest + begin[e], rest + begin[e], whole - (size_t)begin[e] * sizeof(double));
        }
        column[e] = slope[e];
        column[events + e] = quotient(p * slope[e], top);
        column[2 * (size_t)events + e] = quotient(p * end[1], top);
        column[3 * (size_t)events + e] = quotient(end[1], top);
        column[4 * (size_t)events + e] = quotient(top, end[0]);
    }
    return top;
}

/* How to evaluate many samples with few values at a time.
 *
 * Four numbers a node: the place it writes, those of high and low, and its event, or -1 less the place of its module.
 * A place is given to another node after its last use; a node never writes where it reads.  0 and 1 are the leaves'. */
void plan_sweep(Arena *arena, const Diagram *d, int32_t root, int32_t *plan, int32_t *places, int32_t *place_of_root) {
    int32_t count = d->count, freed = 0;
    int32_t *last = INTS(arena, count), *place = INTS(arena, count), *spare = INTS(arena, count);
    for (int32_t n = 2; n < count; n++) {
        last[n] = last[d->low[n]] = last[d->high[n]] = n;
        if (d->var[n] >= d->events) last[d->proxies[d->var[n] - d->events]] = n;
    }
    last[root] = last[0] = last[1] = count;
    place[1] = 1;
    *places = 2;
    for (int32_t n = 2; n < count; n++) {
        int32_t v = d->var[n], reads[3] = {d->high[n], d->low[n], v >= d->events ? d->proxies[v - d->events] : 0};
        place[n] = freed > 0 ? spare[--freed] : (*places)++;
        int32_t *row = plan + 4 * (size_t)(n - 2);
        row[0] = place[n];
        row[1] = place[reads[0]];
        row[2] = place[reads[1]];
        row[3] = v >= d->events ? -1 - place[reads[2]] : v;
        for (int i = 0; i < 3; i++)
            if (last[reads[i]] == n) {
                /* a node read twice is given back once */
                spare[freed++] = place[reads[i]];
                last[reads[i]] = 0;
            }
    }
    *place_of_root = place[root];
}

/* Probability at a place for the columns of `samples` (events, total), `width` of them at once. */
void evaluate_many(Arena *arena, const int32_t *plan, int32_t nodes, const double *samples, int64_t total,
                   int32_t places, int64_t width, int32_t place, double *result) {
    double *value = FLOATS(arena, (size_t)places * (size_t)width);
    for (int64_t s = 0; s < width; s++) value[width + s] = 1.0;
    for (int64_t begin = 0; begin < total; begin += width) {
        int64_t count = total - begin < width ? total - begin : width;
        for (int32_t n = 0; n < nodes; n++) {
            const int32_t *row = plan + 4 * (size_t)n;
            double *out = value + row[0] * width;
            const double *above = value + row[1] * width, *below = value + row[2] * width;
            const double *p = row[3] >= 0 ? samples + row[3] * total + begin : value + (-1 - (int64_t)row[3]) * width;
            for (int64_t s = 0; s < count; s++) out[s] = below[s] + p[s] * (above[s] - below[s]);
        }
        memcpy(result + begin, value + place * width, (size_t)count * sizeof(double));
    }
}
