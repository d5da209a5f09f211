/* The layers of the shipped encoder for sentences of one length: int8 products (AMX, VNNI or AVX2),
   everything else in float, fused. Built by kernel.py with -march flags; one ISA per build. */
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { W = 384, HEADS = 12, D = 32, INNER = 1536, LONG = 128 };
typedef float v16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef int v16i __attribute__((vector_size(64), aligned(4), may_alias));
typedef float v8 __attribute__((vector_size(32), aligned(4), may_alias));
typedef float v4 __attribute__((vector_size(16), aligned(4), may_alias));
#define INL static inline __attribute__((always_inline))

INL v16 splat(float x) { return (v16){x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x}; }
INL v16 ld(const float *p) { return *(const v16 *)p; }
INL void st(float *p, v16 v) { *(v16 *)p = v; }
INL v16 vmax(v16 a, v16 b) {
#ifdef __AVX512F__
    return (v16)_mm512_max_ps((__m512)a, (__m512)b);
#else
    v16i m = a > b; return (v16)(((v16i)a & m) | ((v16i)b & ~m));
#endif
}
INL v16 vmin(v16 a, v16 b) { return -vmax(-a, -b); }
INL v16 vabs(v16 a) { return (v16)((v16i)a & 0x7fffffff); }
INL float hsum(v16 v) {
    v8 a = __builtin_shufflevector(v, v, 0,1,2,3,4,5,6,7) + __builtin_shufflevector(v, v, 8,9,10,11,12,13,14,15);
    v4 b = __builtin_shufflevector(a, a, 0,1,2,3) + __builtin_shufflevector(a, a, 4,5,6,7);
    return (b[0] + b[2]) + (b[1] + b[3]);
}
INL float hmax(v16 v) {
    float m = v[0];
#ifdef __AVX512F__
    m = _mm512_reduce_max_ps((__m512)v);
#else
    for (int i = 1; i < 16; i++) m = v[i] > m ? v[i] : m;
#endif
    return m;
}
INL v16 vexp(v16 x) {
    x = vmax(x, splat(-87.f));
    v16 t = x * 1.44269504088896341f + 12582912.f;
    v16 n = t - 12582912.f;
    v16 r = x - n * 0.693359375f - n * -2.12194440e-4f;
    v16 p = splat(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f; p = p * r + 8.3334519073e-3f; p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f; p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.f;
    v16i e = ((v16i)t << 23) + 0x3f800000;
    return p * (v16)e;
}
INL v16 inverse(v16 q) {
#if defined(__AVX512F__)
    v16 y = (v16)_mm512_rcp14_ps((__m512)q);
    y = y * (2.f - q * y);
    return y;
#else
    return 1.f / q;
#endif
}
/* x/2 (1 + erf(x / sqrt 2)), erf as the quotient of two polynomials */
INL v16 gelu(v16 x) {
    v16 z = vmax(vmin(x * 0.70710678118654752f, splat(4.f)), splat(-4.f)), s = z * z;
    v16 p = splat(-2.72614225801306e-10f);
    p = p * s + 2.77068142495902e-08f; p = p * s + -2.10102402082508e-06f;
    p = p * s + -5.69250639462346e-05f; p = p * s + -7.34990630326855e-04f;
    p = p * s + -2.95459980854025e-03f; p = p * s + -1.60960333262415e-02f;
    v16 q = splat(-1.45660718464996e-05f);
    q = q * s + -2.13374055278905e-04f; q = q * s + -1.68282697438203e-03f;
    q = q * s + -7.37332916720468e-03f; q = q * s + -1.42647390514189e-02f;
    v16 h = x * 0.5f;
    return h + h * (z * p * inverse(q));
}

typedef struct {
    int k, n;
    int8_t *w;       /* packed [n/16][k/4][16][4] */
    float *factor;   /* k: what an input is multiplied by before it is rounded */
    float *scale;    /* n */
    float *bias;     /* n */
    int32_t *zeros;  /* n: zero point times the sum of the column */
    int zero;
} Map;
typedef struct { Map qkv, attended, up, down; float *down_inverse; float *g1, *b1, *g2, *b2; } Layer;
typedef struct {
    int layers, pieces, tags;
    Layer *layer;
    const int8_t *piece, *position;
    const float *piece_scale, *position_scale, *g, *b, *shares, *fault;
    float fault_bias;
    float *tag, *tag_bias;   /* packed [tags/16][W][16] */
    int tags_padded;
} Model;

typedef struct { int rows; float *x, *qkv, *att, *hidden, *largest; uint8_t *q; int32_t *c; float *logits; } Scratch;

#ifdef __AMX_INT8__
enum { MB = 32 };
static __thread int permitted = 0;
INL void tiles_on(void) {
    if (!permitted) { syscall(SYS_arch_prctl, 0x1023, 18); permitted = 1; }
    struct { uint8_t palette, start; uint8_t r[14]; uint16_t colsb[16]; uint8_t rows[16]; } __attribute__((aligned(64))) cfg;
    memset(&cfg, 0, sizeof cfg);
    cfg.palette = 1;
    for (int i = 0; i < 8; i++) { cfg.colsb[i] = 64; cfg.rows[i] = 16; }
    _tile_loadconfig(&cfg);
}
INL void tiles_off(void) { _tile_release(); }
/* c[mb][32] of two packed blocks; reads 16 or 32 rows of a */
INL void block(const uint8_t *a, int k, const int8_t *w, int mb, int32_t *c, const int8_t *next) {
    const int8_t *w2 = w + (size_t)k * 16;
    _tile_zero(0); _tile_zero(1);
    if (mb > 16) {
        const uint8_t *a2 = a + (size_t)16 * k;
        _tile_zero(2); _tile_zero(3);
        for (int i = 0; i < k; i += 64) {
            if (next) for (int l = 0; l < 16; l++) {
                _mm_prefetch((const char *)next + i * 16 + l * 64, _MM_HINT_T0);
                _mm_prefetch((const char *)next + (size_t)k * 16 + i * 16 + l * 64, _MM_HINT_T0);
            }
            _tile_loadd(6, w + i * 16, 64); _tile_loadd(4, a + i, k);
            _tile_dpbusd(0, 4, 6);
            _tile_loadd(7, w2 + i * 16, 64);
            _tile_dpbusd(1, 4, 7);
            _tile_loadd(5, a2 + i, k);
            _tile_dpbusd(2, 5, 6);
            _tile_dpbusd(3, 5, 7);
        }
        _tile_stored(2, c + 16 * 32, 128); _tile_stored(3, c + 16 * 32 + 16, 128);
    } else
        for (int i = 0; i < k; i += 64) {
            if (next) for (int l = 0; l < 16; l++) {
                _mm_prefetch((const char *)next + i * 16 + l * 64, _MM_HINT_T0);
                _mm_prefetch((const char *)next + (size_t)k * 16 + i * 16 + l * 64, _MM_HINT_T0);
            }
            _tile_loadd(4, a + i, k); _tile_loadd(6, w + i * 16, 64); _tile_loadd(7, w2 + i * 16, 64);
            _tile_dpbusd(0, 4, 6); _tile_dpbusd(1, 4, 7);
        }
    _tile_stored(0, c, 128); _tile_stored(1, c + 16, 128);
}
#elif defined(__AVX512VNNI__)
enum { MB = 14 };
INL void tiles_on(void) {}
INL void tiles_off(void) {}
INL void rows_of(const int mb, const uint8_t *a, int k, const int8_t *w, int32_t *c, const int8_t *next) {
    const int8_t *w2 = w + (size_t)k * 16;
    __m512i acc[14][2];
    for (int r = 0; r < mb; r++) acc[r][0] = acc[r][1] = _mm512_setzero_si512();
    for (int i = 0; i < k; i += 4) {
        if (next) {
            _mm_prefetch((const char *)next + i * 16, _MM_HINT_T0);
            _mm_prefetch((const char *)next + (size_t)k * 16 + i * 16, _MM_HINT_T0);
        }
        __m512i b0 = _mm512_loadu_si512(w + i * 16), b1 = _mm512_loadu_si512(w2 + i * 16);
#pragma GCC unroll 14
        for (int r = 0; r < mb; r++) {
            int32_t v; memcpy(&v, a + (size_t)r * k + i, 4);
            __m512i s = _mm512_set1_epi32(v);
            acc[r][0] = _mm512_dpbusd_epi32(acc[r][0], s, b0);
            acc[r][1] = _mm512_dpbusd_epi32(acc[r][1], s, b1);
        }
    }
#pragma GCC unroll 14
    for (int r = 0; r < mb; r++) {
        _mm512_storeu_si512(c + r * 32, acc[r][0]);
        _mm512_storeu_si512(c + r * 32 + 16, acc[r][1]);
    }
}
static void block(const uint8_t *a, int k, const int8_t *w, int mb, int32_t *c, const int8_t *next) {
    switch (mb) {
#define CASE(n) case n: rows_of(n, a, k, w, c, next); break;
    CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6) CASE(7) CASE(8) CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14)
    }
}
#else
enum { MB = 4 };
INL void tiles_on(void) {}
INL void tiles_off(void) {}
INL void rows_of(const int mb, const uint8_t *a, int k, const int8_t *w, int32_t *c) {
    const __m256i one = _mm256_set1_epi16(1);
    for (int half = 0; half < 2; half++, w += (size_t)k * 16) {
        __m256i acc[4][2];
        for (int r = 0; r < mb; r++) acc[r][0] = acc[r][1] = _mm256_setzero_si256();
        for (int i = 0; i < k; i += 4) {
            __m256i b0 = _mm256_loadu_si256((const void *)(w + i * 16)), b1 = _mm256_loadu_si256((const void *)(w + i * 16 + 32));
#pragma GCC unroll 4
            for (int r = 0; r < mb; r++) {
                int32_t v; memcpy(&v, a + (size_t)r * k + i, 4);
                __m256i s = _mm256_set1_epi32(v);
                acc[r][0] = _mm256_add_epi32(acc[r][0], _mm256_madd_epi16(_mm256_maddubs_epi16(s, b0), one));
                acc[r][1] = _mm256_add_epi32(acc[r][1], _mm256_madd_epi16(_mm256_maddubs_epi16(s, b1), one));
            }
        }
#pragma GCC unroll 4
        for (int r = 0; r < mb; r++) {
            _mm256_storeu_si256((void *)(c + r * 32 + half * 16), acc[r][0]);
            _mm256_storeu_si256((void *)(c + r * 32 + half * 16 + 8), acc[r][1]);
        }
    }
}
static void block(const uint8_t *a, int k, const int8_t *w, int mb, int32_t *c, const int8_t *next) {
    switch (mb) {
    case 1: rows_of(1, a, k, w, c); break; case 2: rows_of(2, a, k, w, c); break;
    case 3: rows_of(3, a, k, w, c); break; case 4: rows_of(4, a, k, w, c); break; }
}
#endif

