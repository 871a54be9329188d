/* Walks over a graph of gates: children before parents, how many parents, visit times. */
#include "kernels.h"

Schedule children_first(Arena *arena, const Graph *graph, int32_t top) {
    int32_t first = graph->first;
    Schedule schedule = {0, INTS(arena, graph->gates + 1)};
    int32_t *at = INTS(arena, graph->gates + 1), *stack = INTS(arena, graph->gates + 2);
    char *seen = take(arena, (size_t)graph->gates + 1, 1);
    int32_t depth = 0;
    if (size_of_literal(top) >= first) {
        stack[0] = size_of_literal(top) - first;
        seen[stack[0]] = 1;
        at[stack[0]] = graph->start[stack[0]];
        depth = 1;
    }
    while (depth > 0) {
        int32_t j = stack[depth - 1];
        if (at[j] == graph->start[j + 1]) {
            schedule.gate[schedule.count++] = j;
            depth--;
            continue;
        }
        int32_t child = size_of_literal(graph->arguments[at[j]++]) - first;
        if (child >= 0 && !seen[child]) {
            seen[child] = 1;
            at[child] = graph->start[child];
            stack[depth++] = child;
        }
    }
    give_back(arena, at);
    give_back(arena, stack);
    give_back(arena, seen);
    return schedule;
}

/* How many arguments name each variable; the top counts once more. */
int32_t *count_parents(Arena *arena, const Graph *graph, const Schedule *schedule) {
    int32_t *parents = INTS(arena, variables_of(graph));
    parents[size_of_literal(graph->top)]++;
    for (int32_t i = 0; i < schedule->count; i++) {
        int32_t j = schedule->gate[i];
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) parents[size_of_literal(graph->arguments[a])]++;
    }
    return parents;
}

/* Arguments out of a buffer in the order of their gates. */
void set_arguments(Arena *arena, Graph *graph, const int32_t *begin, const int32_t *length, const int32_t *buffer,
                   int32_t used) {
    int32_t total = 0;
    graph->start = INTS(arena, graph->gates + 1);
    graph->arguments = INTS(arena, used + 1);
    for (int32_t j = 0; j < graph->gates; j++) {
        graph->start[j] = total;
        for (int32_t a = begin[j]; a < begin[j] + length[j]; a++) graph->arguments[total++] = buffer[a];
    }
    graph->start[graph->gates] = total;
}

/* `entry` is the first visit, `leave` the end of a gate's traversal (an event: its first visit); `low` and `high` span
 * every visit of the variable and of all below it. */
Visits visit_times(Arena *arena, const Graph *graph, int32_t top) {
    int32_t first = graph->first, variables = variables_of(graph);
    Visits v = {INTS(arena, variables), INTS(arena, variables), INTS(arena, variables), INTS(arena, variables)};
    int32_t *at = INTS(arena, graph->gates + 1), *stack = INTS(arena, graph->gates + 2);
    int32_t time = 1, depth = 0;
    top = size_of_literal(top);
    v.entry[top] = v.leave[top] = v.high[top] = 1;
    if (top >= first) {
        stack[depth++] = top;
        at[top - first] = graph->start[top - first];
    }
    while (depth > 0) {
        int32_t u = stack[depth - 1], j = u - first;
        time++;
        if (at[j] == graph->start[j + 1]) {
            v.leave[u] = v.high[u] = time;
            depth--;
            continue;
        }
        int32_t child = size_of_literal(graph->arguments[at[j]++]);
        if (v.entry[child] == 0) {
            v.entry[child] = v.leave[child] = time;
            if (child >= first) {
                stack[depth++] = child;
                at[child - first] = graph->start[child - first];
            }
        }
        v.high[child] = time;
    }
    memcpy(v.low, v.entry, (size_t)variables * sizeof(int32_t));
    Schedule schedule = children_first(arena, graph, top);
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i];
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t child = size_of_literal(graph->arguments[a]);
            v.low[first + j] = smaller(v.low[first + j], v.low[child]);
            v.high[first + j] = larger(v.high[first + j], v.high[child]);
        }
    }
    return v;
}
