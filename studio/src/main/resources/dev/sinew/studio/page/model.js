// One open model on one side of the view: its file as three.js reads it, drawn with the page's own skinning.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { lookMaterial } from './colours.js';
import { fileOf, methodData } from './files.js';
import { quaternionDot } from './linear3.js';
import { JointPose, TEXELS, writeSets } from './pose.js';
import { dataTexture, skinMaterial } from './skinning.js';

/** A primitive of a part as the page draws it. */
class Patch {
  constructor(part, source, binding) {
    this.part = part;
    this.source = source;
    this.first = binding.first;
    this.count = binding.count;
    this.geometry = shellOf(source.geometry);
    this.materials = [source.material].flat();
    this.mesh = new THREE.Mesh(this.geometry);
    this.mesh.frustumCulled = false;
    if (source.morphTargetInfluences) {
      this.mesh.morphTargetInfluences = source.morphTargetInfluences;
      this.mesh.morphTargetDictionary = source.morphTargetDictionary;
    }
  }

  /** Sets a value per vertex, of the rows of the part. */
  attribute(name, size, valueOf) {
    const values = new Float32Array(size * this.count);
    for (let v = 0; v < this.count; v++) valueOf(this.first + v, values, size * v);
    this.geometry.setAttribute(name, new THREE.BufferAttribute(values, size));
  }
}

/** Shares the attributes of a geometry, without three's own skinning. */
function shellOf(geometry) {
  const shell = new THREE.BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    if (!/^(skin|joints|weights|_)/i.test(name)) shell.setAttribute(name, attribute);
  }
  shell.setIndex(geometry.index);
  shell.morphAttributes = geometry.morphAttributes;
  shell.morphTargetsRelative = geometry.morphTargetsRelative;
  return shell;
}

/** A part: a mesh on a node, with the textures that its shader reads. */
class Part {
  constructor(data, joints, patches) {
    this.data = data;
    this.joints = joints;
    this.patches = patches;
    this.pose = new JointPose(data, joints);
  }

  /** Makes textures and attributes for a method from its data. */
  setMethod(method, data) {
    this.release();
    this.data = data;
    this.pose.part = data;
    // Animation space without coordinates of its own is linear blending.
    this.method = method === 'as' && !data.coordStart ? 'ssd' : method;
    this.texels = TEXELS[this.method];
    this.uniforms = {
      sinewInfluences: { value: influenceTexture(data) },
      sinewJoints: { value: dataTexture(this.texels * this.joints.length) },
    };
    for (const patch of this.patches) {
      patch.attribute('sinewRow', 2, (w, out, o) => {
        out[o] = data.rowStart[w];
        out[o + 1] = data.rowStart[w + 1] - data.rowStart[w];
      });
      if (data.centres) {
        patch.attribute('sinewCentre', 3, (w, out, o) => out.set(data.centres.subarray(3 * w, 3 * w + 3), o));
      }
    }
    if (this.method === 'as') this.setCoords(data);
    if (this.method === 'sbs') this.setSets(data);
  }

  setCoords(data) {
    const entries = data.coordJoint.length;
    const texture = dataTexture(2 * entries);
    for (let i = 0; i < entries; i++) {
      texture.image.data.set(data.coordValue.subarray(4 * i, 4 * i + 4), 8 * i);
      texture.image.data[8 * i + 4] = data.coordJoint[i];
    }
    this.uniforms.sinewCoords = { value: texture };
    for (const patch of this.patches) {
      patch.attribute('sinewCoordRow', 2, (w, out, o) => {
        out[o] = data.coordStart[w];
        out[o + 1] = data.coordStart[w + 1] - data.coordStart[w];
      });
    }
  }

  setSets(data) {
    const sets = data.setStart.length - 1;
    this.uniforms.sinewSetCount = { value: sets };
    this.uniforms.sinewSets = { value: dataTexture(sets + 2 * data.setJoint.length) };
    for (const patch of this.patches) {
      patch.attribute('sinewSet', 1, (w, out, o) => (out[o] = data.setOfPoint[w]));
    }
  }

  /** Writes the pose of the joints to the textures. */
  update() {
    const { sinewJoints, sinewSets } = this.uniforms;
    this.pose.write(this.method, sinewJoints.value.image.data);
    sinewJoints.value.needsUpdate = true;
    if (sinewSets) {
      writeSets(this.pose, sinewSets.value.image.data);
      sinewSets.value.needsUpdate = true;
    }
  }

  release() {
    for (const { value } of Object.values(this.uniforms ?? {})) value.dispose?.();
    for (const patch of this.patches) {
      patch.probe?.close();
      patch.probe = null;
    }
  }
}