enum { PLAIN, GELU, ADD, ADD_BY_ROW };

/* out (m, n) from q (m, k); `largest` is written by GELU and read by ADD_BY_ROW */
INL void product(const int kind, const uint8_t *q, const Map *f, int m, float *out, float *largest, const float *next, int32_t *c) {
    const int n = f->n, k = f->k;
    if (kind == GELU) memset(largest, 0, sizeof(float) * 16 * m);
    for (int j = 0; j < n; j += 32) {
        const int8_t *w = f->w + (size_t)j * k;
        v16 s0 = ld(f->scale + j), s1 = ld(f->scale + j + 16), b0 = ld(f->bias + j), b1 = ld(f->bias + j + 16);
        v16i z0 = *(v16i *)(f->zeros + j), z1 = *(v16i *)(f->zeros + j + 16);
        for (int i = 0; i < m; i += MB) {
            int mb = m - i < MB ? m - i : MB;
            block(q + (size_t)i * k, k, w, mb, c, i == 0 && j + 32 < n ? w + (size_t)32 * k : 0);
            for (int r = 0; r < mb; r++) {
                float *o = out + (size_t)(i + r) * n + j;
                v16 y0 = __builtin_convertvector(*(v16i *)(c + r * 32) - z0, v16) * s0;
                v16 y1 = __builtin_convertvector(*(v16i *)(c + r * 32 + 16) - z1, v16) * s1;
                if (kind == ADD_BY_ROW) { v16 l = splat(largest[(size_t)(i + r) * 16]); y0 *= l; y1 *= l; }
                y0 += b0; y1 += b1;
                if (kind == ADD || kind == ADD_BY_ROW) { y0 += ld(o); y1 += ld(o + 16); }
                if (kind == GELU) {
                    y0 = gelu(y0) * ld(next + j); y1 = gelu(y1) * ld(next + j + 16);
                    float *l = largest + (size_t)(i + r) * 16;
                    st(l, vmax(ld(l), vmax(vabs(y0), vabs(y1))));
                }
                st(o, y0); st(o + 16, y1);
            }
        }
    }
}

