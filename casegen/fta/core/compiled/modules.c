/* Modules: gates that share no variable with the rest of the graph (Dutuit & Rauzy 1996).
 *
 * Every group of a gate's arguments that nothing else shares gets its own gate, and stands as one variable. */
#include "kernels.h"

/* Arguments of one gate, sorted by first visit, with the span of visits of each. */
typedef struct {
    int32_t count;
    int32_t *literal, *begin, *end, *within;
} Spans;

/* The graph being written. */
typedef struct {
    Graph graph;
    int32_t *begin, *length, *buffer, *module;
    int32_t used;
} Writing;

static void write_gate(Writing *w, int32_t gate, const int32_t *literals, int32_t count) {
    w->begin[gate] = w->used;
    w->length[gate] = count;
    for (int32_t a = 0; a < count; a++) w->buffer[w->used++] = literals[a];
}

/* The arguments' spans; returns whether all lie within the gate's own, so that the gate is a module. */
static int span_arguments(const Graph *graph, const Visits *v, int32_t j, Spans *spans) {
    int32_t entered = v->entry[graph->first + j], left = v->leave[graph->first + j];
    int alone = 1;
    spans->count = 0;
    for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
        int32_t literal = graph->arguments[a], child = size_of_literal(literal);
        int32_t least = v->low[child], most = v->high[child], inside = 1;
        if (least <= entered || most >= left) {
            alone = 0;
            inside = 0;
            /* what it may share with its siblings shows in its own traversal, if that is here */
            least = v->entry[child];
            most = v->leave[child];
            if (least <= entered) least = most = 0;
        }
        int32_t b = spans->count++;
        for (; b > 0 && spans->begin[b - 1] > least; b--) {
            spans->literal[b] = spans->literal[b - 1];
            spans->begin[b] = spans->begin[b - 1];
            spans->end[b] = spans->end[b - 1];
            spans->within[b] = spans->within[b - 1];
        }
        spans->literal[b] = literal;
        spans->begin[b] = least;
        spans->end[b] = most;
        spans->within[b] = inside;
    }
    return alone;
}

/* A new gate for some of a gate's arguments. */
static int32_t new_module(Writing *w, int32_t kind, const int32_t *literals, int32_t count) {
    int32_t gate = w->graph.gates++;
    w->graph.kinds[gate] = kind;
    w->module[gate] = 1;
    write_gate(w, gate, literals, count);
    return gate;
}

/* Arguments whose spans overlap share something; a group all of whose spans lie within the gate's own is shared by
 * nothing outside.  All arguments that stand alone become one group. */
static void split_gate(Arena *arena, Writing *w, int32_t j, int32_t kind, const Spans *spans) {
    int32_t m = spans->count, groups = 0, single = 0;
    int32_t *group_of = INTS(arena, m), *closed = INTS(arena, m + 1), *size = INTS(arena, m + 1);
    int32_t *made = INTS(arena, m + 1), *chosen = INTS(arena, m);
    for (int32_t a = 0; a < m;) {
        int32_t b = a, end = spans->end[a], inside = spans->within[a];
        while (b + 1 < m && spans->begin[b + 1] <= end) {
            b++;
            end = larger(end, spans->end[b]);
            inside = smaller(inside, spans->within[b]);
        }
        groups++;
        for (int32_t c = a; c <= b; c++) group_of[c] = groups;
        size[groups] = b - a + 1;
        closed[groups] = inside;
        if (inside && size[groups] == 1) single++;
        a = b + 1;
    }
    int32_t lone = -1;
    if (single >= 2 && single < m) {
        int32_t count = 0;
        for (int32_t c = 0; c < m; c++)
            if (closed[group_of[c]] && size[group_of[c]] == 1) chosen[count++] = spans->literal[c];
        lone = new_module(w, kind, chosen, count);
    }
    for (int32_t a = 0; a < m;) {
        int32_t g = group_of[a], b = a + size[g];
        if (closed[g] && size[g] > 1 && size[g] < m) made[g] = new_module(w, kind, spans->literal + a, size[g]);
        a = b;
    }
    int32_t count = 0;
    if (lone >= 0) chosen[count++] = w->graph.first + lone;
    for (int32_t c = 0; c < m; c++) {
        int32_t g = group_of[c];
        if (made[g] > 0) {
            chosen[count++] = w->graph.first + made[g];
            made[g] = -1;
        } else if (made[g] == 0 && !(lone >= 0 && closed[g] && size[g] == 1)) {
            chosen[count++] = spans->literal[c];
        }
    }
    write_gate(w, j, chosen, count);
    give_back(arena, group_of);
    give_back(arena, closed);
    give_back(arena, size);
    give_back(arena, made);
    give_back(arena, chosen);
}

/* Splits the graph's gates; returns which gates are modules. */
int32_t *split_modules(Arena *arena, Graph *graph) {
    Visits visits = visit_times(arena, graph, graph->top);
    Schedule schedule = children_first(arena, graph, graph->top);
    int32_t arguments = 0, widest = 1;
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i], size = graph->start[j + 1] - graph->start[j];
        arguments += size;
        widest = larger(widest, size);
    }
    size_t gates = (size_t)graph->gates + (size_t)arguments + 1;
    Writing w = {{graph->gates, graph->first, graph->top, INTS(arena, gates), INTS(arena, gates), NULL, NULL},
                 INTS(arena, gates), INTS(arena, gates), INTS(arena, 3 * (size_t)arguments + 1), INTS(arena, gates), 0};
    Spans spans = {0, INTS(arena, widest), INTS(arena, widest), INTS(arena, widest), INTS(arena, widest)};
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i];
        w.graph.kinds[j] = graph->kinds[j];
        w.graph.counts[j] = graph->counts[j];
        if (span_arguments(graph, &visits, j, &spans)) w.module[j] = 1;
        if (graph->kinds[j] == ATLEAST || spans.count < 3) write_gate(&w, j, spans.literal, spans.count);
        else split_gate(arena, &w, j, graph->kinds[j], &spans);
    }
    set_arguments(arena, &w.graph, w.begin, w.length, w.buffer, w.used);
    *graph = w.graph;
    return w.module;
}
