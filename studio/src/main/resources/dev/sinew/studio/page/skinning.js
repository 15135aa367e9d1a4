// The skinning models in the vertex shader. Influences, any number per vertex, and the values per pose
// and joint come from float textures (Merry's thesis "Animation Space", 2007, section 7.4.3). Materials
// of three.js keep all else: only the places where they skin are replaced.
import * as THREE from 'three';

/** Texels per row of a data texture. */
const WIDTH = 1024;

/** Returns a float texture for a number of texels of four values. */
export function dataTexture(texels) {
  const height = Math.max(1, Math.ceil(texels / WIDTH));
  const data = new Float32Array(4 * WIDTH * height);
  const texture = new THREE.DataTexture(data, WIDTH, height, THREE.RGBAFormat, THREE.FloatType);
  texture.needsUpdate = true;
  return texture;
}

const TEXEL = /* glsl */ `
vec4 sinewTexel(highp sampler2D data, int at) {
  return texelFetch(data, ivec2(at & ${WIDTH - 1}, at >> ${Math.log2(WIDTH)}), 0);
}`;

/**
 * Every model maps a rest position v to linear (v − centre) + moved; normals follow the cofactors of the
 * linear part, which keeps them on the side of the triangle's corners.
 */
const MOTION = /* glsl */ `
mat3 sinewLinear;
vec3 sinewCentreOf;
vec3 sinewMoved;
mat3 sinewRows(vec3 a, vec3 b, vec3 c) { return transpose(mat3(a, b, c)); }
vec3 sinewTurn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
mat3 sinewTurn(vec4 q) {
  return mat3(sinewTurn(q, vec3(1, 0, 0)), sinewTurn(q, vec3(0, 1, 0)), sinewTurn(q, vec3(0, 0, 1)));
}
mat3 sinewStretch(vec4 a, vec2 b) { return mat3(a.x, a.y, a.z, a.y, a.w, b.x, a.z, b.x, b.y); }
vec3 sinewPosition(vec3 v) { return sinewLinear * (v - sinewCentreOf) + sinewMoved; }
vec3 sinewNormal(vec3 n) {
  mat3 m = sinewLinear;
  return mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1])) * n;
}`;

const INFLUENCES = /* glsl */ `
uniform highp sampler2D sinewInfluences;
uniform highp sampler2D sinewJoints;
attribute vec2 sinewRow;`;

/** Twice the dual part of the motion that maps the centre to t and turns by q: t times q. */
const DUAL = /* glsl */ `
vec4 sinewDual(vec4 q, vec3 t) { return vec4(q.w * t + cross(t, q.xyz), -dot(t, q.xyz)); }
void sinewMove(vec4 sum, vec4 dual, mat3 stretch, vec3 centre) {
  float scale = 1.0 / length(sum);
  vec4 q = scale * sum;
  sinewLinear = sinewTurn(q) * stretch;
  sinewCentreOf = centre;
  sinewMoved = scale * (q.w * dual.xyz - dual.w * q.xyz + cross(q.xyz, dual.xyz));
}`;

/**
 * Cosine and sine of an angle within ±π, to single precision: the built-in functions may be off by 2^-11, more
 * than the tolerance of positions. A quarter of the angle by its series, then doubled twice.
 */
const COS_SIN = /* glsl */ `
vec2 sinewCosSin(float angle) {
  float x = 0.25 * angle, y = x * x;
  vec2 t = vec2(1.0 - y * (1.0 / 2.0 - y * (1.0 / 24.0 - y * (1.0 / 720.0 - y / 40320.0))),
      x * (1.0 - y * (1.0 / 6.0 - y * (1.0 / 120.0 - y * (1.0 / 5040.0 - y / 362880.0)))));
  t = vec2(t.x * t.x - t.y * t.y, 2.0 * t.x * t.y);
  return vec2(t.x * t.x - t.y * t.y, 2.0 * t.x * t.y);
}`;

const LINEAR_SUM = /* glsl */ `
  vec4 r0 = vec4(0), r1 = vec4(0), r2 = vec4(0);
  for (int i = 0; i < int(sinewRow.y); i++) {
    vec4 one = sinewTexel(sinewInfluences, int(sinewRow.x) + i);
    int j = SINEW_TEXELS * int(one.x);
    r0 += one.y * sinewTexel(sinewJoints, j);
    r1 += one.y * sinewTexel(sinewJoints, j + 1);
    r2 += one.y * sinewTexel(sinewJoints, j + 2);
  }
  sinewLinear = sinewRows(r0.xyz, r1.xyz, r2.xyz);
  sinewCentreOf = vec3(0);
  sinewMoved = vec3(r0.w, r1.w, r2.w);`;

