// Runs in the browser: opens a file with three.js, plays its clips, examines vertices and pictures.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { showLevels } from './levels.mjs';

const SIDE = 240;
const FRAMES = 5;
const FIELD_OF_VIEW = 40;
/** Colours that differ by less are equal. */
const MIN_DIFFERENCE = 6;

const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(SIDE, SIDE);
renderer.setClearColor(0x8899aa);
document.body.append(renderer.domElement);
renderer.clear();
const EMPTY = pixels();

/** Returns the report of a file, with a picture of all frames if requested. */
window.check = async (url, withPicture) => {
  const gltf = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(url);
  const stage = new THREE.Scene();
  stage.add(gltf.scene, new THREE.HemisphereLight(0xffffff, 0x445566, 1.2));
  const sun = new THREE.DirectionalLight(0xffffff, 1.5);
  sun.position.set(-1, 2, 2);
  stage.add(sun);
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1);
  const frames = framesOf(gltf.animations);
  const mixer = new THREE.AnimationMixer(gltf.scene);

  const opened = drawnMeshes(gltf.scene);
  const rest = points(stage, opened);
  const size = longestSide(rest.box);
  const lods = await showLevels(gltf, camera, size);
  lods.forEach((lod) => (lod.autoUpdate = false));
  const count = 1 + Math.max(0, ...lods.map((lod) => lod.levels.length - 1));

  const levels = [];
  for (let k = 0; k < count; k++) {
    showOnly(lods, k);
    const meshes = drawnMeshes(gltf.scene);
    levels.push({
      meshes,
      triangles: meshes.reduce((sum, mesh) => sum + triangles(mesh), 0),
      frames: frames.map((frame) => {
        pose(mixer, frame);
        return { ...frame, ...points(stage, meshes) };
      }),
    });
  }

  const sheet = withPicture ? new Sheet(frames.length, count) : null;
  for (let k = 0; k < count; k++) {
    showOnly(lods, k);
    let first = null;
    for (const [at, frame] of levels[k].frames.entries()) {
      pose(mixer, frame);
      if (frame.time === 0) aim(camera, boxesOf(frame.clip, levels));
      renderer.render(stage, camera);
      levels[k].rendered = renderer.info.render.triangles;
      const seen = pixels();
      if (frame.time === 0) first = seen;
      frame.picture = { ...look(seen), changed: share(differing(first, seen)) };
      sheet?.add(k, at);
    }
  }

  const result = {
    skinnedMeshes: opened.filter((mesh) => mesh.isSkinnedMesh).length,
    meshes: opened.length,
    triangles: opened.reduce((sum, mesh) => sum + triangles(mesh), 0),
    clips: gltf.animations.map(({ name, duration, tracks }) => ({
      name,
      duration,
      keyed: tracks.some(varies),
    })),
    levels: levels.map((level) => report(level, gltf.animations.length, size)),
    byDistance: byDistance(lods, stage, camera, size),
    sheet: sheet?.canvas.toDataURL('image/png'),
  };
  mixer.stopAllAction();
  stage.traverse((object) => object.geometry?.dispose());
  return result;
};

/** Returns the rest pose and evenly spaced times of every clip; one time for a clip without duration. */
function framesOf(clips) {
  const frames = [{ clip: null, number: -1, time: 0 }];
  clips.forEach((clip, number) => {
    for (let i = 0; i < (clip.duration > 0 ? FRAMES : 1); i++) {
      frames.push({ clip, number, time: (clip.duration * i) / FRAMES });
    }
  });
  return frames;
}

function pose(mixer, { clip, time }) {
  mixer.stopAllAction();
  if (clip) {
    mixer.clipAction(clip).reset().play();
    mixer.setTime(time);
  }
}

function showOnly(lods, k) {
  for (const lod of lods) {
    lod.levels.forEach(({ object }, at) => {
      object.visible = at === Math.min(k, lod.levels.length - 1);
    });
  }
}

function drawnMeshes(root) {
  const meshes = [];
  root.traverseVisible((object) => {
    if (object.isMesh) {
      // three.js computes bounding spheres only once, for one pose.
      object.frustumCulled = false;
      meshes.push(object);
    }
  });
  return meshes;
}

function triangles({ geometry }) {
  return (geometry.index ?? geometry.attributes.position).count / 3;
}

/** Returns the world positions of all vertices, and their box. */
function points(stage, meshes) {
  stage.updateMatrixWorld(true);
  const at = [];
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  let finite = true;
  for (const mesh of meshes) {
    for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
      mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld);
      at.push(point.x, point.y, point.z);
      finite &&= Number.isFinite(point.x + point.y + point.z);
      box.expandByPoint(point);
    }
  }
  return { at, box, finite };
}

