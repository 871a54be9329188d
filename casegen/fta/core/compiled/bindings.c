/* The Python module `_kernels`: checks what it is given, runs the kernels without the interpreter's lock, gives bytes.
 *
 * Only the stable ABI of Python 3.11 is used, so that one build serves every later version.  Numbers come in as contiguous buffers of int32 or float64; results are bytes
 * of the same, which casegen/fta/kernels.py turns into arrays. */
#ifdef CASEGEN_PYTHON_H
#define PY_SSIZE_T_CLEAN
#ifndef Py_GIL_DISABLED
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>
#else
#include "stable_abi.h"
#endif

#include "kernels.h"

#define MOST_ARGUMENTS 12
#define MOST_NODES ((int64_t)1 << 29)

/* One call: its memory, its buffers, and the interpreter's state while the lock is away. */
typedef struct {
    Arena arena;
    PyThreadState *state;
    Py_buffer buffer[MOST_ARGUMENTS];
    int buffers;
} Call;

/* The user's Ctrl-C shows as a pending Python exception, in the main thread alone. */
static int ask_interpreter(void *caller) {
    Call *call = caller;
    PyEval_RestoreThread(call->state);
    int stop = PyErr_CheckSignals() != 0;
    call->state = PyEval_SaveThread();
    return stop;
}

static void open_call(Call *call) {
    memset(call, 0, sizeof *call);
    call->arena.interrupted = ask_interpreter;
    call->arena.caller = call;
    call->arena.steps = 1 << 22;
}

static void close_call(Call *call) {
    give_all_back(&call->arena);
    for (int i = 0; i < call->buffers; i++) PyBuffer_Release(&call->buffer[i]);
    call->buffers = 0;
}

/* A buffer of so many (-1: any number of) numbers of a width; NULL with an exception. */
static void *numbers(Call *call, PyObject *given, size_t width, Py_ssize_t wanted, Py_ssize_t *count, const char *name) {
    Py_buffer *buffer = &call->buffer[call->buffers];
    if (PyObject_GetBuffer(given, buffer, PyBUF_SIMPLE) != 0) return NULL;
    call->buffers++;
    Py_ssize_t have = buffer->len / (Py_ssize_t)width;
    if (buffer->len % (Py_ssize_t)width != 0 || (wanted >= 0 && have != wanted)) {
        PyErr_Format(PyExc_ValueError, "%s: expected %zd numbers of %zu bytes, found %zd bytes", name, wanted, width,
                     buffer->len);
        return NULL;
    }
    if (count != NULL) *count = have;
    return buffer->buf;
}

/* Run a block of kernel calls without the interpreter's lock; `fail` is left by Ctrl-C and where memory is out. */
#define RUN(call, ...)                                 \
    do {                                               \
        int reason_ = setjmp((call)->arena.escape);    \
        if (reason_ == 0) {                            \
            (call)->state = PyEval_SaveThread();       \
            __VA_ARGS__;                               \
            PyEval_RestoreThread((call)->state);       \
        } else {                                       \
            PyEval_RestoreThread((call)->state);       \
            if (reason_ == OUT_OF_MEMORY) PyErr_NoMemory(); \
            goto fail;                                 \
        }                                              \
    } while (0)

static PyObject *bytes_of(const void *memory, size_t count, size_t width) {
    return PyBytes_FromStringAndSize(memory, (Py_ssize_t)(count * width));
}

static PyObject *ints_of(const int32_t *memory, int64_t count) { return bytes_of(memory, (size_t)count, 4); }

/* --- graphs ---------------------------------------------------------------------------------------------------- */

