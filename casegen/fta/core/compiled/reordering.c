/* A module's diagram built while its order changes: sifting by swaps of neighbouring levels (Rudell 1993).
 *
 * The builder's store knows levels and keeps what nothing uses any more; a swap needs variables that stay what they
 * are, a list of each variable's nodes, and how often a node is used.  So a diagram is taken over into cells of its own,
 * sifted there, and written back under its new order.  A swap keeps the high edge regular: the form stays canonical. */
#include "kernels.h"

#define GROWTH 120 /* per cent of its size that a diagram may have on a variable's way through the levels */

typedef struct {
    int32_t var, low, high, chain, uses, before, after;
} Cell;

typedef struct {
    Cell *cell;
    int32_t *table, mask;
    int32_t *head, *many; /* first node and number of nodes of each variable */
    int32_t *at;          /* variable at each level */
    int32_t levels, capacity, free, live;
    int64_t work; /* nodes visited */
} Cells;

static int32_t mark_reachable(const Store *store, const int32_t *roots, int32_t count, int32_t *mark) {
    int32_t live = 0;
    for (int32_t i = 0; i < count; i++) mark[roots[i] >> 1] = 1;
    for (int32_t n = store->size - 1; n > 0; n--)
        if (mark[n]) {
            live++;
            mark[store->node[n].low >> 1] = 1;
            mark[store->node[n].high >> 1] = 1;
        }
    return live;
}

/* Enter a node into its hash chain and its variable's list. */
static void enter(Cells *c, int32_t n) {
    Cell *at = &c->cell[n];
    int32_t x = at->var, slot = slot_of(x, at->low, at->high, c->mask);
    at->chain = c->table[slot];
    c->table[slot] = n;
    at->before = 0;
    at->after = c->head[x];
    if (c->head[x] != 0) c->cell[c->head[x]].before = n;
    c->head[x] = n;
    c->many[x]++;
}

/* Take a node out of its hash chain and its variable's list. */
static void leave(Cells *c, int32_t n) {
    Cell *at = &c->cell[n];
    int32_t *link = &c->table[slot_of(at->var, at->low, at->high, c->mask)];
    while (*link != n) link = &c->cell[*link].chain;
    *link = at->chain;
    if (at->before == 0) c->head[at->var] = at->after;
    else c->cell[at->before].after = at->after;
    if (at->after != 0) c->cell[at->after].before = at->before;
    c->many[at->var]--;
}

/* The reference of (x, low, high), used once more; there is room for it. */
static int32_t make(Cells *c, int32_t x, int32_t low, int32_t high) {
    if (low == high) {
        c->cell[low >> 1].uses++;
        return low;
    }
    int32_t flip = high & 1;
    low ^= flip;
    high ^= flip;
    for (int32_t n = c->table[slot_of(x, low, high, c->mask)]; n != 0; n = c->cell[n].chain) {
        Cell *at = &c->cell[n];
        if (at->var == x && at->low == low && at->high == high) {
            at->uses++;
            return 2 * n + flip;
        }
    }
    int32_t n = c->free;
    Cell *at = &c->cell[n];
    c->free = at->chain;
    c->live++;
    at->var = x;
    at->low = low;
    at->high = high;
    at->uses = 1;
    c->cell[low >> 1].uses++;
    c->cell[high >> 1].uses++;
    enter(c, n);
    return 2 * n + flip;
}

/* One use less; a node without uses is given back.  Its children are in use elsewhere (see `swap`). */
static void drop(Cells *c, int32_t ref) {
    int32_t n = ref >> 1;
    Cell *at = &c->cell[n];
    if (--at->uses > 0) return;
    leave(c, n);
    c->cell[at->low >> 1].uses--;
    c->cell[at->high >> 1].uses--;
    at->chain = c->free;
    c->free = n;
    c->live--;
}

/* Exchange the variables x of `level` and y of the one below.  A node of x that uses y is rewritten in its place, so that
 * what points to it keeps its function: x ? (y ? f11 : f10) : (y ? f01 : f00) is y ? (x ? f11 : f01) : (x ? f10 : f00).
 * What a node of y loses in uses its children win by the new nodes of x. */