INL void bytes(v16 x, float zero, uint8_t *q) {
#ifdef __AVX512F__
    __m512i v = _mm512_add_epi32(_mm512_cvtps_epi32((__m512)x), _mm512_set1_epi32((int)zero));
    v = _mm512_max_epi32(v, _mm512_setzero_si512());
    _mm_storeu_si128((void *)q, _mm512_cvtusepi32_epi8(v));
#else
    for (int i = 0; i < 16; i++) { float y = __builtin_rintf(x[i]) + zero; q[i] = y < 0 ? 0 : y > 255 ? 255 : (uint8_t)y; }
#endif
}
INL void quantise(const float *x, const Map *f, int m, uint8_t *q) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < f->k; j += 16)
            bytes(ld(x + (size_t)i * f->k + j) * ld(f->factor + j), f->zero, q + (size_t)i * f->k + j);
}

INL void norm(float *x, const float *g, const float *b) {
    v16 s = splat(0), t = splat(0);
    v16 v[W / 16];
    for (int j = 0; j < W / 16; j++) { v[j] = ld(x + 16 * j); s += v[j]; }
    float mean = hsum(s) / W;
    for (int j = 0; j < W / 16; j++) { v[j] -= mean; t += v[j] * v[j]; }
    float by = 1.f / sqrtf(hsum(t) / W + 1e-12f);
    for (int j = 0; j < W / 16; j++) st(x + 16 * j, v[j] * by * ld(g + 16 * j) + ld(b + 16 * j));
}

