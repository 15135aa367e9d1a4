// Levels of detail in animation space, drawn as instances and blended into each other (Merry's thesis
// "Animation Space", 2007, sections 7.2 to 7.4).
import * as THREE from 'three';
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

/** Returns the error that shows as a number of pixels at a depth: 2 p d sin θ / w (equation 7.2). */
export function allowedError(camera, width, depth, pixels) {
  const vertical = THREE.MathUtils.degToRad(camera.fov / 2);
  const horizontal = Math.atan(Math.tan(vertical) * camera.aspect);
  return (2 * pixels * depth * Math.sin(horizontal)) / width;
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
    geometry.setIndex(new THREE.BufferAttribute(data.index, 1));
    data.groups.forEach(({ start, count }, i) => geometry.addGroup(start, count, i));
    this.place = new THREE.InstancedBufferAttribute(new Float32Array(4 * most), 4).setUsage(THREE.DynamicDrawUsage);
    this.state = new THREE.InstancedBufferAttribute(new Float32Array(2 * most), 2).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute('sinewPlace', this.place);
    geometry.setAttribute('sinewState', this.state);
    this.mesh = new THREE.Mesh(geometry, data.groups.map((one) => this.material(one)));
    this.mesh.frustumCulled = false;
    this.count = 0;
  }

  material({ mesh, primitive }) {
    const made = this.set.materialOf(mesh, primitive).clone();
    made.flatShading = !this.data.normal;
    made.vertexColors = Boolean(this.data.colour);
    if (!this.set.normalMap) made.normalMap = null;
    if (this.set.wireframe) made.wireframe = true;
    return levelMaterial(made, this.set.uniforms, Boolean(this.data.uv));
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
   */
  constructor(pack, materialOf, most, { normalMap = true, wireframe = false } = {}) {
    this.pack = pack;
    this.materialOf = materialOf;
    this.normalMap = normalMap;
    this.wireframe = wireframe;
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