function longestSide(box) {
  const { x, y, z } = box.getSize(new THREE.Vector3());
  return Math.max(x, y, z);
}

/** Returns the boxes of all frames of a clip, in all levels. */
function boxesOf(clip, levels) {
  return levels.flatMap(({ frames }) =>
    frames.filter((frame) => frame.clip === clip).map((frame) => frame.box),
  );
}

/** Places the camera so that all boxes are in view. */
function aim(camera, boxes) {
  const sphere = boxes
    .reduce((all, box) => all.union(box), new THREE.Box3())
    .getBoundingSphere(new THREE.Sphere());
  const distance = sphere.radius / Math.sin(THREE.MathUtils.degToRad(camera.fov / 2));
  camera.position.set(0.5, 0.3, 1).setLength(distance).add(sphere.center);
  camera.near = distance / 100;
  camera.far = distance * 3;
  camera.lookAt(sphere.center);
  camera.updateProjectionMatrix();
}

function pixels() {
  const gl = renderer.getContext();
  const out = new Uint8Array(SIDE * SIDE * 4);
  gl.readPixels(0, 0, SIDE, SIDE, gl.RGBA, gl.UNSIGNED_BYTE, out);
  return out;
}

/** Returns the indices of the pixels in which two pictures differ. */
function differing(one, other) {
  const out = [];
  for (let i = 0; i < one.length; i += 4) {
    const red = Math.abs(one[i] - other[i]);
    const green = Math.abs(one[i + 1] - other[i + 1]);
    const blue = Math.abs(one[i + 2] - other[i + 2]);
    if (Math.max(red, green, blue) >= MIN_DIFFERENCE) out.push(i);
  }
  return out;
}

function share(indices) {
  return indices.length / (SIDE * SIDE);
}

/** Returns the share of a picture that is covered, and the largest brightness there, up to 255. */
function look(picture) {
  const covered = differing(EMPTY, picture);
  const brightest = covered.reduce((max, i) => Math.max(max, picture[i + 1]), 0);
  return { covered: share(covered), brightest };
}

/** Returns true if the keys of a track differ. */
function varies({ values, times }) {
  const width = values.length / times.length;
  return values.some((value, i) => Math.abs(value - values[i % width]) > 1e-6);
}

function report(level, clips, size) {
  return {
    triangles: level.triangles,
    rendered: level.rendered,
    skinnedMeshes: level.meshes.filter((mesh) => mesh.isSkinnedMesh).length,
    finite: level.frames.every((frame) => frame.finite),
    // Per clip: the largest distance of a vertex from its position at the start, in box sides.
    moved: Array.from({ length: clips }, (_, number) => {
      const [start, ...later] = level.frames.filter((frame) => frame.number === number);
      return Math.max(0, ...later.map((frame) => furthest(start.at, frame.at))) / size;
    }),
    frames: level.frames.map(({ number, time, box, picture }) => ({
      clip: number,
      time,
      box: [...box.min.toArray(), ...box.max.toArray()],
      ...picture,
    })),
  };
}

function furthest(one, other) {
  let max = 0;
  for (let i = 0; i < one.length; i += 3) {
    max = Math.max(
      max,
      Math.hypot(one[i] - other[i], one[i + 1] - other[i + 1], one[i + 2] - other[i + 2]),
    );
  }
  return max;
}

/**
 * Returns the triangles drawn at a distance within the range of each level; null for a level
 * whose range is empty because the next one starts at the same distance.
 */
function byDistance(lods, stage, camera, size) {
  if (lods.length === 0) return [];
  lods.forEach((lod) => (lod.autoUpdate = true));
  const [{ levels, matrixWorld }] = lods;
  const centre = new THREE.Vector3().setFromMatrixPosition(matrixWorld);
  return levels.map(({ distance }, k) => {
    const until = levels[k + 1]?.distance ?? distance + 2 * size;
    if (until <= distance) return null;
    camera.position.copy(centre).setZ(centre.z + (distance + until) / 2);
    camera.lookAt(centre);
    camera.far = 2 * until;
    camera.updateProjectionMatrix();
    renderer.render(stage, camera);
    return renderer.info.render.triangles;
  });
}

/** A picture of all frames, with separate rows per level. */
class Sheet {
  constructor(frames, levels) {
    this.columns = Math.min(frames, 2 * FRAMES + 1);
    this.rows = Math.ceil(frames / this.columns);
    this.canvas = document.createElement('canvas');
    this.canvas.width = SIDE * this.columns;
    this.canvas.height = SIDE * this.rows * levels;
    this.context = this.canvas.getContext('2d');
  }

  add(level, frame) {
    const row = level * this.rows + Math.floor(frame / this.columns);
    this.context.drawImage(renderer.domElement, (frame % this.columns) * SIDE, row * SIDE);
  }
}
