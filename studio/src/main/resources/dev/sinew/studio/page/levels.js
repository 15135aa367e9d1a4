// Levels of detail in animation space, drawn as instances and blended into each other (Merry's thesis
// "Animation Space", 2007, sections 7.2 to 7.4).
import * as THREE from 'three';
import { lookMaterial } from './colours.js';
import { multiplyNode } from './linear3.js';
import { dataTexture, levelMaterial } from './skinning.js';

/** Chooses a level, with a fraction, by the allowed errors from which levels are drawn (LevelChoice of the library). */
export class LevelChoice {
  constructor(levels) {
    this.starts = levels.map(({ start }) => start);
  }

  /** Returns the coarsest level whose error is allowed: its finer neighbour and the share of the next. */
  within(allowed) {
    const { starts } = this;
    let fine = starts.length - 1;
    while (starts[fine] > allowed) fine--;
    const share = fine === starts.length - 1 ? 0 : (allowed - starts[fine]) / (starts[fine + 1] - starts[fine]);
    return { fine, share };
  }
}

/** Returns the error that shows as at most a number of pixels at a depth, as PerspectiveView does. */
export function allowedError(camera, width, depth, pixels) {
  const vertical = Math.tan(THREE.MathUtils.degToRad(camera.fov / 2));
  const horizontal = vertical * camera.aspect;
  const secant = Math.hypot(1, horizontal, vertical);
  return (pixels * depth) / ((width / 2 / horizontal) * secant + pixels);
}

/** One level: its geometry with room for instances. */
class Level {
  constructor(set, data, most) {
    this.data = data;
    this.set = set;
    this.triangles = data.triangles;
    this.influences = data.influences;
    const geometry = new THREE.InstancedBufferGeometry();
    this.geometry = geometry;
    const rows = (name, list) => {
      const out = new Float32Array(2 * data.row.length);
      for (let w = 0; list && w < list.length; w++) {
        out[2 * w] = set.pack.rowStart[list[w]];
        out[2 * w + 1] = set.pack.rowStart[list[w] + 1] - set.pack.rowStart[list[w]];
      }
      geometry.setAttribute(name, new THREE.BufferAttribute(out, 2));
    };
    rows('sinewRow', data.row);
    rows('sinewTarget', data.targetRow);
    const values = (name, list, size) => list && geometry.setAttribute(name, new THREE.BufferAttribute(list, size));
    values('normal', data.normal, 3);
    values('sinewTargetNormal', data.targetNormal ?? data.normal, 3);
    values('uv', data.uv, 2);
    values('sinewTargetUv', data.targetUv ?? data.uv, 2);
    values('color', data.colour, data.colourSize);
    this.ownColour = geometry.attributes.color;
    geometry.setIndex(new THREE.BufferAttribute(data.index, 1));
    data.groups.forEach(({ start, count }, i) => geometry.addGroup(start, count, i));
    this.place = new THREE.InstancedBufferAttribute(new Float32Array(4 * most), 4).setUsage(THREE.DynamicDrawUsage);
    this.state = new THREE.InstancedBufferAttribute(new Float32Array(2 * most), 2).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute('sinewPlace', this.place);
    geometry.setAttribute('sinewState', this.state);
    this.mesh = new THREE.Mesh(geometry, []);
    this.setMaterials();
    this.mesh.frustumCulled = false;
    this.count = 0;
  }

  /** Makes materials for the look of the set. */
  setMaterials() {
    this.mesh.material.forEach((material) => material.dispose());
    this.mesh.material = this.data.groups.map((one) => this.material(one));
  }

  material({ mesh, primitive }) {
    const { look } = this.set;
    const made = lookMaterial(this.set.materialOf(mesh, primitive), look);
    made.flatShading = !this.data.normal;
    if ((look.colours ?? 'material') === 'material') made.vertexColors = Boolean(this.data.colour);
    return levelMaterial(made, this.set.uniforms, Boolean(this.data.uv));
  }

  /** The level as colours are painted on it, in the form of a part of a model. */
  part(joints) {
    return { data: this.weights, joints, patches: [this] };
  }

  /** Influences and their weights per vertex; a weight is the last of an influence's coordinates. */
  get weights() {
    if (this.ownWeights) return this.ownWeights;
    const { rowStart, rowJoint, rowValue } = this.set.pack;
    const [start, joint, weight] = [[0], [], []];
    for (const row of this.data.row) {
      for (let i = rowStart[row]; i < rowStart[row + 1]; i++) {
        joint.push(rowJoint[i]);
        weight.push(rowValue[4 * i + 3]);
      }
      start.push(joint.length);
    }
    this.ownWeights = { rowStart: start, rowJoint: joint, rowWeight: weight };
    return this.ownWeights;
  }