const MODELS = {
  // v = Σ w_j M_j v̂
  ssd: INFLUENCES + `void sinewSkin() {${LINEAR_SUM}}`,

  // v = Σ G_j p_j; the linear blend beside it turns the normals.
  as: `${INFLUENCES}
uniform highp sampler2D sinewCoords;
attribute vec2 sinewCoordRow;
void sinewSkin() {${LINEAR_SUM}
  if (sinewCoordRow.y > 0.0) {
    sinewMoved = vec3(0);
    for (int i = 0; i < int(sinewCoordRow.y); i++) {
      int at = 2 * (int(sinewCoordRow.x) + i);
      int j = SINEW_TEXELS * int(sinewTexel(sinewCoords, at + 1).x) + 3;
      vec4 p = sinewTexel(sinewCoords, at);
      sinewMoved += vec3(dot(sinewTexel(sinewJoints, j), p), dot(sinewTexel(sinewJoints, j + 1), p),
          dot(sinewTexel(sinewJoints, j + 2), p));
    }
    sinewCentreOf = position;
  }
}`,

  // Dual quaternions with the stretch split off: DualQuaternionBlend.
  dqs: `${INFLUENCES}${DUAL}
attribute vec3 sinewCentre;
void sinewSkin() {
  vec4 q = vec4(0), dual = vec4(0), pivot = vec4(0), s0 = vec4(0);
  vec2 s1 = vec2(0);
  for (int i = 0; i < int(sinewRow.y); i++) {
    vec4 one = sinewTexel(sinewInfluences, int(sinewRow.x) + i);
    int j = SINEW_TEXELS * int(one.x);
    vec4 turn = sinewTexel(sinewJoints, j + 3);
    vec4 at = vec4(sinewCentre, 1);
    vec3 moved = vec3(dot(sinewTexel(sinewJoints, j), at), dot(sinewTexel(sinewJoints, j + 1), at),
        dot(sinewTexel(sinewJoints, j + 2), at));
    s0 += one.y * sinewTexel(sinewJoints, j + 4);
    s1 += one.y * sinewTexel(sinewJoints, j + 5).xy;
    if (i == 0) pivot = turn;
    float weight = dot(pivot, turn) < -1e-6 ? -one.y : one.y;
    q += weight * turn;
    dual += weight * sinewDual(turn, moved);
  }
  sinewMove(q, dual, sinewStretch(s0, s1), sinewCentre);
}`,

  // Quaternions about a centre per set of joints: SphericalBlend.
  sbs: `${INFLUENCES}
uniform highp sampler2D sinewSets;
uniform int sinewSetCount;
attribute float sinewSet;
void sinewSkin() {
  vec4 q = vec4(0), heaviest = vec4(0), s0 = vec4(0);
  vec2 s1 = vec2(0);
  sinewMoved = vec3(0);
  for (int i = 0; i < int(sinewRow.y); i++) {
    vec4 one = sinewTexel(sinewInfluences, int(sinewRow.x) + i);
    int j = SINEW_TEXELS * int(one.x);
    int member = sinewSetCount + 2 * int(one.w);
    vec4 turn = sinewTexel(sinewSets, member);
    if (i == 0) heaviest = turn;
    q += one.y * turn;
    sinewMoved += one.y * sinewTexel(sinewSets, member + 1).xyz;
    s0 += one.y * sinewTexel(sinewJoints, j);
    s1 += one.y * sinewTexel(sinewJoints, j + 1).xy;
  }
  float size = length(q);
  q = size < 1e-6 ? heaviest : q / size;
  sinewLinear = sinewTurn(q) * sinewStretch(s0, s1);
  sinewCentreOf = sinewTexel(sinewSets, int(sinewSet)).xyz;
}`,

  // Stretch and twist along the bones over dual quaternions: StretchTwist, BoneFrames.
  stbs: `${INFLUENCES}${DUAL}${COS_SIN}
attribute vec3 sinewCentre;
void sinewSkin() {
  vec4 q = vec4(0), dual = vec4(0), pivot = vec4(0);
  mat3 stretch = mat3(0);
  for (int i = 0; i < int(sinewRow.y); i++) {
    vec4 one = sinewTexel(sinewInfluences, int(sinewRow.x) + i);
    int j = SINEW_TEXELS * int(one.x);
    float half_ = one.z * sinewTexel(sinewJoints, j + 11).x;
    vec2 turned = sinewCosSin(half_);
    float ch = turned.x, sh = turned.y;
    vec4 turn = ch * sinewTexel(sinewJoints, j + 9) + sh * sinewTexel(sinewJoints, j + 10);
    float c = ch * ch - sh * sh, s = 2.0 * ch * sh;
    vec4 c0 = sinewTexel(sinewJoints, j), c1 = sinewTexel(sinewJoints, j + 1), c2 = sinewTexel(sinewJoints, j + 2);
    vec4 a0 = sinewTexel(sinewJoints, j + 3), a1 = sinewTexel(sinewJoints, j + 4), a2 = sinewTexel(sinewJoints, j + 5);
    vec4 b0 = sinewTexel(sinewJoints, j + 6), b1 = sinewTexel(sinewJoints, j + 7), b2 = sinewTexel(sinewJoints, j + 8);
    mat3 n = sinewRows(c0.xyz + c * a0.xyz + s * b0.xyz, c1.xyz + c * a1.xyz + s * b1.xyz,
        c2.xyz + c * a2.xyz + s * b2.xyz);
    stretch += one.y * transpose(sinewTurn(turn)) * n;
    vec3 moved = n * (sinewCentre - vec3(b0.w, b1.w, b2.w)) + vec3(c0.w, c1.w, c2.w)
        + one.z * vec3(a0.w, a1.w, a2.w);
    if (i == 0) pivot = turn;
    float weight = dot(pivot, turn) < -1e-6 ? -one.y : one.y;
    q += weight * turn;
    dual += weight * sinewDual(turn, moved);
  }
  sinewMove(q, dual, stretch, sinewCentre);
}`,
};