/* A graph as (kinds, counts, start, arguments, first, top), copied: kernels rewrite it. */
static int read_graph(Call *call, PyObject *given, Graph *graph) {
    PyObject *kinds, *counts, *start, *arguments;
    Py_ssize_t gates, total;
    if (!PyArg_ParseTuple(given, "OOOOii", &kinds, &counts, &start, &arguments, &graph->first, &graph->top)) return 0;
    if ((graph->kinds = numbers(call, kinds, 4, -1, &gates, "kinds")) == NULL) return 0;
    if ((graph->counts = numbers(call, counts, 4, gates, NULL, "counts")) == NULL) return 0;
    if ((graph->start = numbers(call, start, 4, gates + 1, NULL, "start")) == NULL) return 0;
    if ((graph->arguments = numbers(call, arguments, 4, -1, &total, "arguments")) == NULL) return 0;
    if (graph->first < 2 || gates > INT32_MAX / 8 - graph->first || total > INT32_MAX / 8) {
        PyErr_SetString(PyExc_ValueError, "the graph is too large");
        return 0;
    }
    graph->gates = (int32_t)gates;
    int32_t most = variables_of(graph) - 1;
    int good = graph->start[0] == 0 && graph->start[gates] == total && graph->top != 0 &&
               graph->top <= most && graph->top >= -most;
    for (Py_ssize_t j = 0; j < gates && good; j++)
        good = graph->start[j] <= graph->start[j + 1] && graph->kinds[j] >= AND && graph->kinds[j] <= ATLEAST &&
               (graph->kinds[j] != ATLEAST ||
                (graph->counts[j] >= 0 && graph->counts[j] <= graph->start[j + 1] - graph->start[j] + 1));
    for (Py_ssize_t a = 0; a < total && good; a++)
        good = graph->arguments[a] != 0 && graph->arguments[a] <= most && graph->arguments[a] >= -most;
    if (!good) PyErr_SetString(PyExc_ValueError, "the graph names literals or counts that it does not have");
    return good;
}

static void own_graph(Arena *arena, Graph *graph) {
    Graph copy = *graph;
    size_t gates = (size_t)graph->gates, total = (size_t)argument_count(graph);
    copy.kinds = INTS(arena, gates);
    copy.counts = INTS(arena, gates);
    copy.start = INTS(arena, gates + 1);
    copy.arguments = INTS(arena, total);
    memcpy(copy.kinds, graph->kinds, gates * 4);
    memcpy(copy.counts, graph->counts, gates * 4);
    memcpy(copy.start, graph->start, (gates + 1) * 4);
    memcpy(copy.arguments, graph->arguments, total * 4);
    *graph = copy;
}

/* --- diagrams -------------------------------------------------------------------------------------------------- */

/* A diagram as (var, low, high, proxies, events); what it refers to comes before it. */
static int read_diagram(Call *call, PyObject *given, Diagram *d) {
    PyObject *var, *low, *high, *proxies;
    Py_ssize_t count, modules;
    if (!PyArg_ParseTuple(given, "OOOOi", &var, &low, &high, &proxies, &d->events)) return 0;
    if ((d->var = numbers(call, var, 4, -1, &count, "var")) == NULL) return 0;
    if ((d->low = numbers(call, low, 4, count, NULL, "low")) == NULL) return 0;
    if ((d->high = numbers(call, high, 4, count, NULL, "high")) == NULL) return 0;
    if ((d->proxies = numbers(call, proxies, 4, -1, &modules, "proxies")) == NULL) return 0;
    if (count < 2 || count > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "a diagram has two leaves");
        return 0;
    }
    d->count = (int32_t)count;
    d->modules = (int32_t)modules;
    return 1;
}

static int good_node(const Diagram *d, int32_t n) {
    if (n >= 0 && n < d->count) return 1;
    PyErr_SetString(PyExc_ValueError, "the diagram has no such node");
    return 0;
}

/* (var, low, high) of a diagram just made */
static PyObject *plain_tuple(const Plain *p, const int32_t *ids, int32_t count) {
    return Py_BuildValue("(NNNN)", ints_of(p->var, p->count), ints_of(p->low, p->count), ints_of(p->high, p->count),
                         ints_of(ids, count));
}

/* --- the functions of the module ------------------------------------------------------------------------------- */

static PyObject *py_solve(PyObject *self, PyObject *args) {
    Call call;
    Graph graph;
    Solution solution;
    PyObject *given, *result = NULL;
    long long max_nodes;
    int only;
    volatile int fits = 0;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OLi", &given, &max_nodes, &only) || !read_graph(&call, given, &graph)) goto fail;
    if (max_nodes > MOST_NODES) max_nodes = MOST_NODES;
    RUN(&call, {
        own_graph(&call.arena, &graph);
        fits = solve(&call.arena, &graph, max_nodes, only, &solution);
    });
    if (!fits) {
        result = Py_NewRef(Py_None);
    } else {
        PyObject *column[3];
        for (int c = 0; c < 3; c++) {
            column[c] = PyBytes_FromStringAndSize(NULL, 4 * (Py_ssize_t)solution.used);
            if (column[c] == NULL) {
                while (c-- > 0) Py_DecRef(column[c]);
                goto fail;
            }
            int32_t *to = (int32_t *)PyBytes_AsString(column[c]);
            for (int32_t n = 0; n < solution.used; n++) to[n] = solution.node[n][c];
        }
        result = Py_BuildValue("(NNNNiN)", column[0], column[1], column[2], ints_of(solution.proxies, solution.modules),
                               solution.root, ints_of(solution.rank, solution.variables));
    }
fail:
    close_call(&call);
    return result;
}

