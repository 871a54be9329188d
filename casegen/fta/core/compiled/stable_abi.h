/* The part of Python's stable ABI that is used here, for a Python that was installed without its headers.
 *
 * These declarations are the published ABI (PEP 652, "What is considered a part of the Limited API", Python 3.11). */
#ifndef CASEGEN_STABLE_ABI_H
#define CASEGEN_STABLE_ABI_H

#include <stddef.h>
#include <stdint.h>

typedef intptr_t Py_ssize_t;
typedef struct _typeobject PyTypeObject;
typedef struct _threads PyThreadState;

typedef struct _object {
    union {
        Py_ssize_t count;
        int64_t full; /* Python 3.12 and later write 32 bits of it */
    } refcnt;
    PyTypeObject *type;
} PyObject;

typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} Py_buffer;

typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);

typedef struct {
    const char *ml_name;
    PyCFunction ml_meth;
    int ml_flags;
    const char *ml_doc;
} PyMethodDef;

typedef struct {
    int slot;
    void *value;
} PyModuleDef_Slot;

typedef struct PyModuleDef {
    struct {
        PyObject base;
        PyObject *(*init)(void);
        Py_ssize_t index;
        PyObject *copy;
    } head;
    const char *name, *doc;
    Py_ssize_t size;
    PyMethodDef *methods;
    PyModuleDef_Slot *slots;
    int (*traverse)(PyObject *, void *, void *);
    int (*clear)(PyObject *);
    void (*free)(void *);
} PyModuleDef;

#define PyModuleDef_HEAD_INIT {{{1}, NULL}, NULL, 0, NULL}
#define METH_VARARGS 0x0001
#define METH_O 0x0008
#define Py_mod_exec 2
#define PyBUF_SIMPLE 0
#define PyBUF_WRITABLE 0x0001

#ifdef _WIN32
#define IMPORTED __declspec(dllimport)
#define PyMODINIT_FUNC __declspec(dllexport) PyObject *
#else
#define IMPORTED
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#endif

IMPORTED extern PyObject *PyExc_ValueError;
IMPORTED extern PyObject _Py_NoneStruct;
#define Py_None (&_Py_NoneStruct)

IMPORTED PyThreadState *PyEval_SaveThread(void);
IMPORTED void PyEval_RestoreThread(PyThreadState *);
IMPORTED int PyErr_CheckSignals(void);
IMPORTED PyObject *PyErr_NoMemory(void);
IMPORTED PyObject *PyErr_Format(PyObject *, const char *, ...);
IMPORTED void PyErr_SetString(PyObject *, const char *);
IMPORTED int PyObject_GetBuffer(PyObject *, Py_buffer *, int);
IMPORTED void PyBuffer_Release(Py_buffer *);
IMPORTED PyObject *PyBytes_FromStringAndSize(const char *, Py_ssize_t);
IMPORTED char *PyBytes_AsString(PyObject *);
IMPORTED int PyArg_ParseTuple(PyObject *, const char *, ...);
IMPORTED PyObject *Py_BuildValue(const char *, ...);
IMPORTED PyObject *PyLong_FromLongLong(long long);
IMPORTED PyObject *Py_NewRef(PyObject *);
IMPORTED void Py_DecRef(PyObject *);
IMPORTED int PyModule_AddStringConstant(PyObject *, const char *, const char *);
IMPORTED PyObject *PyModuleDef_Init(PyModuleDef *);

#endif
