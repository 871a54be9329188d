/* The fault-tree kernels: structures and functions shared by the files of this folder.
 *
 * References: 2n is node n, 2n + 1 its complement; node 0 is the constant true, so that 0 is true and 1 is false.
 * The high edge of a node is never complemented, which makes the form canonical (Brace, Rudell & Bryant 1990): equal
 * functions have equal references.
 *
 * Literals: 1 is true, 2 + i event i, first + j gate j; a negative literal is the complement.
 */
#ifndef CASEGEN_KERNELS_H
#define CASEGEN_KERNELS_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AND = 0, XOR = 1, ATLEAST = 2 };
enum { NO_ROOM = -1 };
#define LEAF_LEVEL (1 << 30)

/* --- memory and interruption (memory.c) --------------------------------------------------------------------- */

typedef struct Block Block;

/* Everything one call takes, given back at its end however it ends: out of memory and Ctrl-C leave by `escape`. */
typedef struct {
    Block *blocks;
    jmp_buf escape;
    int64_t steps;              /* until the next look for an interrupt */
    int (*interrupted)(void *); /* whether the user asked to stop */
    void *caller;
} Arena;

enum { OUT_OF_MEMORY = 1, INTERRUPTED = 2 };

void *take(Arena *arena, size_t count, size_t width); /* zeroed */
void give_back(Arena *arena, void *memory);
void give_all_back(Arena *arena);
void look_for_interrupt(Arena *arena);

#define INTS(arena, n) ((int32_t *)take((arena), (size_t)(n), sizeof(int32_t)))
#define LONGS(arena, n) ((int64_t *)take((arena), (size_t)(n), sizeof(int64_t)))
#define FLOATS(arena, n) ((double *)take((arena), (size_t)(n), sizeof(double)))