/* Everything below some literals in one diagram under a given order: build_all(graph, order, wanted, max_nodes, work,
 * smallest), with sifting where `work` is not 0. */
static PyObject *py_build_all(PyObject *self, PyObject *args) {
    Call call;
    Graph graph;
    Plain plain;
    PyObject *given, *given_order, *given_wanted, *result = NULL;
    int32_t *order, *wanted, *volatile ids = NULL, *volatile final_order = NULL;
    Py_ssize_t m, count;
    long long max_nodes, work;
    int smallest;
    volatile int fits = 0;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOOLLi", &given, &given_order, &given_wanted, &max_nodes, &work, &smallest)) goto fail;
    if (!read_graph(&call, given, &graph)) goto fail;
    if ((order = numbers(&call, given_order, 4, -1, &m, "order")) == NULL) goto fail;
    if ((wanted = numbers(&call, given_wanted, 4, -1, &count, "wanted")) == NULL) goto fail;
    for (Py_ssize_t i = 0; i < m; i++)
        if (order[i] < 2 || order[i] >= graph.first || m != graph.first - 2) {
            PyErr_SetString(PyExc_ValueError, "the order lists every event once");
            goto fail;
        }
    for (Py_ssize_t i = 0; i < count; i++)
        if (wanted[i] == 0 || wanted[i] <= -variables_of(&graph) || wanted[i] >= variables_of(&graph)) {
            PyErr_SetString(PyExc_ValueError, "the graph has no such literal");
            goto fail;
        }
    if (max_nodes > MOST_NODES) max_nodes = MOST_NODES;
    RUN(&call, {
        Arena *arena = &call.arena;
        Scratch s = scratch_for(arena, &graph);
        Module whole = {0, graph.gates, (int32_t)m, INTS(arena, graph.gates)};
        for (int32_t j = 0; j < graph.gates; j++) whole.gate[j] = j;
        memcpy(s.order, order, (size_t)m * 4);
        Store store;
        open_store(&store, arena, 1024);
        fits = (work > 0 ? build_reordered(&store, &graph, &whole, &s, max_nodes, work, smallest)
                         : build_module(&store, &graph, &whole, &s, max_nodes)) >= 0;
        /* a graph without gates has its variables only */
        if (graph.gates == 0) fits = m + 1 <= max_nodes;
        if (fits) {
            int32_t *roots = INTS(arena, count);
            int32_t *names = INTS(arena, m);
            for (Py_ssize_t i = 0; i < count; i++) roots[i] = s.of[size_of_literal(wanted[i])] ^ (wanted[i] < 0);
            for (Py_ssize_t level = 0; level < m; level++) names[level] = s.order[level] - 2;
            ids = INTS(arena, count);
            plain = extract(&store, roots, (int32_t)count, names, ids);
            final_order = s.order;
        }
    });
    if (!fits) result = Py_NewRef(Py_None);
    else
        result = Py_BuildValue("(NN)", plain_tuple(&plain, ids, (int32_t)count), ints_of(final_order, m));
fail:
    close_call(&call);
    return result;
}

/* entry, leave, low, high by literal, and the gates below the top, children first */
static PyObject *py_visits(PyObject *self, PyObject *given) {
    Call call;
    Graph graph;
    Visits v;
    Schedule schedule;
    PyObject *result = NULL;
    (void)self;
    open_call(&call);
    if (!read_graph(&call, given, &graph)) goto fail;
    RUN(&call, {
        v = visit_times(&call.arena, &graph, graph.top);
        schedule = children_first(&call.arena, &graph, graph.top);
    });
    int32_t n = variables_of(&graph);
    result = Py_BuildValue("(NNNNN)", ints_of(v.entry, n), ints_of(v.leave, n), ints_of(v.low, n), ints_of(v.high, n),
                           ints_of(schedule.gate, schedule.count));
fail:
    close_call(&call);
    return result;
}

