/* A whole graph solved: preprocessed, split into modules, each built under an order found within a growing budget. */
#include "kernels.h"

#define CANDIDATES 4
#define FIRST_BUDGET (1 << 14)
#define ONLY_ANY (-1)
#define ONLY_REORDERED (-2)   /* any order, and sifting where none fits */
#define SIFT_WORK 40000000    /* node visits after which sifting ends: some seconds */
#define SIFT_FROM (1 << 12)   /* nodes in use below which an order stays as it is */

/* The orders to try, plus 16 where FORCE improves them.  Chosen on the Aralia models: for each of them one of the four is
 * among the best of two dozen. */
static const int32_t CANDIDATE[CANDIDATES] = {10, 16, 9, 26};

/* How many of the candidates go on at a budget: fewer as it gets dear. */
static int32_t survivors(int64_t budget) {
    if (budget <= 4 * FIRST_BUDGET) return 4;
    return budget <= 16 * FIRST_BUDGET ? 3 : 2;
}

/* Build a module under the first of several orders that fits a growing budget.
 *
 * A small budget goes to two plain depth-first orders; then all candidates are tried at four times as much each round.
 * Those that built fewest gates drop out, and the last has all of `max_nodes`. */
static int32_t order_search(Store *store, const Graph *graph, Module *module, Scratch *s, int64_t max_nodes, int32_t only) {
    Arena *arena = store->arena;
    int32_t places[CANDIDATES], built[CANDIDATES] = {0}, entrants = 2, result;
    int64_t budget = 2048 + 8 * (int64_t)module->variables;
    int first_round = 1;
    if (store->capacity > 16 * FIRST_BUDGET) {
        close_store(store);
        open_store(store, arena, 512);
    }
    for (int32_t c = 0; c < CANDIDATES; c++) places[c] = c;
    if (budget > max_nodes) budget = max_nodes;
    for (;;) {
        for (int32_t place = 0; place < entrants; place++) {
            int32_t c = places[place];
            int32_t way = only >= 0 ? CANDIDATE[only & 3] : first_round ? 9 * place : CANDIDATE[c];
            find_order(arena, graph, module, s, way);
            result = build_module(store, graph, module, s, budget);
            if (result >= 0) return result;
            if (!first_round) built[c] = -1 - result;
        }
        if (budget >= max_nodes && !first_round) {
            if (only != ONLY_REORDERED) return NO_ROOM;
            for (int32_t place = 0; place < 2; place++) {
                find_order(arena, graph, module, s, CANDIDATE[places[place]]);
                result = build_reordered(store, graph, module, s, max_nodes, SIFT_WORK, SIFT_FROM);
                if (result >= 0) return result;
            }
            return NO_ROOM;
        }
        budget *= 4;
        if (first_round && budget < FIRST_BUDGET) budget = FIRST_BUDGET;
        first_round = 0;
        for (int32_t i = 1; i < CANDIDATES; i++)
            for (int32_t k = i; k > 0 && built[places[k]] > built[places[k - 1]]; k--) {
                int32_t other = places[k];
                places[k] = places[k - 1];
                places[k - 1] = other;
            }
        entrants = only >= 0 ? 1 : survivors(budget);
        /* the search is over: the leader may use everything, the second is tried should it fail */
        if (entrants == 2 && budget > 64 * FIRST_BUDGET) budget = max_nodes;
        if (budget > max_nodes) budget = max_nodes;
    }
}

/* Gates (children first) and number of variables of the module `root`. */
static void local_gates(const Graph *graph, Scratch *s, Module *module) {
    int32_t first = graph->first, depth = 2, tag = ++s->tag;
    module->gates = module->variables = 0;
    s->stack[0] = module->root;
    s->stack[1] = graph->start[module->root];
    s->seen[first + module->root] = tag;
    while (depth > 0) {
        int32_t j = s->stack[depth - 2], a = s->stack[depth - 1];
        if (a == graph->start[j + 1]) {
            module->gate[module->gates++] = j;
            depth -= 2;
            continue;
        }
        s->stack[depth - 1] = a + 1;
        int32_t v = size_of_literal(graph->arguments[a]);
        if (s->seen[v] == tag || v == 1) continue;
        s->seen[v] = tag;
        if (v < first || s->module[v - first]) {
            module->variables++;
        } else {
            s->stack[depth] = v - first;
            s->stack[depth + 1] = graph->start[v - first];
            depth += 2;
        }
    }
}

/* The graph being solved, the solution so far, and the module each literal stands for. */
typedef struct {
    Arena *arena;
    Graph *graph;
    Solution *out;
    Scratch scratch;
    int32_t *proxy_of;
    int32_t next_rank;
} Solving;

/* Number of a literal's variable in the diagram: event, or proxy behind the events. */
static int32_t variable_of(const Solving *w, int32_t v) {
    return v < w->graph->first ? v - 2 : w->graph->first - 2 + w->proxy_of[v];
}

static void make_room(Solving *w, int64_t more) {
    Solution *out = w->out;
    if (out->used + more <= out->capacity) return;
    int64_t capacity = 2 * (out->used + more);
    if (capacity > INT32_MAX) capacity = INT32_MAX;
    int32_t(*node)[3] = take(w->arena, (size_t)capacity, sizeof *node);
    memcpy(node, out->node, (size_t)out->used * sizeof *node);
    give_back(w->arena, out->node);
    out->node = node;
    out->capacity = (int32_t)capacity;
}