static inline int32_t smaller(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int32_t size_of_literal(int32_t literal) { return literal < 0 ? -literal : literal; }

/* --- graphs of gates (graph.c) ------------------------------------------------------------------------------ */

/* Gate j has literal first + j, kind kinds[j] and arguments[start[j] .. start[j + 1]]; not ordered. */
typedef struct {
    int32_t gates, first, top;
    int32_t *kinds, *counts, *start, *arguments;
} Graph;

/* The gates below the top, children before parents. */
typedef struct {
    int32_t count;
    int32_t *gate;
} Schedule;

/* First and last visit of each literal, its own and with all below it, in a depth-first traversal. */
typedef struct {
    int32_t *entry, *leave, *low, *high;
} Visits;

static inline int32_t variables_of(const Graph *g) { return g->first + g->gates; }
static inline int32_t argument_count(const Graph *g) { return g->start[g->gates]; }
Schedule children_first(Arena *arena, const Graph *graph, int32_t top);
int32_t *count_parents(Arena *arena, const Graph *graph, const Schedule *schedule);
void set_arguments(Arena *arena, Graph *graph, const int32_t *begin, const int32_t *length, const int32_t *buffer,
                   int32_t used);
Visits visit_times(Arena *arena, const Graph *graph, int32_t top);

/* --- preprocessing (simplify.c, sharing.c, modules.c) -------------------------------------------------------- */

int simplify(Arena *arena, Graph *graph);
int merge_isomorphic(Arena *arena, Graph *graph);
int propagate_constants(Arena *arena, Graph *graph);
void preprocess(Arena *arena, Graph *graph);
int32_t *split_modules(Arena *arena, Graph *graph);

/* --- decision diagrams (nodes.c) ----------------------------------------------------------------------------- */

typedef struct {
    int32_t level, low, high, next; /* next node with the same hash */
} Node;

typedef struct {
    int32_t f, g, result;
} Entry;

typedef struct {
    int32_t f, g, level, f_low, g_low, high;
} Frame;

/* Storage of one diagram: nodes, hash table, operation cache, and the stack of the operation. */
typedef struct {
    Arena *arena;
    Node *node;
    int32_t *table;
    Entry *cache;
    Frame *frames;
    int32_t size, capacity, table_mask, cache_mask;
} Store;

/* A diagram without complement edges: node 0 is false, 1 true, the others come after their children. */
typedef struct {
    int32_t count;
    int32_t *var, *low, *high;
} Plain;

static inline int32_t slot_of(int64_t a, int64_t b, int64_t c, int64_t mask) {
    uint64_t mixed = (uint64_t)a * 12582917u + (uint64_t)b * 4256249u + (uint64_t)c * 741457u;
    return (int32_t)((mixed ^ (mixed >> 15)) & (uint64_t)mask);
}
int32_t table_size(int64_t capacity);
void open_store(Store *store, Arena *arena, int32_t capacity);
void set_levels(Store *store, int32_t levels);
void clear_store(Store *store);
void grow_store(Store *store, int32_t capacity);
void close_store(Store *store);
void rehash(Store *store);
int32_t find_or_add(Store *store, int32_t level, int32_t low, int32_t high);
int32_t conjoin(Store *store, int32_t f, int32_t g);
int32_t disjoin(Store *store, int32_t f, int32_t g);
int32_t combine(Store *store, int32_t kind, int32_t count, int32_t *refs, int32_t n, int32_t *row);
void sort_by_level(const Store *store, int32_t *refs, int32_t n);
Plain extract(Store *store, const int32_t *roots, int32_t count, const int32_t *level_var, int32_t *ids);

/* --- orders and modules (orders.c, build.c, reordering.c, order_search.c) ------------------------------------- */

/* What the search for a module's order needs again and again; `tag` marks what a traversal has seen. */
typedef struct {
    int32_t *seen, *stack, *arguments, *row, *order, *parents, *module, *flip, *of;
    double *key;
    int32_t tag;
} Scratch;

/* A module: its root gate, the gates in it (children first), and how many variables it has. */
typedef struct {
    int32_t root, gates, variables;
    int32_t *gate;
} Module;

Scratch scratch_for(Arena *arena, const Graph *graph);
int32_t find_order(Arena *arena, const Graph *graph, const Module *module, Scratch *scratch, int32_t way);
void add_variables(Store *store, const Scratch *scratch, int32_t m);
int32_t build_module(Store *store, const Graph *graph, const Module *module, Scratch *scratch, int64_t max_nodes);
int32_t build_reordered(Store *store, const Graph *graph, const Module *module, Scratch *scratch, int64_t max_nodes,
                        int64_t work, int32_t smallest);
int32_t holds_nowhere(const Store *store, int32_t ref);

/* What `solve` gives: the nodes of all modules, their roots, the rank of every variable. */
typedef struct {
    int32_t used, capacity, modules, root;
    int32_t (*node)[3]; /* variable, low, high */
    int32_t *proxies, *rank;
    int32_t variables;
} Solution;

int solve(Arena *arena, Graph *graph, int64_t max_nodes, int32_t only, Solution *solution);

/* --- questions to a finished diagram (sweeps.c) ---------------------------------------------------------------- */

/* Variables below `events` are events; variable events + m stands for the module with root proxies[m]. */
typedef struct {
    int32_t count, events, modules;
    const int32_t *var, *low, *high, *proxies;
} Diagram;

void evaluate(const Diagram *diagram, const double *probability, double *value, double *rest);
void differentiate(const Diagram *diagram, const double *probability, const double *value, const double *rest,
                   int32_t root, double *weight, double *slope);
double rate_events(Arena *arena, const Diagram *diagram, const double *probability, int32_t root, double *column);
void plan_sweep(Arena *arena, const Diagram *diagram, int32_t root, int32_t *plan, int32_t *places, int32_t *place);
void evaluate_many(Arena *arena, const int32_t *plan, int32_t nodes, const double *samples, int64_t total,
                   int32_t places, int64_t width, int32_t place, double *result);

/* --- cut sets (families.c, unions.c) ---------------------------------------------------------------------------- */

/* Zero-suppressed: family 0 is empty, 1 holds the empty set, n is `low` and every set of `high` joined by `var`.
 * `shortest`, `longest`: how many variables its sets hold, MANY where that many or more. */
typedef struct {
    int32_t var, low, high, next;
    uint16_t shortest, longest;
} Family;
#define MANY UINT16_MAX

typedef struct {
    Family *family;
    int32_t size;
    int32_t *of_node;
    int32_t root;
} Families;

/* Families below a root and below the modules they use; modules[m] is the family of proxy m, 0 where unused. */
typedef struct {
    int32_t count, root;
    int32_t *var, *low, *high, *modules;
} Compact;

int minimal_families(Arena *arena, const Diagram *diagram, const int32_t *rank, int32_t levels, int64_t max_nodes,
                     int64_t capacity, Families *out);
int lost_families(Arena *arena, const Diagram *diagram, const int32_t *rank, int32_t levels, int64_t max_nodes,
                  int64_t capacity, int32_t f, int32_t g, Families *out);
Compact compact(Arena *arena, const Families *families, const Diagram *diagram);
void weigh(const Diagram *sets, const double *weight, double *total);
void count_sets(const Diagram *sets, int64_t *total);
void longest_sets(const Diagram *sets, int32_t *most, int32_t *least);
void count_orders(const Diagram *sets, const int32_t *most, const int64_t *place, int64_t *table);
void best_sets(const Diagram *sets, const double *weight, double *most);
void share_sets(const Diagram *sets, const double *weight, const double *total, int32_t root, double *above,
                double *result);
int unions(Arena *arena, const Diagram *sets, const int32_t *roots, int32_t count, const int32_t *rank,
           int32_t variables, int64_t max_work, int32_t capacity, Store *store, int32_t *of_root,
           int32_t *of_variable);
int union_of(Arena *arena, const Diagram *sets, const int32_t *rank, int32_t variables, int32_t root,
             int32_t capacity, Store *store, int32_t *reference);
void share_unions(const double *value, const int32_t *with_variable, const int32_t *owner, const int32_t *modules,
                  int32_t count, int32_t events, double top, double *share);

/* --- bounds, checks, draws (bounding.c, enclosure.c, draws.c) ------------------------------------------------- */

int bound_gates(Arena *arena, const Graph *graph, int32_t way, const double *probability, int32_t limit,
                int32_t capacity, double *lower, double *upper);
void enclose(Arena *arena, const Graph *graph, const double *probability, double *lower, double *upper);
int64_t disagreements(Arena *arena, const Graph *graph, const Diagram *diagram, int32_t root, int32_t rounds,
                      uint64_t seed);
void fill_uniforms(const uint64_t *keys, int64_t inputs, uint64_t begin, double *out, int64_t count, int64_t stride);
void quantiles_at(const double *u, const double *waits, double *out, int64_t count);

#endif