INL void transpose(v16 x[16]) {
#define STEP(s) { v16i m1, m2; for (int l = 0; l < 16; l++) { m1[l] = l & s ? 16 + l - s : l; m2[l] = l & s ? 16 + l : l + s; } \
    _Pragma("GCC unroll 16") for (int i = 0; i < 16; i++) if (!(i & s)) { \
        v16 a = x[i], b = x[i + s]; x[i] = __builtin_shuffle(a, b, m1); x[i + s] = __builtin_shuffle(a, b, m2); } }
    STEP(8) STEP(4) STEP(2) STEP(1)
}
/* one head of queries first..first+16*nb of a sentence; queries are lanes */
INL void attend(const int nb, const float *q, int first, int t, float *out) {
    const float *k = q + W, *v = k + W;
    static __thread float qt[D * 32] __attribute__((aligned(64))), s[(LONG + 4) * 32] __attribute__((aligned(64)));
    v16 x[16], most[2], sum[2];
#pragma GCC unroll 2
    for (int b = 0; b < nb; b++)
        for (int d = 0; d < D; d += 16) {
#pragma GCC unroll 16
            for (int r = 0; r < 16; r++) { int i = first + 16 * b + r; x[r] = ld(q + (size_t)(i < t ? i : t - 1) * 3 * W + d); }
            transpose(x);
#pragma GCC unroll 16
            for (int r = 0; r < 16; r++) st(qt + (d + r) * 32 + 16 * b, x[r] * 0.17677669529663687f);
        }
    most[0] = most[1] = splat(-1e30f); sum[0] = sum[1] = splat(0);
    for (int j = 0; j < t; j += 4) {
        const float *kr[4];
        v16 a[4][2];
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) { kr[r] = k + (size_t)(j + r < t ? j + r : t - 1) * 3 * W; a[r][0] = a[r][1] = splat(0); }
#pragma GCC unroll 4
        for (int d = 0; d < D; d++)
#pragma GCC unroll 4
            for (int r = 0; r < 4; r++)
#pragma GCC unroll 2
                for (int b = 0; b < nb; b++) a[r][b] += ld(qt + d * 32 + 16 * b) * kr[r][d];
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++)
#pragma GCC unroll 2
            for (int b = 0; b < nb; b++) { st(s + (j + r) * 32 + 16 * b, a[r][b]); most[b] = vmax(most[b], a[r][b]); }
    }
    for (int j = 0; j < t; j++)