  /** Sets a value per vertex, as a patch of a model does. */
  attribute(name, size, valueOf) {
    const values = new Float32Array(size * this.data.row.length);
    for (let w = 0; w < this.data.row.length; w++) valueOf(w, values, size * w);
    this.geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
  }

  /** What `unpaint` puts back. */
  get source() {
    return { geometry: { attributes: { color: this.ownColour } } };
  }

  /** Returns x, y, z of every vertex in the only frame, a share of the way to the next level. */
  positions(share) {
    const { row, targetRow } = this.data;
    const out = new Float32Array(3 * row.length);
    for (let w = 0; w < row.length; w++) {
      this.set.addPoint(row[w], targetRow ? 1 - share : 1, out, 3 * w);
      if (targetRow && share > 0) this.set.addPoint(targetRow[w], share, out, 3 * w);
    }
    return out;
  }

  add(share, x, z, cos, sin, frame) {
    const i = this.count++;
    const place = this.place.array;
    place[4 * i] = x;
    place[4 * i + 1] = z;
    place[4 * i + 2] = cos;
    place[4 * i + 3] = sin;
    this.state.array[2 * i] = frame;
    this.state.array[2 * i + 1] = this.data.targetRow ? share : 0;
  }

  end() {
    this.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
    for (const attribute of [this.place, this.state]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, attribute.itemSize * this.count);
      attribute.needsUpdate = this.count > 0;
    }
  }

  close() {
    this.geometry.dispose();
    this.mesh.material.forEach((material) => material.dispose());
  }
}

/** The levels of a character. */
export class LevelSet {
  /**
   * @param pack the server's data (LevelPack)
   * @param materialOf returns the material of a primitive of the file
   * @param most the largest number of instances
   * @param look how surfaces are drawn (lookMaterial)
   */
  constructor(pack, materialOf, most, look = {}) {
    this.pack = pack;
    this.materialOf = materialOf;
    this.look = look;
    this.bones = pack.joints.length;
    this.uniforms = {
      sinewRowsOf: { value: this.rowTexture() },
      sinewFrames: { value: this.frameTexture(pack.matrices ?? new Float32Array(12 * this.bones)) },
    };
    this.choice = new LevelChoice(pack.levels);
    this.levels = pack.levels.map((data) => new Level(this, data, most));
    this.root = new THREE.Group();
    this.root.add(...this.levels.map(({ mesh }) => mesh));
  }

  setLook(look) {
    this.look = look;
    this.levels.forEach((level) => level.setMaterials());
  }

  /** Adds a share of the point of a row of coordinates in the only frame: Σ G_j p_j. */
  addPoint(row, share, out, at) {
    const { rowStart, rowJoint, rowValue } = this.pack;
    const matrices = this.uniforms.sinewFrames.value.image.data;
    for (let i = rowStart[row]; i < rowStart[row + 1]; i++) {
      for (let c = 0; c < 3; c++) {
        const m = 12 * rowJoint[i] + 4 * c;
        for (let k = 0; k < 4; k++) out[at + c] += share * matrices[m + k] * rowValue[4 * i + k];
      }
    }
  }

  rowTexture() {
    const { rowJoint, rowValue } = this.pack;
    const texture = dataTexture(2 * rowJoint.length);
    for (let i = 0; i < rowJoint.length; i++) {
      texture.image.data.set(rowValue.subarray(4 * i, 4 * i + 4), 8 * i);
      texture.image.data[8 * i + 4] = rowJoint[i];
    }
    return texture;
  }

  /** A row of texels per frame: the three rows of every bone's matrix. */
  frameTexture(matrices) {
    const width = 3 * this.bones;
    const texture = new THREE.DataTexture(
      matrices, width, matrices.length / (4 * width), THREE.RGBAFormat, THREE.FloatType);
    texture.needsUpdate = true;
    return texture;
  }

  /** Keeps one frame, which `pose` sets, instead of those of the clips. */
  keepOneFrame() {
    const { sinewFrames } = this.uniforms;
    sinewFrames.value.dispose();
    sinewFrames.value = this.frameTexture(new Float32Array(12 * this.bones));
  }

  /** Sets the only frame from the nodes of a model. */
  pose(nodes) {
    const { image } = this.uniforms.sinewFrames.value;
    nodes.forEach((node, b) => multiplyNode(node.matrixWorld.elements, this.pack.inverseBinds, 12 * b, image.data, 12 * b));
    this.uniforms.sinewFrames.value.needsUpdate = true;
  }

  begin() {
    for (const level of this.levels) level.count = 0;
  }

  end() {
    for (const level of this.levels) level.end();
  }

  close() {
    this.levels.forEach((level) => level.close());
    Object.values(this.uniforms).forEach(({ value }) => value.dispose());
  }
}
