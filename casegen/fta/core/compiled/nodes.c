/* Decision diagrams with complement edges: the store of nodes and the operations on it. */
#include "kernels.h"

int32_t table_size(int64_t capacity) {
    int64_t size = 64;
    while (size < capacity) size *= 2;
    return (int32_t)size;
}

static void take_tables(Store *store) {
    int32_t slots = table_size(store->capacity);
    store->table = INTS(store->arena, slots);
    store->cache = take(store->arena, (size_t)slots, sizeof(Entry));
    store->table_mask = store->cache_mask = slots - 1;
}

void open_store(Store *store, Arena *arena, int32_t capacity) {
    store->arena = arena;
    store->capacity = capacity;
    store->node = take(arena, (size_t)capacity, sizeof(Node));
    store->frames = NULL;
    take_tables(store);
    store->node[0].level = LEAF_LEVEL;
    store->size = 1;
}

void close_store(Store *store) {
    give_back(store->arena, store->node);
    give_back(store->arena, store->table);
    give_back(store->arena, store->cache);
    give_back(store->arena, store->frames);
    store->node = NULL;
    store->table = NULL;
    store->cache = NULL;
    store->frames = NULL;
    store->capacity = store->size = 0;
}

/* Room on the operation's stack for a path through so many levels. */
void set_levels(Store *store, int32_t levels) {
    give_back(store->arena, store->frames);
    store->frames = take(store->arena, (size_t)levels + 4, sizeof(Frame));
}

void clear_store(Store *store) {
    memset(store->table, 0, ((size_t)store->table_mask + 1) * sizeof(int32_t));
    memset(store->cache, 0, ((size_t)store->cache_mask + 1) * sizeof(Entry));
    store->node[0].level = LEAF_LEVEL;
    store->size = 1;
}

void rehash(Store *store) {
    memset(store->table, 0, ((size_t)store->table_mask + 1) * sizeof(int32_t));
    for (int32_t n = 1; n < store->size; n++) {
        Node *at = &store->node[n];
        int32_t slot = slot_of(at->level, at->low, at->high, store->table_mask);
        at->next = store->table[slot];
        store->table[slot] = n;
    }
}

void grow_store(Store *store, int32_t capacity) {
    /* tables first: what is given back before more is taken does not add to the peak */
    give_back(store->arena, store->table);
    give_back(store->arena, store->cache);
    store->table = NULL;
    store->cache = NULL;
    Node *node = take(store->arena, (size_t)capacity, sizeof(Node));
    memcpy(node, store->node, (size_t)store->size * sizeof(Node));
    give_back(store->arena, store->node);
    store->node = node;
    store->capacity = capacity;
    take_tables(store);
    rehash(store);
}

int32_t find_or_add(Store *store, int32_t level, int32_t low, int32_t high) {
    if (low == high) return low;
    int32_t flip = high & 1;
    low ^= flip;
    high ^= flip;
    int32_t slot = slot_of(level, low, high, store->table_mask);
    Node *node = store->node;
    for (int32_t n = store->table[slot]; n != 0; n = node[n].next)
        if (node[n].level == level && node[n].low == low && node[n].high == high) return 2 * n + flip;
    int32_t n = store->size;
    if (n >= store->capacity) return NO_ROOM;
    node[n].level = level;
    node[n].low = low;
    node[n].high = high;
    node[n].next = store->table[slot];
    store->table[slot] = n;
    store->size = n + 1;
    return 2 * n + flip;
}

/* Reference of f AND g, or NO_ROOM. */
int32_t conjoin(Store *store, int32_t f, int32_t g) {
    const Node *node = store->node;
    Frame *frame = store->frames;
    int32_t result;
    for (;;) {
        /* down: until the answer is known */
        if (f > g) {
            int32_t other = f;
            f = g;
            g = other;
        }
        if (f == 0 || f == g) {
            result = g;
        } else if (f == 1 || (f ^ 1) == g) {
            result = 1;
        } else {
            const Entry *entry = &store->cache[slot_of(f, g, 0, store->cache_mask)];
            if (entry->f == f && entry->g == g) {
                result = entry->result;
            } else {
                const Node *at_f = &node[f >> 1], *at_g = &node[g >> 1];
                int32_t level = smaller(at_f->level, at_g->level);
                frame->f = f;
                frame->g = g;
                frame->level = level;
                frame->high = -1;
                frame->f_low = at_f->level == level ? at_f->low ^ (f & 1) : f;
                frame->g_low = at_g->level == level ? at_g->low ^ (g & 1) : g;
                if (at_f->level == level) f = at_f->high ^ (f & 1);
                if (at_g->level == level) g = at_g->high ^ (g & 1);
                frame++;
                if (--store->arena->steps < 0) look_for_interrupt(store->arena);
                continue;
            }
        }
        /* up: until a low branch is still open */
        for (;;) {
            if (frame == store->frames) return result;
            Frame *top = frame - 1;
            if (top->high < 0) {
                top->high = result;
                f = top->f_low;
                g = top->g_low;
                break;
            }
            result = find_or_add(store, top->level, result, top->high);
            if (result < 0) return NO_ROOM;
            Entry *entry = &store->cache[slot_of(top->f, top->g, 0, store->cache_mask)];
            entry->f = top->f;
            entry->g = top->g;
            entry->result = result;
            frame = top;
        }
    }
}