#pragma GCC unroll 2
        for (int b = 0; b < nb; b++) { v16 e = vexp(ld(s + j * 32 + 16 * b) - most[b]); st(s + j * 32 + 16 * b, e); sum[b] += e; }
#pragma GCC unroll 2
    for (int b = 0; b < nb; b++) sum[b] = 1.f / sum[b];
    for (int d = 0; d < D; d += 4) {
        v16 a[4][2];
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) a[r][0] = a[r][1] = splat(0);
        for (int j = 0; j < t; j++)
#pragma GCC unroll 4
            for (int r = 0; r < 4; r++)
#pragma GCC unroll 2
                for (int b = 0; b < nb; b++) a[r][b] += ld(s + j * 32 + 16 * b) * v[(size_t)j * 3 * W + d + r];
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++)
#pragma GCC unroll 2
            for (int b = 0; b < nb; b++) st(qt + (d + r) * 32 + 16 * b, a[r][b] * sum[b]);
    }
#pragma GCC unroll 2
    for (int b = 0; b < nb; b++)
        for (int d = 0; d < D; d += 16) {
#pragma GCC unroll 16
            for (int r = 0; r < 16; r++) x[r] = ld(qt + (d + r) * 32 + 16 * b);
            transpose(x);
#pragma GCC unroll 16
            for (int r = 0; r < 16; r++) { int i = first + 16 * b + r; if (i < t) st(out + (size_t)i * W + d, x[r]); }
        }
}
static void attention(const float *qkv, int t, float *out) {
    for (int h = 0; h < HEADS; h++) {
        int i = 0;
        for (; i + 16 < t; i += 32) attend(2, qkv + h * D, i, t, out + h * D);
        if (i < t) attend(1, qkv + h * D, i, t, out + h * D);
    }
}

static void *aligned(size_t bytes) {
    void *p = 0;
    size_t a = bytes > (1 << 20) ? 1 << 21 : 64;
    bytes = (bytes + a - 1) / a * a;
    if (posix_memalign(&p, a, bytes)) abort();
    if (a > 64) madvise(p, bytes, MADV_HUGEPAGE);
    memset(p, 0, bytes);
    return p;
}
/* weights stand together, in few pages */
static void *kept(size_t bytes) {
    static char *at; static size_t left;
    bytes = (bytes + 63) / 64 * 64;
    if (bytes > left) { left = bytes > (6 << 21) ? bytes : 6 << 21; at = aligned(left); }
    void *p = at; at += bytes; left -= bytes;
    return p;
}
static Scratch *scratch(int rows) {
    static __thread Scratch s;
    rows = (rows + 31) / 32 * 32;
    if (s.rows < rows) {
        free(s.x); free(s.q);
        size_t f = (size_t)rows * (W + 3 * W + W + INNER + 1024 + 16);
        s.x = aligned(f * 4);
        s.qkv = s.x + (size_t)rows * W; s.att = s.qkv + (size_t)rows * 3 * W;
        s.hidden = s.att + (size_t)rows * W; s.logits = s.hidden + (size_t)rows * INNER; s.largest = s.logits + (size_t)rows * 1024;
        s.q = aligned((size_t)rows * INNER + 32 * 32 * 4);
        s.c = (int32_t *)(s.q + (size_t)rows * INNER);
        s.rows = rows;
    }
    return &s;
}

#ifdef TIMED
#include <time.h>
double spent[8];
INL double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e6 + t.tv_nsec * 1e-3; }
#define LAP(i) do { double n_ = now(); spent[i] += n_ - t0; t0 = n_; } while (0)
#define START double t0 = now()
#else
#define LAP(i)
#define START
#endif