static void swap(Cells *c, int32_t level) {
    int32_t x = c->at[level], y = c->at[level + 1], after;
    c->work += c->many[x] + 1;
    for (int32_t n = c->head[x]; n != 0; n = after) {
        Cell *here = &c->cell[n];
        after = here->after;
        int32_t low = here->low, high = here->high;
        const Cell *below = &c->cell[low >> 1], *above = &c->cell[high >> 1];
        if (below->var != y && above->var != y) continue;
        int32_t low_low = low, low_high = low, high_low = high, high_high = high;
        if (below->var == y) {
            low_low = below->low ^ (low & 1);
            low_high = below->high ^ (low & 1);
        }
        if (above->var == y) {
            high_low = above->low;
            high_high = above->high;
        }
        leave(c, n);
        here->low = make(c, x, low_low, high_low);
        here->high = make(c, x, low_high, high_high);
        here->var = y;
        enter(c, n);
        drop(c, low);
        drop(c, high);
        c->work += 4;
    }
    c->at[level] = y;
    c->at[level + 1] = x;
}

/* Whether the storage holds all nodes that a swap can make, and those that taking it back can make. */
static int room_to_swap(const Cells *c, int32_t level) {
    return (int64_t)c->live + 3 * (int64_t)c->many[c->at[level]] + c->many[c->at[level + 1]] + 2 < c->capacity;
}

static int32_t most_of(int32_t least) { return (int32_t)((int64_t)least * GROWTH / 100 + 2); }

/* Move a variable through all levels, the nearer end first, and leave it where the diagram was smallest. */
static void sift_one(Cells *c, int32_t x) {
    int32_t level = 0;
    while (c->at[level] != x) level++;
    int32_t least = c->live, best = level, most = most_of(least);
    int down = 2 * level >= c->levels;
    for (int end = 0; end < 2; end++, down = !down) {
        for (;;) {
            if (down) {
                if (level + 1 >= c->levels || !room_to_swap(c, level)) break;
                swap(c, level++);
            } else {
                if (level == 0 || !room_to_swap(c, level - 1)) break;
                swap(c, --level);
            }
            if (c->live < least) {
                least = c->live;
                best = level;
                most = most_of(least);
            } else if (c->live > most) {
                break;
            }
        }
    }
    while (level < best) swap(c, level++);
    while (level > best) swap(c, --level);
}

/* Sift every variable once, those with most nodes first, until `work` node visits are spent. */
static void sift(Arena *arena, Cells *c, int64_t work) {
    int32_t *todo = INTS(arena, c->levels);
    for (int32_t i = 0; i < c->levels; i++) {
        int32_t x = c->at[i], k = i;
        for (; k > 0 && c->many[todo[k - 1]] < c->many[x]; k--) todo[k] = todo[k - 1];
        todo[k] = x;
    }
    for (int32_t i = 0; i < c->levels && c->work < work; i++) {
        look_for_interrupt(arena);
        if (c->many[todo[i]] > 0) sift_one(c, todo[i]);
    }
    give_back(arena, todo);
}

/* Fill the cells with the marked nodes; the roots are in use.  `mark` becomes the new number of each. */
static void take_over(Cells *c, const Store *store, int32_t *roots, int32_t count, int32_t *mark) {
    int32_t used = 1;
    c->cell[0].var = -1;
    c->cell[0].uses = 1 << 30;
    mark[0] = 0;
    for (int32_t n = 1; n < store->size; n++) {
        if (!mark[n]) continue;
        int32_t low = store->node[n].low, high = store->node[n].high;
        Cell *here = &c->cell[used];
        here->var = store->node[n].level;
        here->low = 2 * mark[low >> 1] + (low & 1);
        here->high = 2 * mark[high >> 1] + (high & 1);
        c->cell[mark[low >> 1]].uses++;
        c->cell[mark[high >> 1]].uses++;
        enter(c, used);
        mark[n] = used++;
    }
    for (int32_t i = 0; i < count; i++) {
        roots[i] = 2 * mark[roots[i] >> 1] + (roots[i] & 1);
        c->cell[roots[i] >> 1].uses++;
    }
    c->live = used;
    c->free = used < c->capacity ? used : 0;
    for (int32_t n = used; n < c->capacity; n++) c->cell[n].chain = n + 1 < c->capacity ? n + 1 : 0;
}

