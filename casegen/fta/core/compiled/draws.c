/* Random numbers for many trials: the same arithmetic as in casegen/fta/draws.py, which says where it comes from. */
#include "kernels.h"
#include <math.h>

#define SPLIT 6.25
#define CENTRE_AT 3.125
#define TAIL_AT 4.275

static const double CENTRE[19] = {
    2.338620710026593,      0.3396349587014186,     -0.008532899177177325,  -0.0010475115712202865,
    0.0002640820489877921,  -1.9632849665575193e-05, -1.9310640324109817e-06, 5.98886765221747e-07,
    -4.11125549940372e-08,  -5.814902037761239e-09, 1.4870138933303154e-09, -7.693198654633185e-11,
    -1.8447876374821097e-11, 3.784715127907016e-12, -9.96830584974776e-14,  -6.392758800676681e-14,
    7.906185331790888e-15,  4.647583647059029e-16,  -1.1060652177206067e-16};
static const double TAIL[19] = {
    5.822986607115487,      1.4283737829095724,     0.0009446148671954909,  -0.0008302446603728274,
    0.0002889607956135914,  -8.662844108975525e-05, 2.8689020538900525e-05, -1.2860636631872539e-05,
    7.272259374524593e-06,  -4.067928973080262e-06, 1.8814063405900055e-06, -6.570699451720304e-07,
    1.6456223966355064e-07, 2.3126964364036403e-09, -4.5503293001493264e-08, 2.5605111055080308e-08,
    -2.412821420166115e-09, -2.0363652576725326e-09, 4.888813281962161e-10};

/* Uniform numbers in (0, 1) for some inputs, from trial `begin` on; rows are `stride` apart. */
void fill_uniforms(const uint64_t *keys, int64_t inputs, uint64_t begin, double *out, int64_t count, int64_t stride) {
    for (int64_t k = 0; k < inputs; k++)
        for (int64_t i = 0; i < count; i++) {
            uint64_t x = keys[k] + 0x9E3779B97F4A7C15u * (begin + (uint64_t)i + 1);
            x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
            x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
            x ^= x >> 31;
            out[k * stride + i] = ((double)(int64_t)(x >> 11) + 0.5) * 0x1p-53;
        }
}

/* Quantiles of the standard normal distribution at u, with waits = -log(4 u (1 - u)). */
void quantiles_at(const double *u, const double *waits, double *out, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        double y = waits[i] - CENTRE_AT, value = CENTRE[18];
        for (int k = 17; k >= 0; k--) value = value * y + CENTRE[k];
        out[i] = value * (2.0 * u[i] - 1.0);
    }
    /* one in a thousand: apart, so that the loop above has no branch */
    for (int64_t i = 0; i < count; i++) {
        if (waits[i] <= SPLIT) continue;
        double y = sqrt(waits[i]) - TAIL_AT, value = TAIL[18];
        for (int k = 17; k >= 0; k--) value = value * y + TAIL[k];
        out[i] = value * (2.0 * u[i] - 1.0);
    }
}