int32_t disjoin(Store *store, int32_t f, int32_t g) {
    int32_t neither = conjoin(store, f ^ 1, g ^ 1);
    return neither < 0 ? NO_ROOM : neither ^ 1;
}

/* The deepest first (insertion sort, in place). */
void sort_by_level(const Store *store, int32_t *refs, int32_t n) {
    const Node *node = store->node;
    for (int32_t i = 1; i < n; i++) {
        int32_t ref = refs[i], level = node[ref >> 1].level, j = i - 1;
        while (j >= 0 && node[refs[j] >> 1].level < level) {
            refs[j + 1] = refs[j];
            j--;
        }
        refs[j + 1] = ref;
    }
}

/* Reference of a gate over refs[0 .. n], or NO_ROOM; `row` is scratch of n + 2 numbers. */
int32_t combine(Store *store, int32_t kind, int32_t count, int32_t *refs, int32_t n, int32_t *row) {
    sort_by_level(store, refs, n);
    if (kind == AND) {
        int32_t result = 0;
        for (int32_t i = 0; i < n && result >= 0 && result != 1; i++) result = conjoin(store, result, refs[i]);
        return result;
    }
    if (kind == XOR) {
        int32_t result = 1;
        for (int32_t i = 0; i < n; i++) {
            int32_t left = conjoin(store, result, refs[i] ^ 1);
            if (left < 0) return NO_ROOM;
            int32_t right = conjoin(store, result ^ 1, refs[i]);
            if (right < 0) return NO_ROOM;
            result = disjoin(store, left, right);
            if (result < 0) return NO_ROOM;
        }
        return result;
    }
    /* row[j]: at least j of the references so far */
    row[0] = 0;
    for (int32_t j = 1; j <= count; j++) row[j] = 1;
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = smaller(count, i + 1); j > 0; j--) {
            int32_t both = conjoin(store, row[j - 1], refs[i]);
            if (both < 0) return NO_ROOM;
            row[j] = disjoin(store, row[j], both);
            if (row[j] < 0) return NO_ROOM;
        }
    return row[count];
}

/* Nodes reachable from the roots; `ids` receives the roots' numbers.  A node that is used both ways becomes two. */
Plain extract(Store *store, const int32_t *roots, int32_t count, const int32_t *level_var, int32_t *ids) {
    const Node *node = store->node;
    int32_t *used = INTS(store->arena, 2 * (size_t)store->size);
    Plain plain = {2, NULL, NULL, NULL};
    for (int32_t i = 0; i < count; i++) used[roots[i]] = 1;
    for (int32_t ref = 2 * store->size - 1; ref > 1; ref--)
        if (used[ref]) {
            used[node[ref >> 1].low ^ (ref & 1)] = 1;
            used[node[ref >> 1].high ^ (ref & 1)] = 1;
            plain.count++;
        }
    plain.var = INTS(store->arena, plain.count);
    plain.low = INTS(store->arena, plain.count);
    plain.high = INTS(store->arena, plain.count);
    plain.var[0] = plain.var[1] = -1;
    plain.low[1] = plain.high[1] = 1;
    used[0] = 1;
    used[1] = 0;
    int32_t n = 2;
    for (int32_t ref = 2; ref < 2 * store->size; ref++)
        if (used[ref]) {
            plain.var[n] = level_var[node[ref >> 1].level];
            plain.low[n] = used[node[ref >> 1].low ^ (ref & 1)];
            plain.high[n] = used[node[ref >> 1].high ^ (ref & 1)];
            used[ref] = n++;
        }
    for (int32_t i = 0; i < count; i++) ids[i] = used[roots[i]];
    give_back(store->arena, used);
    return plain;
}
