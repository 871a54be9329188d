/* Trees too large to solve: a function from below and one from above, both pruned to a size.
 *
 * L <= f <= U is kept for every gate.  Pruning a lower function replaces nodes that carry little probability by false; the
 * upper function is pruned as the complement's lower.  Both probabilities are then exact, so that the bounds are rigorous
 * whatever was pruned. */
#include <float.h>

#include "kernels.h"

#define ROUNDING 8.9e-16 /* of a node: two products, a difference and a sum, each to half a last place, twice over */

typedef struct {
    Store store;
    const double *p;      /* probability by level */
    double *value, *rest; /* by node, -1 where unknown: of the node and of its complement, as 1 - p has no digits near 1 */
    double *reach;        /* by reference */
    int32_t *changed, *stamp, *stack, *post;
    int32_t tag, stack_size, most, limit;
} Pruning;

/* Nodes below a reference, children first; returns how many, or most + 1 when more. */
static int32_t gather(Pruning *w, int32_t root) {
    const Node *node = w->store.node;
    int32_t count = 0, depth = 1;
    w->tag++;
    w->stack[0] = (root >> 1) * 2;
    while (depth > 0) {
        int32_t entry = w->stack[--depth], n = entry >> 1;
        if (entry & 1) {
            if (count >= w->most) return w->most + 1;
            w->post[count++] = n;
            continue;
        }
        if (n == 0 || w->stamp[n] == w->tag) continue;
        w->stamp[n] = w->tag;
        if (depth + 3 > w->stack_size) return w->most + 1;
        w->stack[depth++] = entry + 1;
        w->stack[depth++] = (node[n].low >> 1) * 2;
        w->stack[depth++] = (node[n].high >> 1) * 2;
    }
    return count;
}

static double value_of(const Pruning *w, int32_t ref) {
    return ref & 1 ? w->rest[ref >> 1] : w->value[ref >> 1];
}

/* How many of the nodes are reached, and then hold, with at least the threshold's probability. */
static int32_t count_kept(Pruning *w, int32_t root, int32_t count, double threshold) {
    const Node *node = w->store.node;
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) w->reach[2 * w->post[i]] = w->reach[2 * w->post[i] + 1] = 0.0;
    w->reach[root] = 1.0;
    for (int32_t i = count - 1; i >= 0; i--) {
        int32_t n = w->post[i], here = 0;
        double q = w->p[node[n].level];
        for (int c = 0; c < 2; c++) {
            double r = w->reach[2 * n + c];
            if (r <= 0.0 || r * value_of(w, 2 * n + c) < threshold) continue;
            here = 1;
            w->reach[node[n].low ^ c] += r * (1.0 - q);
            w->reach[node[n].high ^ c] += r * q;
        }
        kept += here;
    }
    return kept;
}

/* A function of at most `limit` nodes that implies the one given, or NO_ROOM.
 *
 * The nodes whose probability of being reached and then holding is least become false; the threshold grows until the
 * rest fits. */
static int32_t prune_below(Pruning *w, int32_t root, int32_t limit) {
    int32_t count = gather(w, root);
    if (count > w->most) return NO_ROOM;
    for (int32_t i = 0; i < count; i++) {
        int32_t n = w->post[i];
        if (w->value[n] >= 0.0) continue;
        Node at = w->store.node[n];
        double q = w->p[at.level];
        w->value[n] = q * value_of(w, at.high) + (1.0 - q) * value_of(w, at.low);
        w->rest[n] = q * value_of(w, at.high ^ 1) + (1.0 - q) * value_of(w, at.low ^ 1);
    }
    if (count <= limit) return root;
    double whole = value_of(w, root), others = value_of(w, root ^ 1), scale = whole < others ? whole : others;
    double threshold = 1e-12 * scale;
    /* what has fallen below the smallest number would keep the threshold at 0, and the loop without an end */
    if (threshold < DBL_MIN) threshold = DBL_MIN;
    while (count_kept(w, root, count, threshold) > limit && threshold <= scale) threshold *= 4.0;
    w->changed[0] = 0;
    w->changed[1] = 1;
    for (int32_t i = 0; i < count; i++) {
        Node at = w->store.node[w->post[i]];
        for (int c = 0; c < 2; c++) {
            int32_t ref = 2 * w->post[i] + c;
            w->changed[ref] = 1;
            if (w->reach[ref] <= 0.0 || w->reach[ref] * value_of(w, ref) < threshold) continue;
            w->changed[ref] = find_or_add(&w->store, at.level, w->changed[at.low ^ c], w->changed[at.high ^ c]);
            if (w->changed[ref] < 0) return NO_ROOM;
        }
    }
    return w->changed[root];
}

