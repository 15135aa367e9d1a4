// Makes streams.txt: node make-streams.mjs streams.txt, with the npm package meshoptimizer 1.3.0.
// Everything random comes from one fixed seed.
import { MeshoptEncoder as E, MeshoptDecoder as D } from 'meshoptimizer';
import { writeFileSync } from 'fs';
import { deflateRawSync } from 'zlib';
await E.ready; await D.ready;
let seed = 12345;
const rnd = () => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return seed / 4294967296; };
const out = [];
function add(name, src, count, stride, mode, filter, version) {
  const enc = mode === 'ATTRIBUTES' ? E.encodeVertexBufferLevel(src, count, stride, 3, version) : E.encodeGltfBuffer(src, count, stride, mode);
  const dec = new Uint8Array(count * stride);
  D.decodeGltfBuffer(dec, count, stride, enc, mode, filter);
  if (filter === 'NONE' && mode !== 'TRIANGLES') for (let i = 0; i < dec.length; i++) if (dec[i] !== src[i]) throw new Error(name);
  out.push([name, mode, filter, count, stride, Buffer.from(enc).toString('base64'), deflateRawSync(dec, { level: 9 }).toString('base64')].join(' '));
}
const bytes = (a) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
function smooth(count, stride, kind) { // some channels constant, some slowly varying, some noise
  const b = new Uint8Array(count * stride); const v = new Float64Array(stride / 2);
  for (let i = 0; i < count; i++) for (let k = 0; k < stride / 2; k++) {
    const step = [0, 1.2, 30, 3000, 65536][(k + kind) % 5];
    v[k] += (rnd() - 0.5) * step; const q = Math.round(v[k]) & 0xffff;
    b[i * stride + 2 * k] = q & 255; b[i * stride + 2 * k + 1] = q >> 8;
  }
  return b;
}
function floats(count, n) {
  const f = new Float32Array(count * n);
  for (let i = 0; i < count; i++) for (let k = 0; k < n; k++) f[i * n + k] = Math.sin(i * 0.1 + k) * (k + 1) + rnd() * 0.001;
  return f;
}
for (const version of [0, 1]) {
  const v = 'v' + version;
  add('one-' + v, smooth(1, 4, 4), 1, 4, 'ATTRIBUTES', 'NONE', version);
  add('short-' + v, smooth(17, 8, 0), 17, 8, 'ATTRIBUTES', 'NONE', version);
  add('wide-' + v, smooth(19, 28, 1), 19, 28, 'ATTRIBUTES', 'NONE', version);
  add('widest-' + v, smooth(20, 256, 0).map((x, i) => (i % 256 > 8 ? 7 : x)), 20, 256, 'ATTRIBUTES', 'NONE', version);
  add('several-blocks-' + v, smooth(270, 4, 1), 270, 4, 'ATTRIBUTES', 'NONE', version);
  add('floats-' + v, bytes(floats(20, 3)), 20, 12, 'ATTRIBUTES', 'NONE', version);
  add('constant-' + v, new Uint8Array(700 * 4).fill(9), 700, 4, 'ATTRIBUTES', 'NONE', version);
}
// Fields of 10 bits of which the low ones change: what differences by exclusive or are for.
const fields = new Uint32Array(120);
for (let i = 0; i < 40; i++) for (let k = 0; k < 3; k++) fields[3 * i + k] = 0x2a5f3c71 ^ [(rnd() * 16) << 10, ((rnd() * 4) << 30) | ((rnd() * 4) << 14), (rnd() * 2) << 21][k];
add('bit-fields', bytes(fields), 40, 12, 'ATTRIBUTES', 'NONE', 1);
function gridTriangles(n, m, Type) {
  const t = [];
  for (let j = 0; j < m; j++) for (let i = 0; i < n; i++) { const a = j * (n + 1) + i; t.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1); }
  return Type.from(t);
}
const ordered = (t) => { const c = t.slice(); const [remap] = E.reorderMesh(c, true, true); return c.map((x) => remap[x]); };
const g = gridTriangles(6, 5, Uint32Array);
add('grid', bytes(g), g.length, 4, 'TRIANGLES', 'NONE');
const go = ordered(g);
add('grid-ordered', bytes(go), go.length, 4, 'TRIANGLES', 'NONE');
const go16 = Uint16Array.from(go);
add('grid-ordered-16', bytes(go16), go16.length, 2, 'TRIANGLES', 'NONE');
const rt = Uint32Array.from({ length: 45 }, () => Math.floor(rnd() * 100000));
add('random', bytes(rt), rt.length, 4, 'TRIANGLES', 'NONE');
const twice = Uint32Array.from([...ordered(gridTriangles(3, 3, Uint32Array)), ...ordered(gridTriangles(2, 4, Uint32Array))]);
add('two-lists', bytes(twice), twice.length, 4, 'TRIANGLES', 'NONE');
const near = []; for (let i = 0; i < 20; i++) { const b = 50 + i * 2 + Math.floor(rnd() * 3); near.push(b, b + 1, b + 2, b + 1, b, b + 3 + Math.floor(rnd() * 9)); }
const nt = Uint32Array.from(near);
add('fans', bytes(nt), nt.length, 4, 'TRIANGLES', 'NONE');
add('none', new Uint8Array(0), 0, 4, 'TRIANGLES', 'NONE');
const seq = Uint32Array.from({ length: 40 }, (_, i) => (i % 2 ? 1000000 + i : 3 * i) + Math.floor(rnd() * 3));
add('bimodal', bytes(seq), seq.length, 4, 'INDICES', 'NONE');
const seq16 = Uint16Array.from({ length: 33 }, () => Math.floor(rnd() * 65536));
add('random-16', bytes(seq16), seq16.length, 2, 'INDICES', 'NONE');
function units(count, n) {
  const f = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    let l = 0; for (let k = 0; k < n; k++) { f[4 * i + k] = rnd() * 2 - 1; l += f[4 * i + k] ** 2; }
    for (let k = 0; k < n; k++) f[4 * i + k] /= Math.sqrt(l);
    if (n === 3) f[4 * i + 3] = i % 2 ? 1 : -1;
  }
  return f;
}
for (const [stride, bits] of [[4, 8], [4, 5], [8, 16], [8, 10], [8, 12]]) add('oct-' + bits, E.encodeFilterOct(units(18, 3), 18, stride, bits), 18, stride, 'ATTRIBUTES', 'OCTAHEDRAL', bits % 3 ? 1 : 0);
for (const bits of [16, 12, 8, 4]) add('quat-' + bits, E.encodeFilterQuat(units(18, 4), 18, 8, bits), 18, 8, 'ATTRIBUTES', 'QUATERNION', bits % 8 ? 1 : 0);
for (const [bits, m] of [[24, 'Separate'], [15, 'SharedVector'], [8, 'SharedComponent']]) add('exp-' + bits, E.encodeFilterExp(floats(18, 3).map((x, i) => (i % 11 ? x : x * 1e-20)), 18, 12, bits, m), 18, 12, 'ATTRIBUTES', 'EXPONENTIAL', bits % 2);
const cols = new Float32Array(72).map(() => rnd());
for (const [stride, bits] of [[4, 8], [4, 6], [8, 16], [8, 12]]) add('color-' + bits, E.encodeFilterColor(cols, 18, stride, bits), 18, stride, 'ATTRIBUTES', 'COLOR', 1);
writeFileSync(process.argv[2], out.join('\n') + '\n');