static PyObject *py_preprocess(PyObject *self, PyObject *given) {
    Call call;
    Graph graph;
    PyObject *result = NULL;
    (void)self;
    open_call(&call);
    if (!read_graph(&call, given, &graph)) goto fail;
    RUN(&call, {
        own_graph(&call.arena, &graph);
        preprocess(&call.arena, &graph);
    });
    result = Py_BuildValue("(NNNNii)", ints_of(graph.kinds, graph.gates), ints_of(graph.counts, graph.gates),
                           ints_of(graph.start, (int64_t)graph.gates + 1), ints_of(graph.arguments, argument_count(&graph)),
                           graph.first, graph.top);
fail:
    close_call(&call);
    return result;
}

static PyObject *py_bound_gates(PyObject *self, PyObject *args) {
    Call call;
    Graph graph;
    PyObject *given, *given_p, *result = NULL;
    double *p, low = 0.0, high = 1.0;
    int way, limit, capacity;
    volatile int fits = 0;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOiii", &given, &given_p, &way, &limit, &capacity)) goto fail;
    if (!read_graph(&call, given, &graph)) goto fail;
    if ((p = numbers(&call, given_p, 8, graph.first - 2, NULL, "probabilities")) == NULL) goto fail;
    if (size_of_literal(graph.top) < graph.first || capacity < 64) {
        PyErr_SetString(PyExc_ValueError, "bounds need a gate for their top, and 64 nodes");
        goto fail;
    }
    RUN(&call, fits = bound_gates(&call.arena, &graph, way, p, limit, capacity, &low, &high));
    result = fits ? Py_BuildValue("(dd)", low, high) : Py_NewRef(Py_None);
fail:
    close_call(&call);
    return result;
}

static PyObject *py_enclose(PyObject *self, PyObject *args) {
    Call call;
    Graph graph;
    PyObject *given, *given_p, *result = NULL;
    double *p, low = 0.0, high = 1.0;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OO", &given, &given_p) || !read_graph(&call, given, &graph)) goto fail;
    if ((p = numbers(&call, given_p, 8, graph.first - 2, NULL, "probabilities")) == NULL) goto fail;
    RUN(&call, enclose(&call.arena, &graph, p, &low, &high));
    result = Py_BuildValue("(dd)", low, high);
fail:
    close_call(&call);
    return result;
}

static PyObject *py_disagreements(PyObject *self, PyObject *args) {
    Call call;
    Graph graph;
    Diagram d;
    PyObject *given, *given_diagram, *result = NULL;
    int root, rounds;
    unsigned long long seed;
    volatile int64_t wrong = 0;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOiiK", &given, &given_diagram, &root, &rounds, &seed)) goto fail;
    if (!read_graph(&call, given, &graph) || !read_diagram(&call, given_diagram, &d) || !good_node(&d, root)) goto fail;
    if (d.events != graph.first - 2) {
        PyErr_SetString(PyExc_ValueError, "the graph and the diagram have different events");
        goto fail;
    }
    RUN(&call, wrong = disagreements(&call.arena, &graph, &d, root, rounds, seed));
    result = PyLong_FromLongLong(wrong);
fail:
    close_call(&call);
    return result;
}

static PyObject *py_evaluate(PyObject *self, PyObject *args) {
    Call call;
    Diagram d;
    PyObject *given, *given_p, *result = NULL;
    double *p;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OO", &given, &given_p) || !read_diagram(&call, given, &d)) goto fail;
    if ((p = numbers(&call, given_p, 8, d.events, NULL, "probabilities")) == NULL) goto fail;
    result = PyBytes_FromStringAndSize(NULL, 8 * (Py_ssize_t)d.count);
    if (result == NULL) goto fail;
    double *value = (double *)PyBytes_AsString(result);
    RUN(&call, evaluate(&d, p, value, FLOATS(&call.arena, d.modules > 0 ? d.count : 2)));
    close_call(&call);
    return result;
fail:
    Py_DecRef(result);
    close_call(&call);
    return NULL;
}

/* (value of the root, derivatives) */
static PyObject *py_gradient(PyObject *self, PyObject *args) {
    Call call;
    Diagram d;
    PyObject *given, *given_p, *result = NULL;
    double *p, *volatile slope = NULL, *volatile value = NULL;
    int root;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOi", &given, &given_p, &root) || !read_diagram(&call, given, &d)) goto fail;
    if ((p = numbers(&call, given_p, 8, d.events, NULL, "probabilities")) == NULL || !good_node(&d, root)) goto fail;
    RUN(&call, {
        value = FLOATS(&call.arena, d.count);
        slope = FLOATS(&call.arena, d.events);
        double *rest = FLOATS(&call.arena, d.count);
        evaluate(&d, p, value, rest);
        differentiate(&d, p, value, rest, root, FLOATS(&call.arena, d.count), slope);
    });
    result = Py_BuildValue("(dN)", value[root], bytes_of(slope, (size_t)d.events, 8));
fail:
    close_call(&call);
    return result;
}