/**
 * A level in animation space between two levels (equation 7.1), instanced: the bones' matrices of a frame
 * are a row of a texture, the rows of a vertex and of its target are rows of one list of coordinates.
 */
export const LEVEL_MODEL = /* glsl */ `
uniform highp sampler2D sinewRowsOf;
uniform highp sampler2D sinewFrames;
attribute vec2 sinewRow;
attribute vec2 sinewTarget;
attribute vec3 sinewTargetNormal;
attribute vec4 sinewPlace;
attribute vec2 sinewState;
vec3 sinewAt;
void sinewAdd(vec2 row, float share, int frame, inout vec3 at, inout vec3 l0, inout vec3 l1, inout vec3 l2) {
  for (int i = 0; i < int(row.y); i++) {
    int entry = 2 * (int(row.x) + i);
    vec4 p = share * sinewTexel(sinewRowsOf, entry);
    int j = 3 * int(sinewTexel(sinewRowsOf, entry + 1).x);
    vec4 r0 = texelFetch(sinewFrames, ivec2(j, frame), 0);
    vec4 r1 = texelFetch(sinewFrames, ivec2(j + 1, frame), 0);
    vec4 r2 = texelFetch(sinewFrames, ivec2(j + 2, frame), 0);
    at += vec3(dot(r0, p), dot(r1, p), dot(r2, p));
    l0 += p.w * r0.xyz;
    l1 += p.w * r1.xyz;
    l2 += p.w * r2.xyz;
  }
}
void sinewSkin() {
  vec3 at = vec3(0), l0 = vec3(0), l1 = vec3(0), l2 = vec3(0);
  int frame = int(sinewState.x);
  float share = sinewState.y;
  sinewAdd(sinewRow, 1.0 - share, frame, at, l0, l1, l2);
  if (share > 0.0) sinewAdd(sinewTarget, share, frame, at, l0, l1, l2);
  // The place of the instance: a turn about y, a scale of 1 and a shift.
  mat3 turn = mat3(sinewPlace.z, 0, -sinewPlace.w, 0, 1, 0, sinewPlace.w, 0, sinewPlace.z);
  sinewLinear = turn * sinewRows(l0, l1, l2);
  sinewCentreOf = vec3(0);
  sinewAt = turn * at + vec3(sinewPlace.x, 0, sinewPlace.y);
}
vec3 sinewLevelNormal(vec3 n) { return sinewNormal(mix(n, sinewTargetNormal, sinewState.y)); }`;

/** Makes a material skin its vertices by a method; uniforms are shared with the caller. */
export function skinMaterial(material, method, texels, uniforms) {
  return patch(material, `skin-${method}`, uniforms,
    `#define SINEW_TEXELS ${texels}\n${TEXEL}${MOTION}${MODELS[method]}`,
    'transformed = sinewPosition(transformed);', 'sinewNormal');
}

/** Makes a material draw instances of a level. */
export function levelMaterial(material, uniforms, hasUv) {
  const uv = hasUv
    ? 'attribute vec2 sinewTargetUv; vec2 sinewUv; void sinewMoveUv() { sinewUv = mix(uv, sinewTargetUv, sinewState.y); }\n#define uv sinewUv\n'
    : 'void sinewMoveUv() {}\n';
  return patch(material, `level-${hasUv}`, uniforms, `${TEXEL}${MOTION}${LEVEL_MODEL}\n${uv}`,
    'transformed = sinewAt;', 'sinewLevelNormal', 'sinewMoveUv();');
}

function patch(material, key, uniforms, declarations, position, normal, also = '') {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', `${declarations}\nvoid main() {\n  sinewSkin();\n  ${also}`)
      .replace('#include <skinbase_vertex>', '')
      .replace('#include <skinnormal_vertex>', `objectNormal = ${normal}(objectNormal);
#ifdef USE_TANGENT
  objectTangent = sinewLinear * objectTangent;
#endif`)
      .replace('#include <skinning_vertex>', position);
  };
  material.customProgramCacheKey = () => key;
  return material;
}
