/* What gates share: literals that always occur together, and literals known further up. */
#include "kernels.h"

/* The gates that name each variable, in one order for all: owner[place[v] .. place[v + 1]]. */
typedef struct {
    int32_t *place, *owner, *where;
} Owners;

static Owners list_owners(Arena *arena, const Graph *graph, const Schedule *schedule, const int32_t *parents, int32_t least) {
    int32_t variables = variables_of(graph);
    Owners owners = {INTS(arena, variables + 1), NULL, NULL};
    for (int32_t v = 0; v < variables; v++)
        owners.place[v + 1] = owners.place[v] + (parents[v] >= least ? parents[v] : 0);
    owners.owner = INTS(arena, owners.place[variables] + 1);
    owners.where = INTS(arena, owners.place[variables] + 1);
    int32_t *fill = INTS(arena, variables);
    for (int32_t i = 0; i < schedule->count; i++) {
        int32_t j = schedule->gate[i];
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t v = size_of_literal(graph->arguments[a]);
            if (parents[v] < least) continue;
            owners.owner[owners.place[v] + fill[v]] = j;
            owners.where[owners.place[v] + fill[v]] = a;
            fill[v]++;
        }
    }
    give_back(arena, fill);
    return owners;
}

/* Groups of literals that the same AND gates name: group[v] from 1 on, 0 for none. */
typedef struct {
    int32_t count;
    int32_t *group, *members, *literal;
} Groups;

static Groups find_groups(Arena *arena, const Graph *graph) {
    int32_t variables = variables_of(graph);
    Schedule schedule = children_first(arena, graph, graph->top);
    int32_t *parents = INTS(arena, variables + 1);
    int64_t *code = LONGS(arena, variables);
    Groups groups = {0, INTS(arena, variables), INTS(arena, variables), INTS(arena, variables)};
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i];
        uint64_t mixed = (uint64_t)(j + 1) * 12582917u + 3u * 4256249u + 5u * 741457u;
        int64_t gate_code = (int64_t)((mixed ^ (mixed >> 15)) & 0xFFFFFFFFFFu);
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t literal = graph->arguments[a], v = size_of_literal(literal);
            parents[v]++;
            code[v] = (code[v] + gate_code) & 0xFFFFFFFFFF;
            if (graph->kinds[j] != AND || (groups.literal[v] != 0 && groups.literal[v] != literal)) groups.literal[v] = 1;
            else groups.literal[v] = literal;
        }
    }
    Owners owners = list_owners(arena, graph, &schedule, parents, 1);
    int32_t slots = table_size(variables);
    int32_t *heads = INTS(arena, slots), *chain = INTS(arena, variables);
    for (int32_t v = 2; v < variables; v++) {
        if (parents[v] < 2 || size_of_literal(groups.literal[v]) != v) continue;
        int32_t slot = slot_of(code[v], parents[v], 0, slots - 1), u = heads[slot];
        while (u != 0 && !(code[u] == code[v] && parents[u] == parents[v] &&
                           memcmp(owners.owner + owners.place[u], owners.owner + owners.place[v],
                                  (size_t)parents[v] * sizeof(int32_t)) == 0))
            u = chain[u];
        if (u == 0) {
            chain[v] = heads[slot];
            heads[slot] = v;
            continue;
        }
        if (groups.group[u] == 0) {
            groups.group[u] = ++groups.count;
            groups.members[groups.count - 1] = 1;
        }
        groups.group[v] = groups.group[u];
        groups.members[groups.group[u] - 1]++;
    }
    return groups;
}