function influenceTexture(data) {
  const texture = dataTexture(data.rowJoint.length);
  const out = texture.image.data;
  for (let i = 0; i < data.rowJoint.length; i++) {
    out[4 * i] = data.rowJoint[i];
    out[4 * i + 1] = data.rowWeight[i];
    out[4 * i + 2] = data.rowEndpoint ? data.rowEndpoint[i] : 0;
    out[4 * i + 3] = data.rowMember ? data.rowMember[i] : 0;
  }
  return texture;
}

/** A model in a scene of its own. */
export class Model {
  constructor(row, gltf) {
    this.row = row;
    this.id = row.id;
    this.gltf = gltf;
    this.parts = [];
    this.root = new THREE.Group();
    this.root.add(gltf.scene);
    this.drawn = new THREE.Group();
    this.root.add(this.drawn);
    this.mixer = new THREE.AnimationMixer(gltf.scene);
    this.skins = [];
    this.look = { colours: 'material', wireframe: false, normalMap: true, correctives: true, checker: null };
  }

  /** Opens a model of the server. */
  static async open(row, method, level = 0) {
    const buffer = await fileOf(row.id);
    const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
    const [gltf, data] = await Promise.all([
      loader.parseAsync(buffer.slice(0), ''),
      methodData(row.id, method, level),
    ]);
    gltf.animations.forEach(exactRotations);
    const model = new Model(row, gltf);
    await model.build(data, level);
    model.setData(method, data);
    model.pose(-1, 0);
    model.restBox = model.boxAtRest();
    return model;
  }

  async build(data, level) {
    const { parser } = this.gltf;
    this.level = level;
    for (const one of data.parts) {
      const holder = await this.node(one.node);
      const joints = await this.nodes(one.joints);
      const sources = primitivesOf(holder, parser.associations);
      const patches = one.primitives
        .filter((binding) => sources.has(binding.primitive))
        .map((binding) => new Patch(one, sources.get(binding.primitive), binding));
      this.parts.push(new Part(one, joints, patches));
    }
    // Meshes of three.js stay for their nodes only. Their layers hide them, not their children.
    this.gltf.scene.traverse((object) => object.isMesh && object.layers.disableAll());
    this.jointNodes = [...new Set(this.parts.flatMap((part) => (part.joints.length > 1 ? part.joints : [])))];
  }

  /** Returns the three.js object of a node of the file. */
  async node(index) {
    const object = await this.gltf.parser.getDependency('node', index);
    // Nodes of other levels, or joints outside the scene, move too.
    if (!hasAncestor(object, this.gltf.scene)) this.gltf.scene.add(topOf(object));
    return object;
  }

  nodes(indices) {
    return Promise.all(indices.map((index) => this.node(index)));
  }

  /** Returns the box of the linear blend in the current pose, which is the rest pose. */
  boxAtRest() {
    const box = new THREE.Box3();
    const at = new THREE.Vector3();
    for (const { data, pose, patches } of this.parts) {
      for (const { first, count, geometry } of patches) {
        const { position } = geometry.attributes;
        for (let v = 0; v < count; v++) {
          at.set(0, 0, 0);
          const [x, y, z] = [position.getX(v), position.getY(v), position.getZ(v)];
          for (let i = data.rowStart[first + v]; i < data.rowStart[first + v + 1]; i++) {
            const m = 12 * data.rowJoint[i];
            const row = (o) => pose.matrices[m + o] * x + pose.matrices[m + o + 1] * y
              + pose.matrices[m + o + 2] * z + pose.matrices[m + o + 3];
            at.x += data.rowWeight[i] * row(0);
            at.y += data.rowWeight[i] * row(4);
            at.z += data.rowWeight[i] * row(8);
          }
          box.expandByPoint(at);
        }
      }
    }
    return box;
  }

  get patches() {
    return this.parts.flatMap((part) => part.patches);
  }

  /** The triangles as wedges of all parts, in the order of their positions (readPositions). */
  get triangles() {
    const out = [];
    let start = 0;
    for (const { data, patches } of this.parts) {
      for (const { first, count, geometry } of patches) {
        const corners = geometry.index?.count ?? count;
        for (let c = 0; c < corners; c++) out.push(start + first + (geometry.index?.getX(c) ?? c));
      }
      start += data.rowStart.length - 1;
    }
    return out;
  }

  get clips() {
    return this.gltf.animations;
  }

  async setMethod(method) {
    this.setData(method, await methodData(this.id, method, this.level));
  }

  setData(method, data) {
    this.method = method;
    data.parts.forEach((part, i) => this.parts[i].setMethod(method, part));
    this.setLook({});
  }

  /** Changes how the surface is drawn. */
  setLook(change) {
    Object.assign(this.look, change);
    this.drawn.clear();
    for (const part of this.parts) {
      for (const patch of part.patches) {
        patch.drawnMaterials?.forEach((material) => material.dispose());
        patch.drawnMaterials = patch.materials.map((source) => this.materialOf(source, patch, part));
        patch.mesh.material = patch.drawnMaterials[0];
        this.drawn.add(patch.mesh);
      }
    }
  }