/* The sifted diagram as the builder's: children first, levels by the new order. */
static void write_back(Arena *arena, const Cells *c, Store *store, int32_t *roots, int32_t count) {
    int32_t *number = INTS(arena, c->capacity);
    memset(store->table, 0, ((size_t)store->table_mask + 1) * sizeof(int32_t));
    store->node[0].level = LEAF_LEVEL;
    store->size = 1;
    for (int32_t level = c->levels - 1; level >= 0; level--)
        for (int32_t n = c->head[c->at[level]]; n != 0; n = c->cell[n].after) {
            int32_t low = c->cell[n].low, high = c->cell[n].high;
            Node *to = &store->node[store->size];
            to->level = level;
            to->low = 2 * number[low >> 1] + (low & 1);
            to->high = 2 * number[high >> 1] + (high & 1);
            int32_t slot = slot_of(level, to->low, to->high, store->table_mask);
            to->next = store->table[slot];
            store->table[slot] = store->size;
            number[n] = store->size++;
        }
    for (int32_t i = 0; i < count; i++) roots[i] = 2 * number[roots[i] >> 1] + (roots[i] & 1);
    give_back(arena, number);
}

/* Sift what is below the roots; store, roots and order are rewritten; returns the work done.  `work` of 0 only drops
 * what is not used. */
static int64_t reorder(Store *store, int32_t *roots, int32_t count, int32_t live, int32_t *mark, int32_t *order, int32_t m,
                       int64_t work) {
    Arena *arena = store->arena;
    Cells c;
    memset(&c, 0, sizeof c);
    /* with what is held beside it this stays below the bytes a node that the engine counts on */
    c.capacity = 2 * live + 1024;
    int32_t slots = table_size(c.capacity);
    c.cell = take(arena, (size_t)c.capacity, sizeof(Cell));
    c.table = INTS(arena, slots);
    c.mask = slots - 1;
    c.head = INTS(arena, m);
    c.many = INTS(arena, m);
    c.at = INTS(arena, m);
    c.levels = m;
    for (int32_t level = 0; level < m; level++) c.at[level] = level;
    take_over(&c, store, roots, count, mark);
    if (work > 0) sift(arena, &c, work);
    write_back(arena, &c, store, roots, count);
    int32_t *old = INTS(arena, m);
    memcpy(old, order, (size_t)m * sizeof(int32_t));
    for (int32_t level = 0; level < m; level++) order[level] = old[c.at[level]];
    give_back(arena, old);
    give_back(arena, c.cell);
    give_back(arena, c.table);
    give_back(arena, c.head);
    give_back(arena, c.many);
    give_back(arena, c.at);
    return c.work;
}

/* Bring one more operand, the i-th, into a gate's partial results; 0 when storage is full.  Done again after it failed it
 * changes nothing: partial results of an at-least gate go from the last to the first. */
static int apply_one(Store *store, int32_t kind, int32_t count, int32_t ref, int32_t i, int32_t *held) {
    if (kind == AND) {
        int32_t result = conjoin(store, held[0], ref);
        if (result < 0) return 0;
        held[0] = result;
        return 1;
    }
    if (kind == XOR) {
        int32_t left = conjoin(store, held[0], ref ^ 1);
        if (left < 0) return 0;
        int32_t right = conjoin(store, held[0] ^ 1, ref);
        if (right < 0) return 0;
        int32_t result = disjoin(store, left, right);
        if (result < 0) return 0;
        held[0] = result;
        return 1;
    }
    for (int32_t j = smaller(count, i + 1); j > 0; j--) {
        int32_t both = conjoin(store, held[j - 1], ref);
        if (both < 0) return 0;
        int32_t either = disjoin(store, held[j], both);
        if (either < 0) return 0;
        held[j] = either;
    }
    return 1;
}

/* A gate's literals, the deepest level first; returns how many. */
static int32_t sort_arguments(const Store *store, const Graph *graph, int32_t j, const int32_t *of, int32_t *todo) {
    int32_t n = 0;
    for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
        int32_t literal = graph->arguments[a], k = n++;
        int32_t level = store->node[of[size_of_literal(literal)] >> 1].level;
        for (; k > 0 && store->node[of[size_of_literal(todo[k - 1])] >> 1].level < level; k--) todo[k] = todo[k - 1];
        todo[k] = literal;
    }
    return n;
}

/* One module being built: what is still needed, and when it was sifted last. */
typedef struct {
    Store *store;
    const Graph *graph;
    const Module *module;
    Scratch *scratch;
    int32_t *waiting, *roots;
    int64_t max_nodes, work, spent, failed;
    int32_t sifted, smallest;
} Building;

