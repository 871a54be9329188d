/* The check of every exact result, which uses no decision diagram.
 *
 * `enclose` gives rigorous bounds of the top by one pass over the gates: arguments that share no event are independent;
 * others are bounded whatever their dependence (Boole, Frechet), or as associated (Esary & Proschan 1970) where every
 * event acts in one direction only.  `disagreements` runs tree and diagram side by side on many assignments, 64 a word. */
#include "kernels.h"
#include <math.h>

/* Bounds of P(literal) and of P(its complement), kept apart so that neither loses digits beside the other. */
typedef struct {
    double low, high, not_low, not_high;
} Bounds;

static Bounds complement(Bounds b) {
    Bounds c = {b.not_low, b.not_high, b.low, b.high};
    return c;
}

typedef struct {
    const Graph *graph;
    Bounds *of;         /* by variable */
    uint64_t *support;  /* by gate: the events below; several events may share a bit, which only widens bounds */
    int32_t words;
    int associated;     /* every event acts on the top in one direction */
    int32_t *owner, *group, *stamp; /* first argument with each bit, its group; scratch */
    uint64_t *taken; /* scratch: three supports */
    Bounds *args;
    double *row;
} Enclosing;

static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }
/* relative error that rounding may leave in a bound, from all steps that made it: what is left when two bounds cancel is no
 * better than this share of them */
#define ROUNDING 1e-10
#define NEARLY_SURE 0.99
/* An upper bound that its complement is taken of: the two together stay 1, and neither errs on the unsafe side. */
static double upper_bound(double x) { return least(1.0, x < NEARLY_SURE ? x : x + ROUNDING); }
/* 1 - (1 - a)(1 - b) without cancellation */
static double either(double a, double b) { return a + b * (1.0 - a); }

/* Whether every event is reached through complements of one parity, and through no XOR. */
static int one_direction(Arena *arena, const Graph *g) {
    size_t variables = (size_t)variables_of(g);
    char *seen = take(arena, 2 * variables, 1);
    int32_t *stack = INTS(arena, 2 * (size_t)argument_count(g) + 4), depth = 0;
    stack[depth++] = g->top;
    seen[2 * size_of_literal(g->top) + (g->top < 0)] = 1;
    int good = 1;
    while (depth > 0 && good) {
        int32_t literal = stack[--depth], v = size_of_literal(literal);
        if (v == 1) continue;
        if (v < g->first) {
            good = !seen[2 * v + (literal > 0)];
            continue;
        }
        int32_t j = v - g->first;
        if (g->kinds[j] == XOR) good = 0;
        for (int32_t a = g->start[j]; a < g->start[j + 1] && good; a++) {
            int32_t child = literal > 0 ? g->arguments[a] : -g->arguments[a];
            char *mark = &seen[2 * size_of_literal(child) + (child < 0)];
            if (!*mark) {
                *mark = 1;
                stack[depth++] = child;
            }
        }
    }
    give_back(arena, seen);
    give_back(arena, stack);
    return good;
}

static void support_of(const Enclosing *w, int32_t literal, uint64_t *bits) {
    int32_t v = size_of_literal(literal);
    memset(bits, 0, (size_t)w->words * sizeof(uint64_t));
    if (v >= w->graph->first) {
        memcpy(bits, w->support + (size_t)(v - w->graph->first) * w->words, (size_t)w->words * sizeof(uint64_t));
    } else if (v > 1) {
        int32_t bit = (v - 2) % (64 * w->words);
        bits[bit / 64] = (uint64_t)1 << (bit % 64);
    }
}

static int32_t find_group(int32_t *group, int32_t a) {
    while (group[a] != a) a = group[a] = group[group[a]];
    return a;
}

/* The place of the only bit that is set. */
static int32_t place_of(uint64_t one) {
    int32_t place = 0;
    for (int32_t step = 32; step > 0; step /= 2)
        if (one >> step) {
            one >>= step;
            place += step;
        }
    return place;
}