/* (top, five columns of importance) */
static PyObject *py_rate_events(PyObject *self, PyObject *args) {
    Call call;
    Diagram d;
    PyObject *given, *given_p, *result = NULL;
    double *p, *volatile column = NULL;
    volatile double top = 0.0;
    int root;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOi", &given, &given_p, &root) || !read_diagram(&call, given, &d)) goto fail;
    if ((p = numbers(&call, given_p, 8, d.events, NULL, "probabilities")) == NULL || !good_node(&d, root)) goto fail;
    RUN(&call, {
        column = FLOATS(&call.arena, 5 * (size_t)d.events);
        top = rate_events(&call.arena, &d, p, root, column);
    });
    result = Py_BuildValue("(dN)", top, bytes_of(column, 5 * (size_t)d.events, 8));
fail:
    close_call(&call);
    return result;
}

/* (plan, places, place of the root) */
static PyObject *py_plan_sweep(PyObject *self, PyObject *args) {
    Call call;
    Diagram d;
    PyObject *given, *result = NULL;
    int32_t *volatile plan = NULL, places = 0, place = 0;
    int root;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "Oi", &given, &root) || !read_diagram(&call, given, &d) || !good_node(&d, root)) goto fail;
    RUN(&call, {
        plan = INTS(&call.arena, 4 * (size_t)d.count);
        plan_sweep(&call.arena, &d, root, plan, &places, &place);
    });
    result = Py_BuildValue("(Nii)", ints_of(plan, 4 * ((int64_t)d.count - 2)), places, place);
fail:
    close_call(&call);
    return result;
}

/* evaluate_many(plan, samples, events, places, width, place) */
static PyObject *py_evaluate_many(PyObject *self, PyObject *args) {
    Call call;
    PyObject *given_plan, *given, *result = NULL;
    Py_ssize_t nodes, total;
    int32_t *plan;
    double *samples;
    int events, places, place;
    long long width;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOiiLi", &given_plan, &given, &events, &places, &width, &place)) goto fail;
    if ((plan = numbers(&call, given_plan, 4, -1, &nodes, "plan")) == NULL) goto fail;
    if ((samples = numbers(&call, given, 8, -1, &total, "samples")) == NULL) goto fail;
    if (events < 1 || total % events != 0 || place < 0 || place >= places || width < 1) {
        PyErr_SetString(PyExc_ValueError, "samples have one row for each event");
        goto fail;
    }
    total /= events;
    result = PyBytes_FromStringAndSize(NULL, 8 * total);
    if (result == NULL) goto fail;
    double *to = (double *)PyBytes_AsString(result);
    RUN(&call, evaluate_many(&call.arena, plan, (int32_t)(nodes / 4), samples, total, places, width, place, to));
    close_call(&call);
    return result;
fail:
    Py_DecRef(result);
    close_call(&call);
    return NULL;
}

static PyObject *families_tuple(const Families *families, const Compact *c, const Diagram *d) {
    (void)families;
    return Py_BuildValue("(NNNNi)", ints_of(c->var, c->count), ints_of(c->low, c->count), ints_of(c->high, c->count),
                         ints_of(c->modules, d->modules), c->root);
}

