/* Gates simplified one by one: constants, chains of one type, equal gates. */
#include "kernels.h"

#define LONGEST_HASHED 64

/* Arguments being written: a buffer, how much of it is used, and where the current gate's begin. */
typedef struct {
    int32_t *buffer, base, used;
    int32_t sign; /* -1 where the gate has become the complement of what is written */
} Row;

/* Gates already written, found again by type and arguments. */
typedef struct {
    int32_t *begin, *length, *heads, *chain, mask;
} Written;

/* Gates whose single parent is of the same type, so that their arguments can be its own. */
static int32_t *mark_absorbed(Arena *arena, const Graph *graph, const Schedule *schedule, const int32_t *parents) {
    int32_t *absorbed = INTS(arena, graph->gates + 1);
    for (int32_t i = 0; i < schedule->count; i++) {
        int32_t j = schedule->gate[i];
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t literal = graph->arguments[a], child = size_of_literal(literal) - graph->first;
            if (child < 0 || parents[size_of_literal(literal)] != 1 || graph->kinds[child] != graph->kinds[j]) continue;
            if ((graph->kinds[j] == AND && literal > 0) || graph->kinds[j] == XOR) absorbed[child] = 1;
        }
    }
    return absorbed;
}

/* Arguments of gate j through absorbed gates and aliases; returns whether anything changed. */
static int collect(const Graph *graph, int32_t j, const int32_t *absorbed, const int32_t *alias, int32_t *stack, Row *row) {
    int changed = 0;
    int32_t depth = 0;
    row->sign = 1;
    for (int32_t a = graph->start[j + 1] - 1; a >= graph->start[j]; a--) stack[depth++] = graph->arguments[a];
    while (depth > 0) {
        int32_t literal = stack[--depth], child = size_of_literal(literal) - graph->first;
        if (child >= 0 && absorbed[child]) {
            if (literal < 0) row->sign = -row->sign;
            for (int32_t a = graph->start[child + 1] - 1; a >= graph->start[child]; a--)
                stack[depth++] = graph->arguments[a];
            continue;
        }
        if (child >= 0) {
            int32_t target = literal > 0 ? alias[child] : -alias[child];
            changed |= target != literal;
            literal = target;
        }
        row->buffer[row->used++] = literal;
    }
    return changed;
}

/* An at-least gate without constants; AND where it is one, or the complement of one. */
static int32_t reduce_at_least(int32_t *count, Row *row) {
    int32_t write = row->base;
    for (int32_t a = row->base; a < row->used; a++) {
        if (row->buffer[a] == 1) (*count)--;
        else if (row->buffer[a] != -1) row->buffer[write++] = row->buffer[a];
    }
    row->used = write;
    int32_t size = write - row->base;
    if (*count > 0 && *count < size && *count != 1) return ATLEAST;
    if (*count <= 0 || *count > size) {
        if (*count > 0) row->sign = -row->sign;
        row->used = row->base;
    } else if (*count != size) {
        /* one of them: not all of their complements */
        for (int32_t a = row->base; a < row->used; a++) row->buffer[a] = -row->buffer[a];
        row->sign = -row->sign;
    }
    return AND;
}

/* Arguments of an AND once each; returns whether it is false, and then empty. */
static int reduce_and(int32_t j, Row *row, int32_t *stamp) {
    int32_t write = row->base, tag = 2 * j + 2;
    for (int32_t a = row->base; a < row->used; a++) {
        int32_t literal = row->buffer[a], v = size_of_literal(literal);
        if (literal == 1 || stamp[v] == tag + (literal > 0)) continue;
        if (literal == -1 || stamp[v] == tag + (literal < 0)) {
            row->used = row->base;
            return 1;
        }
        stamp[v] = tag + (literal > 0);
        row->buffer[write++] = literal;
    }
    row->used = write;
    return 0;
}

/* Arguments of an XOR that occur an odd number of times, without complements. */
static void reduce_xor(Row *row, int32_t *stamp) {
    int32_t *buffer = row->buffer, write = row->base;
    for (int32_t a = row->base; a < row->used; a++) {
        if (buffer[a] < 0) {
            row->sign = -row->sign;
            buffer[a] = -buffer[a];
        }
        stamp[buffer[a]] = 0;
    }
    for (int32_t a = row->base; a < row->used; a++) stamp[buffer[a]]++;
    for (int32_t a = row->base; a < row->used; a++) {
        int32_t v = buffer[a], odd = stamp[v] & 1;
        stamp[v] = 0;
        if (!odd) continue;
        if (v == 1) row->sign = -row->sign;
        else buffer[write++] = v;
    }
    row->used = write;
}