static int32_t append_node(Solution *out, int32_t var, int32_t low, int32_t high) {
    out->node[out->used][0] = var;
    out->node[out->used][1] = low;
    out->node[out->used][2] = high;
    return out->used++;
}

/* Append an AND of literals as a chain; `wanted` says whether to complement, -1: where it would hold with nothing true.
 * Returns whether it is the complement. */
static int32_t append_chain(Solving *w, int32_t j, int32_t wanted) {
    const Graph *graph = w->graph;
    const int32_t *flip = w->scratch.flip;
    int32_t flipped = wanted, begin = graph->start[j], end = graph->start[j + 1];
    make_room(w, end - begin);
    if (wanted < 0) {
        flipped = 1;
        for (int32_t a = begin; a < end; a++) {
            int32_t literal = graph->arguments[a];
            if ((literal > 0) != (flip[size_of_literal(literal)] == 1)) flipped = 0;
        }
    }
    int32_t root = 1 - flipped, stop = flipped;
    for (int32_t a = begin; a < end; a++) {
        int32_t literal = graph->arguments[a], v = size_of_literal(literal);
        int positive = (literal > 0) != (flip[v] == 1);
        root = append_node(w->out, variable_of(w, v), positive ? stop : root, positive ? root : stop);
        w->out->rank[variable_of(w, v)] = w->next_rank + end - 1 - a;
    }
    w->out->root = root;
    return flipped;
}

/* Append the nodes below a reference. */
static void append_module(Solving *w, Store *store, int32_t result, int32_t m) {
    int32_t *names = INTS(w->arena, m), root;
    for (int32_t level = 0; level < m; level++) {
        names[level] = variable_of(w, w->scratch.order[level]);
        w->out->rank[names[level]] = w->next_rank + level;
    }
    Plain plain = extract(store, &result, 1, names, &root);
    make_room(w, plain.count);
    int32_t shift = w->out->used - 2;
    for (int32_t n = 2; n < plain.count; n++)
        append_node(w->out, plain.var[n], plain.low[n] < 2 ? plain.low[n] : plain.low[n] + shift,
                    plain.high[n] < 2 ? plain.high[n] : plain.high[n] + shift);
    w->out->root = root < 2 ? root : root + shift;
    give_back(w->arena, plain.var);
    give_back(w->arena, plain.low);
    give_back(w->arena, plain.high);
    give_back(w->arena, names);
}

static void open_solution(Arena *arena, Solution *out, int32_t variables) {
    out->capacity = 1024;
    out->node = take(arena, 1024, sizeof *out->node);
    out->used = 0;
    out->modules = 0;
    out->proxies = INTS(arena, variables);
    out->rank = INTS(arena, variables + 1);
    append_node(out, -1, 0, 0);
    append_node(out, -1, 1, 1);
    out->root = 0;
}

/* A module is a constant after all: its gate becomes one, and no variable stands for it. */
static void make_constant(Graph *graph, int32_t j, int holds) {
    for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) graph->arguments[a] = holds ? 1 : -1;
    graph->kinds[j] = AND;
}

/* Diagram of the graph's top; returns whether it fits `max_nodes` a module.  `only` is -1, the one candidate to use, or
 * ONLY_REORDERED. */
int solve(Arena *arena, Graph *graph, int64_t max_nodes, int32_t only, Solution *out) {
    preprocess(arena, graph);
    int32_t top = size_of_literal(graph->top), first = graph->first;
    if (top < first) {
        open_solution(arena, out, variables_of(graph));
        out->variables = first - 2;
        out->root = graph->top == 1;
        if (top > 1) out->root = append_node(out, top - 2, graph->top < 0, graph->top > 0);
        return 1;
    }
    int32_t *is_module = split_modules(arena, graph);
    Schedule schedule = children_first(arena, graph, graph->top);
    Solving w = {arena, graph, out, scratch_for(arena, graph), INTS(arena, variables_of(graph)), 0};
    w.scratch.module = is_module;
    w.scratch.parents = count_parents(arena, graph, &schedule);
    open_solution(arena, out, variables_of(graph));
    Module module = {0, 0, 0, INTS(arena, graph->gates + 1)};
    Store store;
    open_store(&store, arena, 512);
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i], last = i == schedule.count - 1, flipped;
        if (!is_module[j]) continue;
        module.root = j;
        local_gates(graph, &w.scratch, &module);
        if (module.gates == 1 && graph->kinds[j] == AND) {
            flipped = append_chain(&w, j, last ? graph->top < 0 : -1);
        } else {
            int32_t result = order_search(&store, graph, &module, &w.scratch, max_nodes, only);
            if (result < 0) return 0;
            flipped = last ? graph->top < 0 : holds_nowhere(&store, result) ^ 1;
            if ((result ^ flipped) < 2 && !last) {
                is_module[j] = 0;
                make_constant(graph, j, result == 0);
                continue;
            }
            append_module(&w, &store, result ^ flipped, module.variables);
        }
        w.next_rank += module.variables;
        w.scratch.flip[first + j] = flipped;
        if (!last) {
            out->proxies[out->modules] = out->root;
            w.proxy_of[first + j] = out->modules++;
        }
    }
    out->variables = first - 2 + out->modules;
    close_store(&store);
    return 1;
}