/* minimal_families(diagram, rank, root, max_nodes, capacity), or lost_families with the node whose sets are taken away */
static PyObject *run_families(PyObject *args, int lost) {
    Call call;
    Diagram d;
    Families families;
    Compact c;
    PyObject *given, *given_rank, *result = NULL;
    int32_t *rank;
    Py_ssize_t levels;
    int root, other = 0;
    long long max_nodes, capacity;
    volatile int fits = 0;
    open_call(&call);
    if (lost ? !PyArg_ParseTuple(args, "OOiiLL", &given, &given_rank, &root, &other, &max_nodes, &capacity)
             : !PyArg_ParseTuple(args, "OOiLL", &given, &given_rank, &root, &max_nodes, &capacity))
        goto fail;
    if (!read_diagram(&call, given, &d) || !good_node(&d, root) || !good_node(&d, other)) goto fail;
    if ((rank = numbers(&call, given_rank, 4, -1, &levels, "rank")) == NULL) goto fail;
    if (max_nodes > MOST_NODES) max_nodes = MOST_NODES;
    if (max_nodes < 64) max_nodes = 64;
    if (capacity > max_nodes) capacity = max_nodes;
    RUN(&call, {
        fits = lost ? lost_families(&call.arena, &d, rank, (int32_t)levels, max_nodes, capacity, root, other, &families)
                    : minimal_families(&call.arena, &d, rank, (int32_t)levels, max_nodes, capacity, &families);
        if (fits) {
            if (!lost) families.root = families.of_node[root];
            c = compact(&call.arena, &families, &d);
        }
    });
    result = fits ? families_tuple(&families, &c, &d) : Py_NewRef(Py_None);
fail:
    close_call(&call);
    return result;
}

static PyObject *py_minimal_families(PyObject *self, PyObject *args) {
    (void)self;
    return run_families(args, 0);
}

static PyObject *py_lost_families(PyObject *self, PyObject *args) {
    (void)self;
    return run_families(args, 1);
}

/* weigh(sets, weight), best_sets(sets, weight): a number for each family */
static PyObject *run_weights(PyObject *args, void (*kernel)(const Diagram *, const double *, double *)) {
    Call call;
    Diagram s;
    PyObject *given, *given_weight, *result = NULL;
    double *weight;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OO", &given, &given_weight) || !read_diagram(&call, given, &s)) goto fail;
    if ((weight = numbers(&call, given_weight, 8, s.events, NULL, "weights")) == NULL) goto fail;
    result = PyBytes_FromStringAndSize(NULL, 8 * (Py_ssize_t)s.count);
    if (result == NULL) goto fail;
    double *to = (double *)PyBytes_AsString(result);
    call.state = PyEval_SaveThread();
    kernel(&s, weight, to);
    PyEval_RestoreThread(call.state);
fail:
    close_call(&call);
    return result;
}

static PyObject *py_weigh(PyObject *self, PyObject *args) {
    (void)self;
    return run_weights(args, weigh);
}

static PyObject *py_best_sets(PyObject *self, PyObject *args) {
    (void)self;
    return run_weights(args, best_sets);
}

static PyObject *py_count_sets(PyObject *self, PyObject *args) {
    Call call;
    Diagram s;
    PyObject *given, *result = NULL;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "O", &given) || !read_diagram(&call, given, &s)) goto fail;
    result = PyBytes_FromStringAndSize(NULL, 8 * (Py_ssize_t)s.count);
    if (result != NULL) count_sets(&s, (int64_t *)PyBytes_AsString(result));
fail:
    close_call(&call);
    return result;
}

static PyObject *py_longest_sets(PyObject *self, PyObject *args) {
    Call call;
    Diagram s;
    PyObject *given, *most = NULL, *least = NULL;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "O", &given) || !read_diagram(&call, given, &s)) goto fail;
    most = PyBytes_FromStringAndSize(NULL, 4 * (Py_ssize_t)s.count);
    least = PyBytes_FromStringAndSize(NULL, 4 * (Py_ssize_t)s.count);
    if (most == NULL || least == NULL) {
        Py_DecRef(most);
        Py_DecRef(least);
        most = NULL;
        goto fail;
    }
    longest_sets(&s, (int32_t *)PyBytes_AsString(most), (int32_t *)PyBytes_AsString(least));
fail:
    close_call(&call);
    return most == NULL ? NULL : Py_BuildValue("(NN)", most, least);
}

/* count_orders(sets, most, place): place has one number more than there are families */
static PyObject *py_count_orders(PyObject *self, PyObject *args) {
    Call call;
    Diagram s;
    PyObject *given, *given_most, *given_place, *result = NULL;
    int32_t *most;
    int64_t *place, *volatile table = NULL;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOO", &given, &given_most, &given_place) || !read_diagram(&call, given, &s)) goto fail;
    if ((most = numbers(&call, given_most, 4, s.count, NULL, "most")) == NULL) goto fail;
    if ((place = numbers(&call, given_place, 8, (Py_ssize_t)s.count + 1, NULL, "place")) == NULL) goto fail;
    RUN(&call, {
        table = LONGS(&call.arena, place[s.count]);
        count_orders(&s, most, place, table);
    });
    result = bytes_of(table, (size_t)place[s.count], 8);
fail:
    close_call(&call);
    return result;
}