/* Arguments that share an event, directly or by others, get one group; returns whether any two do. */
static int group_arguments(Enclosing *w, int32_t j, int32_t count) {
    const Graph *g = w->graph;
    const int32_t *arguments = g->arguments + g->start[j];
    uint64_t *once = w->taken + w->words, *twice = once + w->words, shared = 0;
    memset(once, 0, 2 * (size_t)w->words * sizeof(uint64_t));
    for (int32_t a = 0; a < count; a++) {
        w->group[a] = a;
        support_of(w, arguments[a], w->taken);
        for (int32_t i = 0; i < w->words; i++) {
            twice[i] |= once[i] & w->taken[i];
            once[i] |= w->taken[i];
        }
    }
    for (int32_t i = 0; i < w->words; i++) shared |= twice[i];
    if (!shared) return 0;
    /* only what several arguments have can join them: most gates have little of it, however much lies below them */
    for (int32_t i = 0; i < w->words; i++)
        for (uint64_t rest = twice[i]; rest != 0; rest &= rest - 1) w->owner[64 * i + place_of(rest & (~rest + 1))] = -1;
    for (int32_t a = 0; a < count; a++) {
        support_of(w, arguments[a], w->taken);
        for (int32_t i = 0; i < w->words; i++)
            for (uint64_t rest = w->taken[i] & twice[i]; rest != 0; rest &= rest - 1) {
                int32_t bit = 64 * i + place_of(rest & (~rest + 1));
                if (w->owner[bit] < 0) {
                    w->owner[bit] = a;
                } else {
                    int32_t x = find_group(w->group, w->owner[bit]), y = find_group(w->group, a);
                    if (x != y) w->group[larger(x, y)] = smaller(x, y);
                }
            }
    }
    return 1;
}

/* AND of one group's arguments, each in some relation to the others. */
static Bounds dependent_and(Enclosing *w, int32_t j, int32_t count, int32_t group) {
    const Graph *g = w->graph;
    uint64_t *used = w->taken, *bits = w->taken + w->words;
    Bounds all = {1.0, 1.0, 0.0, 0.0};
    double some_high = 1.0, some_not = 0.0, sum_not = 0.0;
    memset(used, 0, (size_t)w->words * sizeof(uint64_t));
    for (int32_t a = 0; a < count; a++) {
        if (find_group(w->group, a) != group) continue;
        Bounds b = w->args[a];
        all.high = least(all.high, b.high);
        all.not_low = most(all.not_low, b.not_low);
        all.low *= b.low;
        all.not_high = either(all.not_high, b.not_high);
        sum_not += b.not_high;
        /* some of the arguments are independent of each other: nothing that these share */
        support_of(w, g->arguments[g->start[j] + a], bits);
        uint64_t common = 0;
        for (int32_t i = 0; i < w->words; i++) common |= used[i] & bits[i];
        if (common) continue;
        for (int32_t i = 0; i < w->words; i++) used[i] |= bits[i];
        some_high *= b.high;
        some_not = either(some_not, b.not_low);
    }
    all.high = least(all.high, some_high);
    all.not_low = most(all.not_low, some_not);
    if (!w->associated) {
        all.not_high = upper_bound(sum_not);
        all.low = 1.0 - all.not_high;
    }
    return all;
}

static Bounds enclose_and(Enclosing *w, int32_t j, int32_t count) {
    Bounds all = {1.0, 1.0, 0.0, 0.0};
    int shared = group_arguments(w, j, count);
    if (shared) {
        memset(w->stamp, 0, (size_t)count * sizeof(int32_t));
        for (int32_t a = 0; a < count; a++) w->stamp[find_group(w->group, a)]++;
    }
    for (int32_t a = 0; a < count; a++) {
        if (shared && w->stamp[a] == 0) continue;
        Bounds b = shared && w->stamp[a] > 1 ? dependent_and(w, j, count, a) : w->args[a];
        all.low *= b.low;
        all.high *= b.high;
        all.not_low = either(all.not_low, b.not_low);
        all.not_high = either(all.not_high, b.not_high);
    }
    return all;
}

/* Probability that at least k of independent events happen, and that fewer do. */
static void tail(const Bounds *args, int32_t count, int32_t k, int high, double *row, double *at_least, double *fewer) {
    memset(row, 0, ((size_t)k + 1) * sizeof(double));
    row[0] = 1.0;
    for (int32_t a = 0; a < count; a++) {
        double p = high ? args[a].high : args[a].low, q = high ? args[a].not_low : args[a].not_high;
        row[k] += row[k - 1] * p;
        for (int32_t i = k - 1; i > 0; i--) row[i] = row[i] * q + row[i - 1] * p;
        row[0] *= q;
    }
    *at_least = row[k];
    *fewer = 0.0;
    for (int32_t i = 0; i < k; i++) *fewer += row[i];
}