static void layer(const Layer *l, Scratch *s, int batch, int t) {
    const int m = batch * t;
    START;
    quantise(s->x, &l->qkv, m, s->q); LAP(0);
    product(PLAIN, s->q, &l->qkv, m, s->qkv, 0, 0, s->c); LAP(1);
    for (int b = 0; b < batch; b++) attention(s->qkv + (size_t)b * t * 3 * W, t, s->att + (size_t)b * t * W);
    LAP(2);
    quantise(s->att, &l->attended, m, s->q); LAP(0);
    product(ADD, s->q, &l->attended, m, s->x, 0, 0, s->c); LAP(3);
    for (int i = 0; i < m; i++) norm(s->x + (size_t)i * W, l->g1, l->b1);
    LAP(4);
    quantise(s->x, &l->up, m, s->q); LAP(0);
    product(GELU, s->q, &l->up, m, s->hidden, s->largest, l->down_inverse, s->c); LAP(5);
    for (int i = 0; i < m; i++) {
        const float most = s->largest[(size_t)i * 16] = hmax(ld(s->largest + (size_t)i * 16)), by = l->down.factor[0] / most;
        for (int j = 0; j < INNER; j += 16) bytes(ld(s->hidden + (size_t)i * INNER + j) * by, l->down.zero, s->q + (size_t)i * INNER + j);
    }
    LAP(0);
    product(ADD_BY_ROW, s->q, &l->down, m, s->x, s->largest, 0, s->c); LAP(6);
    for (int i = 0; i < m; i++) norm(s->x + (size_t)i * W, l->g2, l->b2);
    LAP(4);
}

static float dot(const float *x, const float *y) {
    v16 s = splat(0);
    for (int j = 0; j < W; j += 16) s += ld(x + j) * ld(y + j);
    return hsum(s);
}

/* ids (batch, t) -> probabilities (batch, t), mixed (batch, t, W), last states where wanted */
void encode(const Model *f, const int64_t *ids, int batch, int t, float *probabilities, float *mixed, float *states) {
    const int m = batch * t;
    Scratch *s = scratch(m);
    for (int i = 0; i < m; i++) {
        const int8_t *p = f->piece + ids[i] * W, *o = f->position + (i % t) * W;
        const float ps = f->piece_scale[ids[i]], os = f->position_scale[i % t];
        float *x = s->x + (size_t)i * W;
        for (int j = 0; j < W; j++) x[j] = p[j] * ps + o[j] * os;
        norm(x, f->g, f->b);
        for (int j = 0; j < W; j += 16) st(mixed + (size_t)i * W + j, ld(x + j) * f->shares[0]);
    }
    tiles_on();
    for (int n = 0; n < f->layers; n++) {
        layer(f->layer + n, s, batch, t);
        const float share = f->shares[n + 1];
        for (int j = 0; j < m * W; j += 16) st(mixed + j, ld(mixed + j) + ld(s->x + j) * share);
    }
    tiles_off();
    for (int i = 0; i < m; i++) probabilities[i] = 1.f / (1.f + expf(-(dot(s->x + (size_t)i * W, f->fault) + f->fault_bias)));
    if (states) memcpy(states, s->x, sizeof(float) * m * W);
}