/* share_sets(sets, weight, total, root) */
static PyObject *py_share_sets(PyObject *self, PyObject *args) {
    Call call;
    Diagram s;
    PyObject *given, *given_weight, *given_total, *result = NULL;
    double *weight, *total, *volatile shares = NULL;
    int root;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOOi", &given, &given_weight, &given_total, &root)) goto fail;
    if (!read_diagram(&call, given, &s) || !good_node(&s, root)) goto fail;
    if ((weight = numbers(&call, given_weight, 8, s.events, NULL, "weights")) == NULL) goto fail;
    if ((total = numbers(&call, given_total, 8, s.count, NULL, "totals")) == NULL) goto fail;
    RUN(&call, {
        shares = FLOATS(&call.arena, s.events);
        share_sets(&s, weight, total, root, FLOATS(&call.arena, s.count), shares);
    });
    result = bytes_of(shares, (size_t)s.events, 8);
fail:
    close_call(&call);
    return result;
}

/* unions(sets, rank, roots, level_var, max_work, capacity): ((var, low, high, unions of roots and of variables)), or of one
 * family where max_work is 0 */
static PyObject *py_unions(PyObject *self, PyObject *args) {
    Call call;
    Diagram s;
    Plain plain;
    PyObject *given, *given_rank, *given_roots, *given_names, *result = NULL;
    int32_t *rank, *roots, *names, *volatile ids = NULL;
    Py_ssize_t variables, count, levels;
    long long max_work;
    int capacity;
    volatile int fits = 0;
    volatile Py_ssize_t wanted = 1;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOOOLi", &given, &given_rank, &given_roots, &given_names, &max_work, &capacity)) goto fail;
    if (!read_diagram(&call, given, &s)) goto fail;
    if ((rank = numbers(&call, given_rank, 4, -1, &variables, "rank")) == NULL) goto fail;
    if ((roots = numbers(&call, given_roots, 4, -1, &count, "roots")) == NULL) goto fail;
    if ((names = numbers(&call, given_names, 4, -1, &levels, "names of levels")) == NULL) goto fail;
    for (Py_ssize_t r = 0; r < count; r++)
        if (!good_node(&s, roots[r])) goto fail;
    if (count < 1 || capacity < 64) capacity = 64;
    RUN(&call, {
        Arena *arena = &call.arena;
        Store store;
        int32_t *found = INTS(arena, count + variables);
        if (max_work > 0) {
            wanted = count + variables;
            fits = unions(arena, &s, roots, (int32_t)count, rank, (int32_t)variables, max_work, capacity, &store, found,
                          found + count);
        } else {
            fits = union_of(arena, &s, rank, (int32_t)variables, roots[0], capacity, &store, found);
        }
        if (fits) {
            ids = INTS(arena, wanted);
            plain = extract(&store, found, (int32_t)wanted, names, ids);
        }
    });
    result = fits ? plain_tuple(&plain, ids, (int32_t)wanted) : Py_NewRef(Py_None);
fail:
    close_call(&call);
    return result;
}

/* share_unions(value, with_variable, owner, modules, events, top) */
static PyObject *py_share_unions(PyObject *self, PyObject *args) {
    Call call;
    PyObject *given_value, *given_with, *given_owner, *given_modules, *result = NULL;
    double *value, top;
    int32_t *with, *owner, *modules;
    Py_ssize_t nodes, variables, count;
    int events;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOOOid", &given_value, &given_with, &given_owner, &given_modules, &events, &top)) goto fail;
    if ((value = numbers(&call, given_value, 8, -1, &nodes, "values")) == NULL) goto fail;
    if ((owner = numbers(&call, given_owner, 4, -1, &variables, "owners")) == NULL) goto fail;
    if ((with = numbers(&call, given_with, 4, variables, NULL, "unions")) == NULL) goto fail;
    if ((modules = numbers(&call, given_modules, 4, variables - events, &count, "modules")) == NULL) goto fail;
    result = PyBytes_FromStringAndSize(NULL, 8 * variables);
    if (result != NULL)
        share_unions(value, with, owner, modules, (int32_t)count, events, top, (double *)PyBytes_AsString(result));
fail:
    close_call(&call);
    return result;
}