#define MOST_TERMS 50000000.0

static Bounds enclose_at_least(Enclosing *w, int32_t j, int32_t count, int32_t k) {
    Bounds b = {0.0, 1.0, 0.0, 1.0}, sure = {1.0, 1.0, 0.0, 0.0};
    if (k <= 0) return sure;
    if (k > count) return complement(sure);
    if ((double)count * k > MOST_TERMS) return b;
    if (!group_arguments(w, j, count)) {
        tail(w->args, count, k, 0, w->row, &b.low, &b.not_high);
        tail(w->args, count, k, 1, w->row, &b.high, &b.not_low);
        return b;
    }
    /* by the mean number (Markov), for the arguments and for their complements */
    double sum = 0.0, sum_not = 0.0;
    for (int32_t a = 0; a < count; a++) {
        sum += w->args[a].high;
        sum_not += w->args[a].not_high;
    }
    b.high = upper_bound(sum / k);
    b.not_low = 1.0 - b.high;
    b.not_high = upper_bound(sum_not / (count - k + 1));
    b.low = 1.0 - b.not_high;
    return b;
}

static Bounds enclose_xor(Enclosing *w, int32_t j, int32_t count) {
    Bounds all = {0.0, 0.0, 1.0, 1.0};
    int shared = group_arguments(w, j, count);
    for (int32_t a = 0; a < count; a++) {
        Bounds b = w->args[a], c = {1.0, 0.0, 1.0, 0.0};
        if (shared) {
            /* |P(a) - P(b)| <= P(a xor b) <= P(a) + P(b), and the same with complements */
            c.low = most(0.0, most(all.low * (1.0 - ROUNDING) - b.high, b.low * (1.0 - ROUNDING) - all.high));
            c.high = upper_bound(least(all.high + b.high, all.not_high + b.not_high));
            c.not_low = 1.0 - c.high;
            c.not_high = 1.0 - c.low;
        } else {
            /* linear in each: the ends are at the corners */
            for (int corner = 0; corner < 4; corner++) {
                double p = corner & 1 ? all.high : all.low, not_p = corner & 1 ? all.not_low : all.not_high;
                double q = corner & 2 ? b.high : b.low, not_q = corner & 2 ? b.not_low : b.not_high;
                double odd = p * not_q + not_p * q, even = p * q + not_p * not_q;
                c.low = least(c.low, odd);
                c.high = most(c.high, odd);
                c.not_low = least(c.not_low, even);
                c.not_high = most(c.not_high, even);
            }
        }
        all = c;
    }
    return all;
}

#define MOST_SUPPORT (1 << 23) /* words of all supports together: 64 megabytes */
#define MOST_WORDS 256

static void open_enclosing(Arena *arena, Enclosing *w, const Graph *graph) {
    int64_t room = MOST_SUPPORT / (graph->gates + 1);
    int32_t widest = 1;
    w->graph = graph;
    w->words = (graph->first - 2 + 63) / 64;
    if (w->words > MOST_WORDS) w->words = MOST_WORDS;
    if (w->words > room) w->words = (int32_t)room;
    if (w->words < 1) w->words = 1;
    for (int32_t j = 0; j < graph->gates; j++) widest = larger(widest, graph->start[j + 1] - graph->start[j]);
    w->of = take(arena, (size_t)variables_of(graph), sizeof(Bounds));
    w->support = take(arena, (size_t)(graph->gates + 1) * w->words, sizeof(uint64_t));
    w->owner = INTS(arena, 64 * w->words);
    w->group = INTS(arena, widest);
    w->stamp = INTS(arena, widest);
    w->taken = take(arena, 3 * (size_t)w->words, sizeof(uint64_t));
    w->args = take(arena, (size_t)widest, sizeof(Bounds));
    w->row = FLOATS(arena, (size_t)widest + 2);
    w->associated = one_direction(arena, graph);
}

