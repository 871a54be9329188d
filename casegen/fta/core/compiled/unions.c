/* The union of cut sets as a function, which gives Fussell-Vesely importance by its definition. */
#include "kernels.h"

/* The union of a family's sets: its own variable and the sets above, or the sets below. */
static int32_t join(Store *store, int32_t level, int32_t low, int32_t high) {
    int32_t either = disjoin(store, low, high);
    return either < 0 ? NO_ROOM : find_or_add(store, level, low, either);
}

static void open_unions(Store *store, Arena *arena, int32_t capacity, int32_t variables) {
    open_store(store, arena, capacity);
    set_levels(store, variables);
}

/* The union of the sets of one family without modules; 0 when `capacity` is not enough. */
int union_of(Arena *arena, const Diagram *s, const int32_t *rank, int32_t variables, int32_t root, int32_t capacity,
             Store *store, int32_t *reference) {
    int32_t *whole = INTS(arena, s->count);
    open_unions(store, arena, capacity, variables);
    whole[0] = 1;
    for (int32_t n = 2; n <= root; n++) {
        whole[n] = join(store, rank[s->var[n]], whole[s->low[n]], whole[s->high[n]]);
        if (whole[n] < 0) return 0;
    }
    *reference = whole[root];
    return 1;
}

/* Unions of the sets of each root, and of those with each variable, in one diagram; 0: more than `max_work` steps.
 *
 * The roots are the families of the modules and, last, of the top. */
int unions(Arena *arena, const Diagram *s, const int32_t *roots, int32_t count, const int32_t *rank,
           int32_t variables, int64_t max_work, int32_t capacity, Store *store, int32_t *of_root,
           int32_t *of_variable) {
    int32_t *whole = INTS(arena, s->count), *with = INTS(arena, s->count), *inside = INTS(arena, s->count);
    int32_t *listed = INTS(arena, s->count), *member = INTS(arena, variables);
    int64_t work = 0;
    open_unions(store, arena, capacity, variables);
    whole[0] = with[0] = with[1] = 1;
    for (int32_t v = 0; v < variables; v++) of_variable[v] = 1;
    for (int32_t r = 0; r < count; r++) {
        int32_t root = roots[r], members = 0;
        inside[root] = r + 1;
        for (int32_t n = root; n > 1; n--) {
            if (inside[n] != r + 1) continue;
            inside[s->low[n]] = inside[s->high[n]] = r + 1;
            member[s->var[n]] = r + 1;
            listed[members++] = n;
        }
        for (int32_t i = members - 1; i >= 0; i--) {
            int32_t n = listed[i];
            whole[n] = join(store, rank[s->var[n]], whole[s->low[n]], whole[s->high[n]]);
            if (whole[n] < 0) return 0;
        }
        of_root[r] = whole[root];
        work += members;
        for (int32_t v = 0; v < variables; v++) {
            if (member[v] != r + 1) continue;
            for (int32_t i = members - 1; i >= 0; i--) {
                int32_t n = listed[i], level = rank[s->var[n]];
                if (level > rank[v]) {
                    with[n] = 1;
                    continue;
                }
                work++;
                with[n] = s->var[n] == v ? find_or_add(store, level, 1, whole[s->high[n]])
                                         : join(store, level, with[s->low[n]], with[s->high[n]]);
                if (with[n] < 0 || work > max_work) return 0;
            }
            of_variable[v] = with[root];
        }
    }
    return 1;
}

/* Fussell-Vesely of every event and module; `value` by node of the unions' diagram.
 *
 * owner[v] is the module that variable v lies in, their number for the top, -1 for nowhere; a module comes after those
 * inside it. */
void share_unions(const double *value, const int32_t *with_variable, const int32_t *owner, const int32_t *modules,
                  int32_t count, int32_t events, double top, double *share) {
    for (int32_t k = count - 1; k >= -events; k--) {
        int32_t v = k >= 0 ? events + k : -1 - k, m = owner[v];
        double whole = m == count ? top : m >= 0 ? value[modules[m]] : 0.0;
        double scale = m >= 0 && m < count ? share[events + m] : 1.0;
        share[v] = whole > 0.0 ? value[with_variable[v]] / whole * scale : 0.0;
    }
}
