/* Minimal cut sets, kept implicit in a zero-suppressed diagram (Minato 1993, Rauzy 1993). */
#include "kernels.h"

typedef struct {
    int32_t f, g, stage, above;
} Step;

/* Families, their hash table, the cache of differences and its stack. */
typedef struct {
    Arena *arena;
    const int32_t *rank;
    Family *family;
    int32_t *table;
    Entry *cache;
    Step *steps;
    int32_t size, capacity, mask;
} Sets;

static void take_tables(Sets *sets) {
    int32_t slots = table_size(sets->capacity);
    sets->table = INTS(sets->arena, slots);
    sets->cache = take(sets->arena, (size_t)slots, sizeof(Entry));
    sets->mask = slots - 1;
}

static void grow_sets(Sets *sets, int32_t capacity) {
    give_back(sets->arena, sets->table);
    give_back(sets->arena, sets->cache);
    Family *family = take(sets->arena, (size_t)capacity, sizeof(Family));
    memcpy(family, sets->family, (size_t)sets->size * sizeof(Family));
    give_back(sets->arena, sets->family);
    sets->family = family;
    sets->capacity = capacity;
    take_tables(sets);
    for (int32_t n = 2; n < sets->size; n++) {
        int32_t slot = slot_of(family[n].var, family[n].low, family[n].high, sets->mask);
        family[n].next = sets->table[slot];
        sets->table[slot] = n;
    }
}

static uint16_t one_more(uint16_t length) { return length < MANY ? length + 1 : MANY; }

static int32_t find_or_add_family(Sets *sets, int32_t var, int32_t low, int32_t high) {
    if (high == 0) return low;
    int32_t slot = slot_of(var, low, high, sets->mask);
    Family *family = sets->family;
    for (int32_t n = sets->table[slot]; n != 0; n = family[n].next)
        if (family[n].var == var && family[n].low == low && family[n].high == high) return n;
    int32_t n = sets->size;
    if (n >= sets->capacity) return NO_ROOM;
    family[n].var = var;
    family[n].low = low;
    family[n].high = high;
    uint16_t shortest = one_more(family[high].shortest), longest = one_more(family[high].longest);
    family[n].shortest = shortest < family[low].shortest ? shortest : family[low].shortest;
    family[n].longest = longest > family[low].longest ? longest : family[low].longest;
    family[n].next = sets->table[slot];
    sets->table[slot] = n;
    sets->size = n + 1;
    return n;
}

/* The sets of f that contain no set of g (Rauzy's subsuming difference), or NO_ROOM; both families are minimal. */
static int32_t without(Sets *sets, int32_t f, int32_t g) {
    const Family *family = sets->family;
    const int32_t *rank = sets->rank;
    Step *step = sets->steps;
    int32_t result;
    for (;;) {
        while (f > 1 && g > 1 && rank[family[g].var] < rank[family[f].var]) g = family[g].low;
        if (f == 0 || g == 1 || f == g) {
            result = 0;
        } else if (g == 0 || f == 1 || family[f].longest < family[g].shortest) {
            result = f; /* no set of f is long enough to contain one of g */
        } else {
            const Entry *entry = &sets->cache[slot_of(f, g, 1, sets->mask)];
            if (entry->f == f && entry->g == g) {
                result = entry->result;
            } else {
                step->f = f;
                step->g = g;
                step->stage = 0;
                step++;
                if (family[g].var == family[f].var) g = family[g].low;
                f = family[f].high;
                if (--sets->arena->steps < 0) look_for_interrupt(sets->arena);
                continue;
            }
        }
        for (;;) {
            if (step == sets->steps) return result;
            Step *top = step - 1;
            f = top->f;
            g = top->g;
            int same = family[f].var == family[g].var;
            if (top->stage == 0 && same) {
                top->stage = 1;
                f = result;
                g = family[g].high;
                break;
            }
            if (top->stage <= 1) {
                top->stage = 2;
                top->above = result;
                if (same) g = family[g].low;
                f = family[f].low;
                break;
            }
            result = find_or_add_family(sets, family[f].var, result, top->above);
            if (result < 0) return NO_ROOM;
            Entry *entry = &sets->cache[slot_of(f, g, 1, sets->mask)];
            entry->f = f;
            entry->g = g;
            entry->result = result;
            step = top;
        }
    }
}

