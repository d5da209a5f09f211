"""Build kernel.c for an instruction set and call it in place of onnxruntime's session."""
import ctypes, subprocess, pathlib
import numpy as np, onnx
from onnx import numpy_helper

HERE = pathlib.Path(__file__).parent
FLAGS = {
    "amx": "-march=sapphirerapids",
    "vnni": "-march=icelake-server -mprefer-vector-width=512",
    "avx2": "-march=haswell",
}
P = ctypes.c_void_p


def build(isa, extra=""):
    out = HERE / f"kernel-{isa}{'-t' if extra else ''}.so"
    src = HERE / "kernel.c"
    if not out.exists() or out.stat().st_mtime < src.stat().st_mtime:
        subprocess.run(f"gcc -O3 -fno-math-errno -ffp-contract=fast -fno-trapping-math -Wno-psabi {FLAGS[isa]} {extra} -shared -fPIC -o {out} {src} -lm",
                       shell=True, check=True)
    lib = ctypes.CDLL(str(out))
    lib.new_model.restype = P
    lib.set_map.argtypes = [P] + [ctypes.c_int] * 4 + [P] * 4 + [ctypes.c_int]
    lib.set_norms.argtypes = [P, ctypes.c_int] + [P] * 5
    lib.set_ends.argtypes = [P] * 9 + [ctypes.c_float]
    lib.set_tags.argtypes = [P, ctypes.c_int, P, P]
    lib.encode.argtypes = [P, P, ctypes.c_int, ctypes.c_int, P, P, P]
    lib.edit.argtypes = [P, P, ctypes.c_int, ctypes.c_int, P, P, P]
    return lib


class Graph:
    def __init__(self, path):
        g = onnx.load(str(path)).graph
        self.nodes = list(g.node)
        self.a = {t.name: numpy_helper.to_array(t) for t in g.initializer}
        for n in self.nodes:
            if n.op_type == "Identity" and n.input[0] in self.a:
                self.a[n.output[0]] = self.a[n.input[0]]
            if n.op_type == "Cast" and n.input[0].endswith(".half"):
                self.a[n.output[0]] = self.a[n.input[0]].astype(np.float32)

    def linear(self, start):
        (n,) = [n for n in self.nodes if n.op_type in ("MatMul", "Gemm") and n.name.startswith(start)]
        return self.a[n.input[1]]


class Base:
    def __init__(self, lib, path, where, prefix):
        self.lib, self.keep = lib, []
        g = self.g = Graph(path)
        maps = [n for n in g.nodes if n.op_type == "MatMulIntegerToFloat"]
        layers = len(maps) // 4
        self.m = lib.new_model(layers)
        for i, n in enumerate(maps):
            l, which = divmod(i, 4)
            name = f"{prefix}{where}.{l}.{('qkv', 'attended', 'up', 'down')[which]}"
            w = np.ascontiguousarray(g.a[n.input[1]])
            step, zero = float(g.a[n.input[2]]), int(g.a[n.input[4]])
            k, c = w.shape
            if which in (0, 2):
                factor = g.a[f"{name}.inverse"].reshape(-1) / np.float32(step)
            else:
                factor = np.full(k, 1 / step, np.float32)
            bias = g.a[n.input[6]] if len(n.input) > 6 and n.input[6] else g.a[f"{name}.linear.bias"]
            scale = np.float32(step) * g.a[n.input[3]]
            lib.set_map(self.m, l, which, k, c, *map(self.ptr, (w, factor.astype(np.float32), scale.astype(np.float32), bias.astype(np.float32))), zero)
        for l in range(layers):
            names = [f"norm_attended.weight", "norm_attended.bias", "norm_out.weight", "norm_out.bias", "down.inverse"]
            lib.set_norms(self.m, l, *(self.ptr(g.a[f"{prefix}{where}.{l}.{x}"]) for x in names))

    def ptr(self, a):
        a = np.ascontiguousarray(a).reshape(-1)
        if a.dtype not in (np.int8,):
            a = a.astype(np.float32)
        a = np.concatenate([a, np.zeros(64, a.dtype)])
        self.keep.append(a)
        return a.ctypes.data


class Encoder(Base):
    def __init__(self, lib, path):
        super().__init__(lib, path, "body.layers", "model.")
        a = self.g.a
        shares = np.array([a[x] for n in self.g.nodes if n.op_type == "Mul" for x in n.input if x in a and a[x].ndim == 0], np.float32)
        lib.set_ends(self.m, *map(self.ptr, (a["pieces"], a["pieces_scale"], a["positions"], a["positions_scale"],
            a["model.body.norm.weight"], a["model.body.norm.bias"], shares, self.g.linear("/fault/"))), float(a["model.fault.bias"].reshape(-1)[0]))

    def run(self, names, inputs):
        ids = inputs["ids"]
        b, t = ids.shape
        p, x = np.empty((b, t), np.float32), np.empty((b, t, 384), np.float32)
        self.lib.encode(self.m, ids.ctypes.data, b, t, p.ctypes.data, x.ctypes.data, None)
        return [p, x]


class Edits(Base):
    def __init__(self, lib, path):
        super().__init__(lib, path, "upper", "")
        a = self.g.a
        lib.set_ends(self.m, None, None, None, None, None, None, None, self.ptr(self.g.linear("/fault/")), float(a["fault.bias"].reshape(-1)[0]))
        w = self.g.linear("/tag/")
        lib.set_tags(self.m, w.shape[1], self.ptr(w), self.ptr(a["tag.bias"]))

    def run(self, names, inputs):
        x = np.ascontiguousarray(inputs["mixed"])
        b, t, _ = x.shape
        f, tags, p = np.empty((b, t), np.float32), np.empty((b, t, 4), np.int64), np.empty((b, t, 4), np.float32)
        self.lib.edit(self.m, x.ctypes.data, b, t, f.ctypes.data, tags.ctypes.data, p.ctypes.data)
        return [f, tags, p]
