/* The diagram of one module under one order. */
#include "kernels.h"

/* Every variable has a node before the first gate is built. */
void add_variables(Store *store, const Scratch *s, int32_t m) {
    s->of[1] = 0;
    for (int32_t level = 0; level < m; level++)
        s->of[s->order[level]] = find_or_add(store, level, 1, 0) ^ s->flip[s->order[level]];
}

/* Reference of the module's root; where `max_nodes` are not enough, -1 less the number of gates that were built.
 *
 * scratch->of receives the reference of every literal; scratch->flip is 1 where a module's literal is the complement of
 * its proxy.  The store is cleared, and grown up to `max_nodes`. */
int32_t build_module(Store *store, const Graph *graph, const Module *module, Scratch *scratch, int64_t max_nodes) {
    int32_t m = module->variables, result = 0;
    Arena *arena = store->arena;
    if (m + 1 > max_nodes) return NO_ROOM;
    if (m + 1 > store->capacity) {
        close_store(store);
        open_store(store, arena, (int32_t)(4 * ((int64_t)m + 1) < max_nodes ? 4 * ((int64_t)m + 1) : max_nodes));
    }
    clear_store(store);
    set_levels(store, m);
    add_variables(store, scratch, m);
    for (int32_t i = 0; i < module->gates; i++) {
        int32_t j = module->gate[i];
        for (;;) {
            int32_t count = 0;
            for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
                int32_t literal = graph->arguments[a];
                scratch->arguments[count++] = scratch->of[size_of_literal(literal)] ^ (literal < 0);
            }
            result = combine(store, graph->kinds[j], graph->counts[j], scratch->arguments, count, scratch->row);
            if (result >= 0) break;
            if (store->capacity >= max_nodes) return -1 - i;
            int64_t more = 4 * (int64_t)store->capacity;
            grow_store(store, (int32_t)(more < max_nodes ? more : max_nodes));
        }
        scratch->of[graph->first + j] = result;
    }
    return result;
}

/* 1 where the function is false with every variable false, 0 where it is true. */
int32_t holds_nowhere(const Store *store, int32_t ref) {
    while (ref > 1) ref = store->node[ref >> 1].low ^ (ref & 1);
    return ref;
}