/* A buffer to write into; NULL with an exception. */
static double *place_for(Call *call, PyObject *given, Py_ssize_t wanted) {
    Py_buffer *buffer = &call->buffer[call->buffers];
    if (PyObject_GetBuffer(given, buffer, PyBUF_WRITABLE) != 0) return NULL;
    call->buffers++;
    if (buffer->len < 8 * wanted) {
        PyErr_SetString(PyExc_ValueError, "the place for the results is too small");
        return NULL;
    }
    return buffer->buf;
}

/* fill_uniforms(keys, begin, out, count): out has a row for each key */
static PyObject *py_fill_uniforms(PyObject *self, PyObject *args) {
    Call call;
    PyObject *given_keys, *given_out, *result = NULL;
    Py_ssize_t inputs;
    unsigned long long begin;
    long long count;
    uint64_t *keys;
    double *out;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OKOL", &given_keys, &begin, &given_out, &count)) goto fail;
    if ((keys = numbers(&call, given_keys, 8, -1, &inputs, "keys")) == NULL) goto fail;
    if ((out = place_for(&call, given_out, inputs * (Py_ssize_t)count)) == NULL) goto fail;
    call.state = PyEval_SaveThread();
    fill_uniforms(keys, inputs, begin, out, count, count);
    PyEval_RestoreThread(call.state);
    result = Py_NewRef(Py_None);
fail:
    close_call(&call);
    return result;
}

/* quantiles_at(u, waits, out) */
static PyObject *py_quantiles_at(PyObject *self, PyObject *args) {
    Call call;
    PyObject *given_u, *given_waits, *given_out, *result = NULL;
    Py_ssize_t count;
    double *u, *waits, *out;
    (void)self;
    open_call(&call);
    if (!PyArg_ParseTuple(args, "OOO", &given_u, &given_waits, &given_out)) goto fail;
    if ((u = numbers(&call, given_u, 8, -1, &count, "u")) == NULL) goto fail;
    if ((waits = numbers(&call, given_waits, 8, count, NULL, "waits")) == NULL) goto fail;
    if ((out = place_for(&call, given_out, count)) == NULL) goto fail;
    call.state = PyEval_SaveThread();
    quantiles_at(u, waits, out, count);
    PyEval_RestoreThread(call.state);
    result = Py_NewRef(Py_None);
fail:
    close_call(&call);
    return result;
}

static PyMethodDef METHODS[] = {
    {"solve", py_solve, METH_VARARGS, NULL},
    {"build_all", py_build_all, METH_VARARGS, NULL},
    {"visits", py_visits, METH_O, NULL},
    {"preprocess", py_preprocess, METH_O, NULL},
    {"bound_gates", py_bound_gates, METH_VARARGS, NULL},
    {"enclose", py_enclose, METH_VARARGS, NULL},
    {"disagreements", py_disagreements, METH_VARARGS, NULL},
    {"evaluate", py_evaluate, METH_VARARGS, NULL},
    {"gradient", py_gradient, METH_VARARGS, NULL},
    {"rate_events", py_rate_events, METH_VARARGS, NULL},
    {"plan_sweep", py_plan_sweep, METH_VARARGS, NULL},
    {"evaluate_many", py_evaluate_many, METH_VARARGS, NULL},
    {"minimal_families", py_minimal_families, METH_VARARGS, NULL},
    {"lost_families", py_lost_families, METH_VARARGS, NULL},
    {"weigh", py_weigh, METH_VARARGS, NULL},
    {"best_sets", py_best_sets, METH_VARARGS, NULL},
    {"count_sets", py_count_sets, METH_VARARGS, NULL},
    {"longest_sets", py_longest_sets, METH_VARARGS, NULL},
    {"count_orders", py_count_orders, METH_VARARGS, NULL},
    {"share_sets", py_share_sets, METH_VARARGS, NULL},
    {"unions", py_unions, METH_VARARGS, NULL},
    {"share_unions", py_share_unions, METH_VARARGS, NULL},
    {"fill_uniforms", py_fill_uniforms, METH_VARARGS, NULL},
    {"quantiles_at", py_quantiles_at, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* what the extension was built from, so that a source that has changed since is noticed */
#ifndef CASEGEN_SOURCE
#define CASEGEN_SOURCE ""
#endif

static int fill_module(PyObject *module) { return PyModule_AddStringConstant(module, "SOURCE", CASEGEN_SOURCE); }

static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, (void *)fill_module}, {0, NULL}};

static PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_kernels", NULL, 0, METHODS, SLOTS, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernels(void) { return PyModuleDef_Init(&MODULE); }