static void open_sets(Sets *sets, Arena *arena, const int32_t *rank, int32_t levels, int64_t capacity) {
    memset(sets, 0, sizeof *sets);
    sets->arena = arena;
    sets->rank = rank;
    sets->capacity = (int32_t)capacity;
    sets->family = take(arena, (size_t)capacity, sizeof(Family));
    sets->steps = take(arena, (size_t)levels + 4, sizeof(Step));
    take_tables(sets);
    sets->family[0].shortest = MANY;
    sets->size = 2;
}

/* Families of every node of the diagram; a set of variables is a solution when the function holds with exactly these
 * true.  0: more than `max_nodes`. */
static int fill_sets(Sets *sets, const Diagram *d, int64_t max_nodes, int32_t *of_node) {
    of_node[1] = 1;
    for (int32_t n = 2; n < d->count;) {
        int32_t zero = of_node[d->low[n]], one = without(sets, of_node[d->high[n]], zero);
        if (one >= 0) one = find_or_add_family(sets, d->var[n], zero, one);
        if (one >= 0) {
            of_node[n++] = one;
            continue;
        }
        if (sets->capacity >= max_nodes) return 0;
        int64_t more = 2 * (int64_t)sets->capacity;
        grow_sets(sets, (int32_t)(more < max_nodes ? more : max_nodes));
    }
    return 1;
}

int minimal_families(Arena *arena, const Diagram *d, const int32_t *rank, int32_t levels, int64_t max_nodes,
                     int64_t capacity, Families *out) {
    Sets sets;
    open_sets(&sets, arena, rank, levels, capacity);
    out->of_node = INTS(arena, d->count);
    int fits = fill_sets(&sets, d, max_nodes, out->of_node);
    out->family = sets.family;
    out->size = sets.size;
    return fits;
}

/* Minimal solutions of node f that hold no solution of node g. */
int lost_families(Arena *arena, const Diagram *d, const int32_t *rank, int32_t levels, int64_t max_nodes,
                  int64_t capacity, int32_t f, int32_t g, Families *out) {
    Sets sets;
    open_sets(&sets, arena, rank, levels, capacity);
    out->of_node = INTS(arena, d->count);
    int fits = fill_sets(&sets, d, max_nodes, out->of_node);
    while (fits) {
        out->root = without(&sets, out->of_node[f], out->of_node[g]);
        if (out->root >= 0) break;
        fits = sets.capacity < max_nodes;
        int64_t more = 2 * (int64_t)sets.capacity;
        if (fits) grow_sets(&sets, (int32_t)(more < max_nodes ? more : max_nodes));
    }
    out->family = sets.family;
    out->size = sets.size;
    return fits;
}

/* Families below the root and below the modules they use; children and modules come before parents. */
Compact compact(Arena *arena, const Families *families, const Diagram *d) {
    int32_t root = families->root, i = 2, *used = INTS(arena, (size_t)root + 2);
    const Family *family = families->family;
    Compact c = {2, 0, NULL, NULL, NULL, NULL};
    used[root] = 1;
    for (int32_t n = root; n > 1; n--) {
        if (!used[n]) continue;
        c.count++;
        used[family[n].low] = used[family[n].high] = 1;
        if (family[n].var >= d->events) used[families->of_node[d->proxies[family[n].var - d->events]]] = 1;
    }
    c.var = INTS(arena, c.count);
    c.low = INTS(arena, c.count);
    c.high = INTS(arena, c.count);
    used[0] = 0;
    used[1] = 1;
    for (int32_t n = 2; n <= root; n++) {
        if (!used[n]) continue;
        c.var[i] = family[n].var;
        c.low[i] = used[family[n].low];
        c.high[i] = used[family[n].high];
        used[n] = i++;
    }
    c.modules = INTS(arena, d->modules);
    for (int32_t m = 0; m < d->modules; m++) {
        int32_t f = families->of_node[d->proxies[m]];
        c.modules[m] = f <= root ? used[f] : 0;
    }
    c.root = used[root];
    return c;
}

