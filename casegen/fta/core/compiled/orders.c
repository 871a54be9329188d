/* Orders of a module's variables: depth first by several keys, improved by FORCE (Aloul, Markov & Sakallah 2003). */
#include "kernels.h"

#define FORCE_ROUNDS 60

Scratch scratch_for(Arena *arena, const Graph *graph) {
    size_t variables = (size_t)variables_of(graph), arguments = (size_t)argument_count(graph) + 8;
    Scratch s = {INTS(arena, variables), INTS(arena, 2 * variables + 2 * arguments), INTS(arena, arguments),
                 INTS(arena, arguments), INTS(arena, variables), NULL, NULL, INTS(arena, variables),
                 INTS(arena, variables), FLOATS(arena, variables), 0};
    return s;
}

static int is_variable(const Graph *graph, const Scratch *s, int32_t v) {
    return v < graph->first || s->module[v - graph->first];
}

/* Depth-first order; bit 0 of `way` puts variables before gates, the keys sort gates, smallest first. */
static int32_t order_variables(const Graph *graph, const Module *module, Scratch *s, int32_t way) {
    int32_t first = graph->first, m = 0, depth = 1;
    double late = way & 1 ? -1.0e300 : 1.0e300;
    s->tag++;
    s->stack[0] = first + module->root;
    while (depth > 0) {
        int32_t v = s->stack[--depth];
        if (s->seen[v] == s->tag) continue;
        s->seen[v] = s->tag;
        if (v < first || (s->module[v - first] && v != first + module->root)) {
            s->order[m++] = v;
            continue;
        }
        int32_t n = 0;
        for (int32_t a = graph->start[v - first]; a < graph->start[v - first + 1]; a++) {
            int32_t u = size_of_literal(graph->arguments[a]);
            if (s->seen[u] == s->tag || u == 1) continue;
            double key = is_variable(graph, s, u) ? late : s->key[u];
            int32_t b = n - 1;
            for (; b >= 0; b--) {
                int32_t w = s->arguments[b];
                if ((is_variable(graph, s, w) ? late : s->key[w]) <= key) break;
                s->arguments[b + 1] = w;
            }
            s->arguments[b + 1] = u;
            n++;
        }
        while (n > 0) s->stack[depth++] = s->arguments[--n];
    }
    return m;
}

/* Keys by way >> 1: none, parents down, size up, size down, depth up, depth down. */
static void set_keys(const Graph *graph, const Module *module, Scratch *s, int32_t way) {
    int32_t rule = way >> 1, first = graph->first;
    for (int32_t i = 0; i < module->gates; i++) {
        int32_t j = module->gate[i];
        if (rule == 0) {
            s->key[first + j] = 0.0;
            continue;
        }
        if (rule == 1) {
            s->key[first + j] = -1.0 * s->parents[first + j];
            continue;
        }
        double total = 0.0;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t u = size_of_literal(graph->arguments[a]);
            double below = 1.0;
            if (!is_variable(graph, s, u)) below = s->key[u] < 0 ? -s->key[u] : s->key[u];
            if (rule <= 3) total += below;
            else if (below + 1.0 > total) total = below + 1.0;
        }
        s->key[first + j] = rule == 2 || rule == 4 ? total : -total;
    }
}

/* Sort by key, smallest first, stable (bottom-up merge sort). */
static void sort_by(const double *key, int32_t *items, int32_t n, int32_t *spare) {
    for (int64_t width = 1; width < n; width *= 2) {
        for (int64_t begin = 0; begin < n; begin += 2 * width) {
            int64_t middle = begin + width < n ? begin + width : n, end = begin + 2 * width < n ? begin + 2 * width : n;
            int64_t i = begin, j = middle;
            for (int64_t k = begin; k < end; k++)
                spare[k] = i < middle && (j >= end || key[items[i]] <= key[items[j]]) ? items[i++] : items[j++];
        }
        memcpy(items, spare, (size_t)n * sizeof(int32_t));
    }
}

/* One round: pulls of all edges on their points; returns the total span. */
static double pull_points(const Graph *graph, const Module *module, const double *place, double *pull, int32_t *edges) {
    double span = 0.0;
    for (int32_t i = 0; i < module->gates; i++) {
        int32_t j = module->gate[i], gate = graph->first + j;
        double low = place[gate], high = low, total = low;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            double x = place[size_of_literal(graph->arguments[a])];
            total += x;
            if (x < low) low = x;
            if (x > high) high = x;
        }
        span += high - low;
        double centre = total / (graph->start[j + 1] - graph->start[j] + 1);
        pull[gate] += centre;
        edges[gate]++;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t v = size_of_literal(graph->arguments[a]);
            pull[v] += centre;
            edges[v]++;
        }
    }
    return span;
}

/* Gates and variables lie on a line; each gate is an edge over itself and its arguments.  Every round puts each point at
 * the mean of its edges' centres; the arrangement of least total span is kept. */
static void force_order(Arena *arena, const Graph *graph, const Module *module, int32_t *order, int32_t m) {
    int32_t points = variables_of(graph), count = module->gates + m;
    double *place = FLOATS(arena, points), *pull = FLOATS(arena, points), least = 1.0e300;
    int32_t *items = INTS(arena, count), *spare = INTS(arena, count), *best = INTS(arena, count);
    int32_t *edges = INTS(arena, points), *local = INTS(arena, points);
    for (int32_t i = 0; i < m; i++) {
        place[order[i]] = 1.0 * i;
        items[i] = order[i];
    }
    for (int32_t i = 0; i < module->gates; i++) {
        int32_t j = module->gate[i];
        double total = 0.0;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++)
            total += place[size_of_literal(graph->arguments[a])];
        place[graph->first + j] = total / (graph->start[j + 1] - graph->start[j]);
        items[m + i] = graph->first + j;
    }
    sort_by(place, items, count, spare);
    for (int32_t i = 0; i < count; i++) place[items[i]] = 1.0 * i;
    for (int round = 0; round < FORCE_ROUNDS; round++) {
        for (int32_t i = 0; i < count; i++) {
            pull[items[i]] = 0.0;
            edges[items[i]] = 0;
        }
        double span = pull_points(graph, module, place, pull, edges);
        if (span < least) {
            least = span;
            memcpy(best, items, (size_t)count * sizeof(int32_t));
        }
        for (int32_t i = 0; i < count; i++) pull[items[i]] /= edges[items[i]];
        sort_by(pull, items, count, spare);
        for (int32_t i = 0; i < count; i++) place[items[i]] = 1.0 * i;
    }
    int32_t k = 0;
    for (int32_t i = 0; i < m; i++) local[order[i]] = 1;
    for (int32_t i = 0; i < count; i++)
        if (local[best[i]]) order[k++] = best[i];
    give_back(arena, place);
    give_back(arena, pull);
    give_back(arena, items);
    give_back(arena, spare);
    give_back(arena, best);
    give_back(arena, edges);
    give_back(arena, local);
}

/* One order of a module's variables into scratch->order; returns how many there are. */
int32_t find_order(Arena *arena, const Graph *graph, const Module *module, Scratch *scratch, int32_t way) {
    set_keys(graph, module, scratch, way & 15);
    int32_t m = order_variables(graph, module, scratch, way & 15);
    if (way >= 16) force_order(arena, graph, module, scratch->order, m);
    return m;
}