/* mixed (batch, t, W) -> faults (batch, t), the four likeliest tags and their probabilities */
void edit(const Model *f, const float *mixed, int batch, int t, float *faults, int64_t *tags, float *probabilities) {
    const int m = batch * t, n = f->tags_padded;
    Scratch *s = scratch(m);
    memcpy(s->x, mixed, sizeof(float) * m * W);
    tiles_on();
    for (int i = 0; i < f->layers; i++) layer(f->layer + i, s, batch, t);
    tiles_off();
    for (int i = 0; i < m; i++) faults[i] = 1.f / (1.f + expf(-(dot(s->x + (size_t)i * W, f->fault) + f->fault_bias)));
    START;
    for (int j = 0; j < n; j += 32)
        for (int i = 0; i < m; i += 8) {
            v16 a[8][2];
            const float *x[8];
#pragma GCC unroll 8
            for (int r = 0; r < 8; r++) { a[r][0] = ld(f->tag_bias + j); a[r][1] = ld(f->tag_bias + j + 16); x[r] = s->x + (size_t)(i + r < m ? i + r : m - 1) * W; }
            const float *w = f->tag + (size_t)j * W, *w2 = w + 16 * W;
            for (int k = 0; k < W; k++) {
                v16 b0 = ld(w + k * 16), b1 = ld(w2 + k * 16);
#pragma GCC unroll 8
                for (int r = 0; r < 8; r++) { a[r][0] += b0 * x[r][k]; a[r][1] += b1 * x[r][k]; }
            }
#pragma GCC unroll 8
            for (int r = 0; r < 8; r++) if (i + r < m) { st(s->logits + (size_t)(i + r) * n + j, a[r][0]); st(s->logits + (size_t)(i + r) * n + j + 16, a[r][1]); }
        }
    for (int i = 0; i < m; i++) {
        float *l = s->logits + (size_t)i * n, best[4] = {-1e30f, -1e30f, -1e30f, -1e30f};
        int64_t at[4] = {0, 0, 0, 0};
        for (int j = 0; j < f->tags; j += 16) {
            if (hmax(ld(l + j)) <= best[3]) continue;
            for (int e = j; e < j + 16; e++) if (l[e] > best[3]) {
                int p = 3;
                while (p && l[e] > best[p - 1]) { best[p] = best[p - 1]; at[p] = at[p - 1]; p--; }
                best[p] = l[e]; at[p] = e;
            }
        }
        v16 sum = splat(0);
        for (int j = 0; j < n; j += 16) sum += vexp(ld(l + j) - best[0]);
        const float total = hsum(sum);
        for (int p = 0; p < 4; p++) { tags[i * 4 + p] = at[p]; probabilities[i * 4 + p] = expf(best[p] - best[0]) / total; }
    }
    LAP(7);
}

/* w (k, n) int8 row-major */
static void pack(Map *f, int k, int n, const int8_t *w, const float *factor, const float *scale, const float *bias, int zero) {
    f->k = k; f->n = n; f->zero = zero;
    f->w = kept((size_t)k * n);
    f->factor = kept(k * 4); f->scale = kept(n * 4); f->bias = kept(n * 4); f->zeros = kept(n * 4);
    memcpy(f->factor, factor, k * 4); memcpy(f->scale, scale, n * 4); memcpy(f->bias, bias, n * 4);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < k; i++) {
            int8_t v = w[(size_t)i * n + j];
            f->w[(size_t)(j / 16) * k * 16 + (i / 4) * 64 + (j % 16) * 4 + i % 4] = v;
            f->zeros[j] += v * zero;
        }
}
Model *new_model(int layers) {
    Model *f = calloc(1, sizeof *f);
    f->layers = layers; f->layer = calloc(layers, sizeof(Layer));
    return f;
}
void set_map(Model *f, int n, int which, int k, int columns, const int8_t *w, const float *factor, const float *scale, const float *bias, int zero) {
    Layer *l = f->layer + n;
    Map *maps[] = {&l->qkv, &l->attended, &l->up, &l->down};
    pack(maps[which], k, columns, w, factor, scale, bias, zero);
}
void set_norms(Model *f, int n, float *g1, float *b1, float *g2, float *b2, float *down_inverse) {
    Layer *l = f->layer + n;
    l->g1 = g1; l->b1 = b1; l->g2 = g2; l->b2 = b2; l->down_inverse = down_inverse;
}
void set_ends(Model *f, const int8_t *piece, const float *piece_scale, const int8_t *position, const float *position_scale,
              const float *g, const float *b, const float *shares, const float *fault, float fault_bias) {
    f->piece = piece; f->piece_scale = piece_scale; f->position = position; f->position_scale = position_scale;
    f->g = g; f->b = b; f->shares = shares; f->fault = fault; f->fault_bias = fault_bias;
}
/* w (W, tags) */
void set_tags(Model *f, int tags, const float *w, const float *bias) {
    int n = f->tags_padded = (tags + 31) / 32 * 32;
    f->tags = tags;
    f->tag = kept((size_t)n * W * 4); f->tag_bias = kept(n * 4);
    for (int j = 0; j < n; j++) {
        f->tag_bias[j] = j < tags ? bias[j] : -1e30f;
        for (int i = 0; i < W; i++) f->tag[(size_t)(j / 16) * W * 16 + i * 16 + j % 16] = j < tags ? w[(size_t)i * tags + j] : 0;
    }
}