/* AND of the operands from below, or (above) the complement of that from above. */
static int32_t conjoin_pruned(Pruning *w, const int32_t *operands, int32_t count, int above) {
    int32_t result = above;
    for (int32_t a = 0; a < count; a++) {
        /* from above: prune the complement of the growing conjunction */
        result = conjoin(&w->store, result ^ above, operands[a]);
        if (result < 0) return NO_ROOM;
        result = prune_below(w, result ^ above, w->limit);
        if (result < 0) return NO_ROOM;
    }
    return result;
}

static int32_t at_least_pruned(Pruning *w, const int32_t *operands, int32_t count, int32_t k, int above, int32_t *row) {
    row[0] = 0;
    for (int32_t i = 1; i <= k; i++) row[i] = 1;
    for (int32_t a = 0; a < count; a++)
        for (int32_t i = smaller(k, a + 1); i > 0; i--) {
            int32_t both = conjoin(&w->store, row[i - 1], operands[a]);
            if (both < 0) return NO_ROOM;
            int32_t either = disjoin(&w->store, row[i], both);
            if (either < 0) return NO_ROOM;
            either = prune_below(w, either ^ above, w->limit);
            if (either < 0) return NO_ROOM;
            row[i] = either ^ above;
        }
    return row[k] ^ above;
}

static void open_pruning(Arena *arena, Pruning *w, const double *p, int32_t levels, int32_t limit, int32_t capacity) {
    memset(w, 0, sizeof *w);
    open_store(&w->store, arena, capacity);
    set_levels(&w->store, levels);
    w->p = p;
    w->limit = limit;
    w->value = FLOATS(arena, capacity);
    for (int32_t i = 0; i < capacity; i++) w->value[i] = -1.0;
    w->value[0] = 1.0;
    w->rest = FLOATS(arena, capacity);
    w->reach = FLOATS(arena, 2 * (size_t)capacity);
    w->changed = INTS(arena, 2 * (size_t)capacity);
    w->stamp = INTS(arena, capacity);
    w->stack_size = capacity / 2 + 16;
    w->stack = INTS(arena, w->stack_size);
    w->most = capacity / 4;
    w->post = INTS(arena, w->most + 1);
}

/* Lower and upper probability of the top of a graph without XOR gates; 0 when `capacity` nodes are not enough at this
 * limit of nodes per function.  `probability` is by event, `way` the order (see orders.c). */
int bound_gates(Arena *arena, const Graph *graph, int32_t way, const double *probability, int32_t limit,
                int32_t capacity, double *lower, double *upper) {
    Schedule schedule = children_first(arena, graph, graph->top);
    Scratch s = scratch_for(arena, graph);
    Module whole = {size_of_literal(graph->top) - graph->first, schedule.count, 0, schedule.gate};
    s.module = INTS(arena, graph->gates + 1);
    s.parents = count_parents(arena, graph, &schedule);
    int32_t m = find_order(arena, graph, &whole, &s, way), variables = variables_of(graph);
    if (m + 1 > capacity) return 0;
    double *p = FLOATS(arena, m);
    int32_t *low = INTS(arena, variables), *high = INTS(arena, variables);
    Pruning w;
    open_pruning(arena, &w, p, m, limit, capacity);
    for (int32_t level = 0; level < m; level++) {
        int32_t v = s.order[level];
        p[level] = probability[v - 2];
        low[v] = high[v] = find_or_add(&w.store, level, 1, 0);
    }
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i];
        for (int above = 0; above < 2; above++) {
            int32_t count = 0;
            for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
                int32_t literal = graph->arguments[a], v = size_of_literal(literal);
                s.arguments[count++] = ((literal > 0) == !above ? low[v] : high[v]) ^ (literal < 0);
            }
            sort_by_level(&w.store, s.arguments, count);
            int32_t result = graph->kinds[j] == AND
                                 ? conjoin_pruned(&w, s.arguments, count, above)
                                 : at_least_pruned(&w, s.arguments, count, graph->counts[j], above, s.row);
            if (result < 0) return 0;
            if (above) high[graph->first + j] = result ^ 1;
            else low[graph->first + j] = result;
        }
    }
    int32_t top = size_of_literal(graph->top), below = low[top], over = high[top];
    if (prune_below(&w, below, capacity) < 0 || prune_below(&w, over, capacity) < 0) return 0;
    if (graph->top < 0) {
        below = high[top] ^ 1;
        over = low[top] ^ 1;
    }
    /* outward, past what rounding can have done on the way through all levels */
    double rounding = ROUNDING * (m + 4);
    *lower = value_of(&w, below) * (1.0 - rounding);
    *upper = value_of(&w, over) * (1.0 + rounding);
    if (*upper > 1.0) *upper = 1.0;
    return 1;
}