/* Sum over each family's sets of the product of their events' weights. */
void weigh(const Diagram *s, const double *weight, double *total) {
    total[0] = 0.0;
    total[1] = 1.0;
    for (int32_t n = 2; n < s->count; n++) {
        int32_t v = s->var[n];
        double w = v < s->events ? weight[v] : total[s->proxies[v - s->events]];
        total[n] = total[s->low[n]] + w * total[s->high[n]];
    }
}

/* Number of sets in each family; exact below 2**63 (compare `weigh`). */
void count_sets(const Diagram *s, int64_t *total) {
    total[0] = 0;
    total[1] = 1;
    for (int32_t n = 2; n < s->count; n++) {
        int32_t v = s->var[n];
        total[n] = total[s->low[n]] + (v < s->events ? 1 : total[s->proxies[v - s->events]]) * total[s->high[n]];
    }
}

/* Largest and smallest order in each family. */
void longest_sets(const Diagram *s, int32_t *most, int32_t *least) {
    most[0] = -1;
    least[0] = 1 << 29;
    most[1] = least[1] = 0;
    for (int32_t n = 2; n < s->count; n++) {
        int32_t v = s->var[n], up = 1, down = 1;
        if (v >= s->events) {
            up = most[s->proxies[v - s->events]];
            down = least[s->proxies[v - s->events]];
        }
        most[n] = larger(most[s->low[n]], up + most[s->high[n]]);
        least[n] = smaller(least[s->low[n]], down + least[s->high[n]]);
    }
}

/* Number of sets of each order: table[place[n] + k] for family n and order k <= most[n]. */
void count_orders(const Diagram *s, const int32_t *most, const int64_t *place, int64_t *table) {
    table[place[1]] = 1;
    for (int32_t n = 2; n < s->count; n++) {
        int32_t v = s->var[n], low = s->low[n], high = s->high[n];
        int64_t *at = table + place[n];
        const int64_t *below = table + place[low], *above = table + place[high];
        for (int32_t k = 0; k <= most[low]; k++) at[k] += below[k];
        if (v < s->events) {
            for (int32_t k = 0; k <= most[high]; k++) at[k + 1] += above[k];
            continue;
        }
        int32_t f = s->proxies[v - s->events];
        for (int32_t i = 0; i <= most[f]; i++) {
            int64_t inner = table[place[f] + i];
            if (inner == 0) continue;
            for (int32_t k = 0; k <= most[high]; k++) at[i + k] += inner * above[k];
        }
    }
}

/* Weight of the heaviest set in each family, -1 where it is empty. */
void best_sets(const Diagram *s, const double *weight, double *most) {
    most[0] = -1.0;
    most[1] = 1.0;
    for (int32_t n = 2; n < s->count; n++) {
        int32_t v = s->var[n];
        double w = v < s->events ? weight[v] : most[s->proxies[v - s->events]], with = w * most[s->high[n]];
        most[n] = most[s->low[n]] > with ? most[s->low[n]] : with;
    }
}

/* Weight of the sets that hold each event; `total` comes from `weigh`, `above` and `result` come in as zeros. */
void share_sets(const Diagram *s, const double *weight, const double *total, int32_t root, double *above,
                double *result) {
    above[root] = 1.0;
    for (int32_t n = root; n > 1; n--) {
        double a = above[n];
        if (a == 0.0) continue;
        int32_t v = s->var[n];
        double below = a * total[s->high[n]], w;
        if (v < s->events) {
            w = weight[v];
            result[v] += below * w;
        } else {
            w = total[s->proxies[v - s->events]];
            above[s->proxies[v - s->events]] += below;
        }
        above[s->low[n]] += a;
        above[s->high[n]] += a * w;
    }
}