/* Rigorous bounds of the top's probability, but for rounding. */
void enclose(Arena *arena, const Graph *graph, const double *probability, double *lower, double *upper) {
    Enclosing w;
    open_enclosing(arena, &w, graph);
    Bounds sure = {1.0, 1.0, 0.0, 0.0};
    w.of[1] = sure;
    for (int32_t v = 2; v < graph->first; v++) {
        double p = probability[v - 2];
        Bounds b = {p, p, 1.0 - p, 1.0 - p};
        w.of[v] = b;
    }
    Schedule schedule = children_first(arena, graph, graph->top);
    for (int32_t i = 0; i < schedule.count; i++) {
        int32_t j = schedule.gate[i], count = graph->start[j + 1] - graph->start[j];
        uint64_t *below = w.support + (size_t)j * w.words;
        for (int32_t a = 0; a < count; a++) {
            int32_t literal = graph->arguments[graph->start[j] + a];
            Bounds b = w.of[size_of_literal(literal)];
            w.args[a] = literal > 0 ? b : complement(b);
            support_of(&w, literal, w.taken);
            for (int32_t k = 0; k < w.words; k++) below[k] |= w.taken[k];
        }
        Bounds b = graph->kinds[j] == AND   ? enclose_and(&w, j, count)
                   : graph->kinds[j] == XOR ? enclose_xor(&w, j, count)
                                            : enclose_at_least(&w, j, count, graph->counts[j]);
        w.of[graph->first + j] = b;
    }
    Bounds top = w.of[size_of_literal(graph->top)];
    if (graph->top < 0) top = complement(top);
    *lower = top.low;
    *upper = top.high;
}