/* What later gates use, and what gate i has so far, into or out of the roots. */
static int32_t exchange_roots(Building *b, int32_t i, int32_t results, int write) {
    int32_t count = 0;
    for (int32_t k = 0; k < i; k++) {
        int32_t v = b->graph->first + b->module->gate[k];
        if (b->waiting[v] <= 0) continue;
        if (write) b->scratch->of[v] = b->roots[count++];
        else b->roots[count++] = b->scratch->of[v];
    }
    for (int32_t k = 0; k < results; k++, count++) {
        if (write) b->scratch->row[k] = b->roots[count];
        else b->roots[count] = b->scratch->row[k];
    }
    return count;
}

/* Drop what is not used, sift what has doubled, grow where that was not enough; 0 when storage is full for good. */
static int make_room(Building *b, int32_t i, int32_t done, int32_t results) {
    Store *store = b->store;
    int32_t m = b->module->variables, count = exchange_roots(b, i, results, 0);
    int32_t *mark = INTS(store->arena, store->size);
    int32_t live = mark_reachable(store, b->roots, count, mark);
    int64_t effort = live >= 2 * (int64_t)b->sifted && b->spent < b->work ? b->work - b->spent : 0;
    b->spent += reorder(store, b->roots, count, live, mark, b->scratch->order, m, effort);
    give_back(store->arena, mark);
    if (effort > 0) b->sifted = larger(b->smallest / 2, store->size);
    exchange_roots(b, i, results, 1);
    /* a step that failed before, and for which nothing was gained, needs more room */
    int64_t step = (int64_t)i * variables_of(b->graph) + done;
    int again = b->failed == step && effort == 0;
    b->failed = step;
    /* every variable keeps a node of its own beside what the gates use */
    int64_t kept = (int64_t)store->size + m, capacity = store->capacity;
    if (4 * kept > 3 * capacity || again || (capacity < b->max_nodes && 4 * kept > capacity)) {
        if (capacity >= b->max_nodes) return 0;
        capacity = 2 * capacity < b->max_nodes ? 2 * capacity : b->max_nodes;
        if (kept > capacity) return 0;
        grow_store(store, (int32_t)capacity);
    } else {
        memset(store->cache, 0, ((size_t)store->cache_mask + 1) * sizeof(Entry));
    }
    add_variables(store, b->scratch, m);
    return 1;
}

/* As `build_module`, with the order changed on the way.
 *
 * Where storage is full, what is not used any more is dropped; what is left is sifted when it has doubled, from
 * `smallest` nodes on, until `work` node visits are spent.  Storage grows only where that was not enough. */
int32_t build_reordered(Store *store, const Graph *graph, const Module *module, Scratch *scratch, int64_t max_nodes,
                        int64_t work, int32_t smallest) {
    Arena *arena = store->arena;
    int32_t m = module->variables, first = graph->first, result = 0;
    int64_t capacity = 4 * (int64_t)smallest + 8 * (int64_t)m + 8;
    if (capacity > max_nodes) capacity = max_nodes;
    if (m + 1 > capacity) return NO_ROOM;
    close_store(store);
    open_store(store, arena, (int32_t)capacity);
    set_levels(store, m);
    int32_t *held = scratch->row;
    Building b = {store, graph, module, scratch, INTS(arena, variables_of(graph)),
                  INTS(arena, (int64_t)module->gates + m + argument_count(graph) + 16), max_nodes, work, 0, -1,
                  smallest / 2, smallest};
    for (int32_t i = 0; i < module->gates; i++) {
        int32_t j = module->gate[i];
        scratch->of[first + j] = 0;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) b.waiting[size_of_literal(graph->arguments[a])]++;
    }
    add_variables(store, scratch, m);
    for (int32_t i = 0; i < module->gates; i++) {
        int32_t j = module->gate[i], kind = graph->kinds[j], count = graph->counts[j];
        int32_t length = sort_arguments(store, graph, j, scratch->of, scratch->arguments);
        int32_t results = kind == ATLEAST ? count + 1 : 1;
        held[0] = kind == XOR;
        for (int32_t k = 1; k < results; k++) held[k] = 1;
        for (int32_t done = 0; done < length;) {
            int32_t literal = scratch->arguments[done];
            int32_t ref = scratch->of[size_of_literal(literal)] ^ (literal < 0);
            if (apply_one(store, kind, count, ref, done, held)) done++;
            else if (!make_room(&b, i, done, results)) return -1 - i;
        }
        result = held[results - 1];
        scratch->of[first + j] = result;
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) b.waiting[size_of_literal(graph->arguments[a])]--;
    }
    return result;
}