/* Literals that the same AND gates (two or more) name, with the same sign each time, become one new gate. */
int merge_isomorphic(Arena *arena, Graph *graph) {
    int32_t gates = graph->gates, first = graph->first;
    Groups groups = find_groups(arena, graph);
    if (groups.count == 0) return 0;
    int32_t total = gates + groups.count, extra = 0, used = 0;
    for (int32_t g = 0; g < groups.count; g++) extra += groups.members[g];
    Graph made = {total, first, graph->top, INTS(arena, total), INTS(arena, total), INTS(arena, total + 1),
                  INTS(arena, (int64_t)argument_count(graph) + extra + groups.count + 2)};
    int32_t *seen = INTS(arena, groups.count + 1), *fill = INTS(arena, groups.count);
    for (int32_t j = 0; j < gates; j++) {
        made.kinds[j] = graph->kinds[j];
        made.counts[j] = graph->counts[j];
        made.start[j] = used;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t g = groups.group[size_of_literal(graph->arguments[a])];
            if (g == 0) {
                made.arguments[used++] = graph->arguments[a];
            } else if (seen[g] != j + 1) {
                seen[g] = j + 1;
                made.arguments[used++] = first + gates + g - 1;
            }
        }
    }
    for (int32_t g = 0; g < groups.count; g++) {
        made.start[gates + g] = fill[g] = used;
        used += groups.members[g];
    }
    made.start[total] = used;
    for (int32_t v = 2; v < first + gates; v++) {
        int32_t g = groups.group[v];
        if (g != 0) made.arguments[fill[g - 1]++] = groups.literal[v];
    }
    *graph = made;
    return 1;
}

/* The gate that lies on all paths from the top to each gate, by meeting those of its parents. */
static int32_t *find_dominators(Arena *arena, const Graph *graph, const Schedule *schedule, int32_t *parents) {
    int32_t *dominator = INTS(arena, graph->gates + 1), *height = INTS(arena, graph->gates + 1);
    for (int32_t i = 0; i < schedule->count; i++) dominator[schedule->gate[i]] = -1;
    int32_t last = schedule->count - 1;
    dominator[schedule->gate[last]] = schedule->gate[last];
    for (int32_t i = last; i >= 0; i--) {
        int32_t j = schedule->gate[i];
        if (i < last) height[j] = height[dominator[j]] + 1;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t v = size_of_literal(graph->arguments[a]), c = v - graph->first;
            parents[v]++;
            if (c < 0) continue;
            if (dominator[c] < 0) {
                dominator[c] = j;
                continue;
            }
            int32_t x = dominator[c], y = j;
            while (x != y) {
                if (height[x] >= height[y]) x = dominator[x];
                else y = dominator[y];
            }
            dominator[c] = x;
        }
    }
    return dominator;
}

/* Within AND(v, F) the literal v is true wherever only this gate leads: AND(v, F(v)) = AND(v, F(true)). */
int propagate_constants(Arena *arena, Graph *graph) {
    int32_t variables = variables_of(graph), total = argument_count(graph);
    Schedule schedule = children_first(arena, graph, graph->top);
    if (schedule.count == 0) return 0;
    int32_t *parents = INTS(arena, variables);
    int32_t *dominator = find_dominators(arena, graph, &schedule, parents);
    Owners owners = list_owners(arena, graph, &schedule, parents, 2);
    int32_t *result = INTS(arena, total), *holds = INTS(arena, graph->gates + 1);
    memcpy(result, graph->arguments, (size_t)total * sizeof(int32_t));
    int replaced = 0;
    for (int32_t v = 2; v < variables; v++) {
        int32_t begin = owners.place[v], end = owners.place[v + 1];
        for (int32_t e = begin; e < end; e++)
            if (graph->kinds[owners.owner[e]] == AND)
                holds[owners.owner[e]] = graph->arguments[owners.where[e]] > 0 ? 1 : -1;
        for (int32_t e = begin; e < end; e++) {
            int32_t j = owners.owner[e];
            while (dominator[j] != j) {
                j = dominator[j];
                if (holds[j] != 0) {
                    result[owners.where[e]] = graph->arguments[owners.where[e]] > 0 ? holds[j] : -holds[j];
                    replaced = 1;
                    break;
                }
            }
        }
        for (int32_t e = begin; e < end; e++) holds[owners.owner[e]] = 0;
    }
    graph->arguments = result;
    return replaced;
}

/* All of it until nothing changes. */
void preprocess(Arena *arena, Graph *graph) {
    for (int round = 0; round < 30; round++) {
        int changed = simplify(arena, graph);
        if (!changed) changed = propagate_constants(arena, graph);
        if (!changed) changed = merge_isomorphic(arena, graph);
        if (!changed) break;
    }
}