static uint64_t next_random(uint64_t *state) {
    uint64_t x = *state += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* The words of a tree's gates: bit i of each is the gate's state under assignment i. */
static void run_gates(const Graph *graph, const Schedule *schedule, uint64_t *word, uint64_t *row) {
    for (int32_t i = 0; i < schedule->count; i++) {
        int32_t j = schedule->gate[i], kind = graph->kinds[j], k = graph->counts[j];
        uint64_t result = kind == AND ? ~(uint64_t)0 : 0;
        if (kind == ATLEAST) {
            row[0] = ~(uint64_t)0;
            for (int32_t n = 1; n <= k; n++) row[n] = 0;
        }
        for (int32_t a = graph->start[j]; a < graph->start[j + 1]; a++) {
            int32_t literal = graph->arguments[a];
            uint64_t x = word[size_of_literal(literal)] ^ (literal < 0 ? ~(uint64_t)0 : 0);
            if (kind == AND) result &= x;
            else if (kind == XOR) result ^= x;
            else
                for (int32_t n = smaller(k, a - graph->start[j] + 1); n > 0; n--) row[n] |= row[n - 1] & x;
        }
        word[graph->first + j] = kind == ATLEAST ? row[larger(k, 0)] : result;
    }
}

/* What an assignment is made with: the gates on the way, and what is wanted of each literal. */
typedef struct {
    const Graph *graph;
    int32_t *stack, *chosen, *seen, tag;
    uint64_t *word;
    uint64_t *seed;
} Wanting;

/* An assignment that makes the top hold, or not, by as few events as chance gives: of an OR one input, of an AND all.
 * Returns one of the events it named, 0 where none; one that is named both ways stays as it was named last. */
static int32_t want(Wanting *w, int wanted, int bit) {
    const Graph *g = w->graph;
    int32_t depth = 0, named = 0, events = 0;
    uint64_t mask = (uint64_t)1 << bit;
    w->tag++;
    w->stack[depth++] = wanted ? g->top : -g->top;
    while (depth > 0) {
        int32_t literal = w->stack[--depth], v = size_of_literal(literal), holds = literal > 0;
        if (v == 1) continue;
        if (v < g->first) {
            w->word[v] = holds ? w->word[v] | mask : w->word[v] & ~mask;
            if (next_random(w->seed) % (uint64_t)++events == 0) named = v;
            continue;
        }
        if (w->seen[v] == w->tag) continue;
        w->seen[v] = w->tag;
        int32_t j = v - g->first, begin = g->start[j], n = g->start[j + 1] - begin, take_first = n;
        int flip = !holds;
        if (n == 0) continue;
        memcpy(w->chosen, g->arguments + begin, (size_t)n * sizeof(int32_t));
        if (g->kinds[j] == AND && !holds) take_first = 1;
        else if (g->kinds[j] == ATLEAST) take_first = holds ? g->counts[j] : n - g->counts[j] + 1;
        else if (g->kinds[j] == XOR) flip = 0;
        int odd = 0;
        for (int32_t i = 0; i < take_first && i < n; i++) {
            int32_t k = i + (int32_t)(next_random(w->seed) % (uint64_t)(n - i)), other = w->chosen[k];
            w->chosen[k] = w->chosen[i];
            w->chosen[i] = other;
            if (g->kinds[j] == XOR) {
                /* any states, but the last makes the number odd or even as wanted */
                int state = i + 1 < n ? (int)(next_random(w->seed) & 1) : odd != holds;
                odd ^= state;
                w->stack[depth++] = state ? other : -other;
            } else {
                w->stack[depth++] = flip ? -other : other;
            }
        }
    }
    return named;
}

/* Words of all events for one round: half of the bits at random, the share of events that happen from nearly all to one
 * in thousands; the others by what makes the top hold, as it is and with one event of it changed. */
static void assign(Wanting *w, const uint64_t *share) {
    const Graph *g = w->graph;
    for (int32_t v = 2; v < g->first; v++) {
        w->word[v] = 0;
        for (int i = 0; i < 32; i += 2) {
            uint64_t draw = next_random(w->seed);
            w->word[v] |= (uint64_t)((draw & 0xFFFFFFFFu) < share[i]) << i;
            w->word[v] |= (uint64_t)((draw >> 32) < share[i + 1]) << (i + 1);
        }
    }
    for (int i = 32; i < 64; i += 2) {
        uint64_t seed = *w->seed;
        int wanted = (i & 14) != 14;
        want(w, wanted, i);
        *w->seed = seed;
        int32_t named = want(w, wanted, i + 1);
        if (named > 0) w->word[named] ^= (uint64_t)1 << (i + 1);
    }
}

/* Assignments, of 64 a round, under which tree and diagram differ. */
int64_t disagreements(Arena *arena, const Graph *graph, const Diagram *d, int32_t root, int32_t rounds, uint64_t seed) {
    Schedule schedule = children_first(arena, graph, graph->top);
    uint64_t *word = take(arena, (size_t)variables_of(graph), sizeof(uint64_t));
    uint64_t *value = take(arena, (size_t)d->count, sizeof(uint64_t)), share[32], *row;
    int32_t widest = 0, most_inputs = 1;
    int64_t wrong = 0;
    for (int32_t j = 0; j < graph->gates; j++) {
        if (graph->kinds[j] == ATLEAST) widest = larger(widest, graph->counts[j]);
        most_inputs = larger(most_inputs, graph->start[j + 1] - graph->start[j]);
    }
    row = take(arena, (size_t)widest + 1, sizeof(uint64_t));
    for (int i = 0; i < 32; i++)
        share[i] = (uint64_t)((i < 24 ? pow(2.0, -(i + 1) / 2.0) : 1.0 - pow(2.0, 24 - i - 1.0)) * 4294967296.0);
    Wanting w = {graph, INTS(arena, (size_t)argument_count(graph) + 2), INTS(arena, most_inputs),
                 INTS(arena, variables_of(graph)), 0, word, &seed};
    word[1] = value[1] = ~(uint64_t)0;
    for (int32_t round = 0; round < rounds; round++) {
        assign(&w, share);
        run_gates(graph, &schedule, word, row);
        for (int32_t n = 2; n < d->count; n++) {
            int32_t v = d->var[n];
            uint64_t x = v < d->events ? word[v + 2] : value[d->proxies[v - d->events]];
            value[n] = (x & value[d->high[n]]) | (~x & value[d->low[n]]);
        }
        uint64_t top = word[size_of_literal(graph->top)] ^ (graph->top < 0 ? ~(uint64_t)0 : 0);
        for (uint64_t other = top ^ value[root]; other != 0; other &= other - 1) wrong++;
        arena->steps -= d->count / 16 + variables_of(graph);
        if (arena->steps < 0) look_for_interrupt(arena);
    }
    return wrong;
}