  materialOf(source, patch, part) {
    const made = lookMaterial(source, this.look);
    made.flatShading = !patch.geometry.attributes.normal;
    made.userData.side = made.side;
    return skinMaterial(made, part.method, part.texels, part.uniforms);
  }

  /** Puts the model into a clip at a time; clip −1 is the rest pose. */
  pose(clip, time) {
    if (clip !== this.clip) {
      this.mixer.stopAllAction();
      this.clip = clip;
      if (clip >= 0 && this.clips[clip]) {
        const action = this.mixer.clipAction(this.clips[clip]).reset().setLoop(THREE.LoopOnce);
        action.clampWhenFinished = true;
        action.play();
      }
    }
    if (clip >= 0 && this.clips[clip]) {
      const action = this.mixer.existingAction(this.clips[clip]);
      action.paused = false;
      action.enabled = true;
      action.time = Math.min(time, this.clips[clip].duration);
      this.mixer.update(0);
    }
    this.root.updateMatrixWorld(true);
    for (const part of this.parts) {
      part.update();
      this.face(part);
    }
    this.correct();
  }

  /** A part that its node mirrors shows the backs of its triangles. */
  face(part) {
    const mirrored = part.joints.length === 1 && part.joints[0].matrixWorld.determinant() < 0;
    for (const { drawnMaterials } of part.patches) {
      for (const material of drawnMaterials) {
        const own = material.userData.side;
        const side = mirrored && own === THREE.FrontSide ? THREE.BackSide : own;
        if (material.side !== side) {
          material.side = side;
          material.needsUpdate = true;
        }
      }
    }
  }

  /** Morph targets are correctives; they can be switched off. */
  correct() {
    for (const { mesh, source } of this.patches) {
      if (!source.morphTargetInfluences) continue;
      mesh.morphTargetInfluences = this.look.correctives
        ? source.morphTargetInfluences
        : source.morphTargetInfluences.map(() => 0);
    }
  }

  get hasMorphs() {
    return this.patches.some(({ source }) => source.morphTargetInfluences);
  }

  get materials() {
    return [...new Set(this.patches.flatMap((patch) => patch.materials))];
  }

  /** Returns the material of a primitive of a mesh of the file. */
  material(mesh, primitive) {
    const { associations } = this.gltf.parser;
    const found = this.patches.find(({ source }) => {
      const place = associations.get(source);
      return place?.meshes === mesh && (place.primitives ?? 0) === primitive;
    });
    return found?.materials[0] ?? new THREE.MeshStandardMaterial({ color: 0xb8bcc4 });
  }

  close() {
    for (const part of this.parts) part.release();
    for (const { geometry, drawnMaterials } of this.patches) {
      geometry.dispose();
      drawnMaterials?.forEach((material) => material.dispose());
    }
    for (const material of this.materials) {
      Object.values(material).forEach((value) => value?.isTexture && value.dispose());
      material.dispose();
    }
  }
}

/** Rotations between keys, on the great circle also where three.js would take the chord. */
class GreatCircle extends THREE.Interpolant {
  interpolate_(i, t0, t, t1) {
    const { sampleValues: q, resultBuffer: out } = this;
    const [a, b] = [4 * (i - 1), 4 * i];
    const dot = quaternionDot(q, a, b);
    const angle = Math.acos(Math.min(1, Math.abs(dot)));
    const share = (t - t0) / (t1 - t0);
    const near = angle < 1e-6;
    const from = near ? 1 - share : Math.sin((1 - share) * angle) / Math.sin(angle);
    const to = (dot < 0 ? -1 : 1) * (near ? share : Math.sin(share * angle) / Math.sin(angle));
    for (let c = 0; c < 4; c++) out[c] = from * q[a + c] + to * q[b + c];
    return out;
  }
}

function exactRotations({ tracks }) {
  for (const track of tracks) {
    if (track.ValueTypeName === 'quaternion' && track.getInterpolation() === THREE.InterpolateLinear) {
      track.createInterpolant = (result) => new GreatCircle(track.times, track.values, 4, result);
    }
  }
}

function hasAncestor(object, root) {
  for (let at = object; at; at = at.parent) if (at === root) return true;
  return false;
}

function topOf(object) {
  let at = object;
  while (at.parent) at = at.parent;
  return at;
}

/** Returns the meshes of a node by their primitive. */
function primitivesOf(holder, associations) {
  const out = new Map();
  const visit = (object) => {
    const place = associations.get(object);
    if (object.isMesh) out.set(place?.primitives ?? 0, object);
    for (const child of object.children) {
      const other = associations.get(child);
      if (other?.nodes === undefined) visit(child);
    }
  };
  visit(holder);
  return out;
}