/* A gate already written with the same type and arguments, or -1 after noting this one; sorts the arguments. */
static int32_t find_equal(const Graph *made, int32_t j, int32_t kind, int32_t count, const Row *row, Written *written) {
    int32_t *buffer = row->buffer, size = row->used - row->base;
    int64_t code = 7 * kind + count;
    for (int32_t a = row->base + 1; a < row->used; a++) {
        int32_t literal = buffer[a], b = a - 1;
        while (b >= row->base && buffer[b] > literal) {
            buffer[b + 1] = buffer[b];
            b--;
        }
        buffer[b + 1] = literal;
    }
    for (int32_t a = row->base; a < row->used; a++) code = (code * 1000003 + buffer[a]) & 0xFFFFFFFFFF;
    int32_t slot = slot_of(code, size, kind, written->mask);
    for (int32_t other = written->heads[slot]; other != 0; other = written->chain[other - 1]) {
        int32_t g = other - 1;
        if (made->kinds[g] == kind && written->length[g] == size && (kind != ATLEAST || made->counts[g] == count) &&
            memcmp(buffer + written->begin[g], buffer + row->base, (size_t)size * sizeof(int32_t)) == 0)
            return g;
    }
    written->chain[j] = written->heads[slot];
    written->heads[slot] = j + 1;
    return -1;
}

/* One pass; gates keep their numbers, gates that are no longer needed have no arguments.  Whether anything changed. */
int simplify(Arena *arena, Graph *graph) {
    int32_t gates = graph->gates, first = graph->first, total = argument_count(graph);
    Schedule schedule = children_first(arena, graph, graph->top);
    int32_t *parents = count_parents(arena, graph, &schedule);
    int32_t *absorbed = mark_absorbed(arena, graph, &schedule, parents);
    int32_t *alias = INTS(arena, gates + 1), *stack = INTS(arena, total + 2), *stamp = INTS(arena, variables_of(graph));
    Graph made = {gates, first, graph->top, INTS(arena, gates), INTS(arena, gates), NULL, NULL};
    int32_t slots = table_size(gates + 1);
    Written written = {INTS(arena, gates + 1), INTS(arena, gates + 1), INTS(arena, slots), INTS(arena, gates + 1),
                       slots - 1};
    Row row = {INTS(arena, total + 1), 0, 0, 1};
    int changed = 0;
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i], kind = graph->kinds[j], count = graph->counts[j];
        if (absorbed[j]) {
            changed = 1;
            continue;
        }
        row.base = row.used;
        changed |= collect(graph, j, absorbed, alias, stack, &row);
        if (kind == ATLEAST) {
            kind = reduce_at_least(&count, &row);
            changed |= kind == AND;
        }
        int never = 0;
        if (kind == AND) never = reduce_and(j, &row, stamp);
        else if (kind == XOR) reduce_xor(&row, stamp);
        int32_t size = row.used - row.base;
        if (size == 0) {
            /* an empty AND is true, an empty XOR false */
            alias[j] = never || kind == XOR ? -row.sign : row.sign;
            changed = 1;
        } else if (size == 1 && kind != ATLEAST) {
            alias[j] = row.sign * row.buffer[row.base];
            changed = 1;
            row.used = row.base;
        } else {
            int32_t same = size <= LONGEST_HASHED ? find_equal(&made, j, kind, count, &row, &written) : -1;
            if (same >= 0) {
                alias[j] = row.sign * (first + same);
                changed = 1;
                row.used = row.base;
            } else {
                alias[j] = row.sign * (first + j);
                made.kinds[j] = kind;
                made.counts[j] = count;
                written.begin[j] = row.base;
                written.length[j] = size;
            }
        }
    }
    int32_t top = size_of_literal(graph->top);
    if (top >= first) made.top = graph->top > 0 ? alias[top - first] : -alias[top - first];
    set_arguments(arena, &made, written.begin, written.length, row.buffer, row.used);
    *graph = made;
    return changed;
}
