// Runs in the browser: draws models from the same views and compares the pictures.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

/** Sides of the pictures in pixels: of whole characters, and of close views, of which there are many. */
const WHOLE = 400;
const CLOSE = 128;
let side = WHOLE;
const FIELD_OF_VIEW = 30;
/** Side of the windows of the structural similarity, in pixels. */
const WINDOW = 8;
const STEP = 4;

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(side, side, false);
document.body.append(renderer.domElement);

const models = [];

/** Opens a model; the first one is the original. */
window.open3d = async (url) => {
  const gltf = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(url);
  const stage = new THREE.Scene();
  stage.add(gltf.scene, new THREE.HemisphereLight(0xffffff, 0x556677, 1.6));
  const sun = new THREE.DirectionalLight(0xffffff, 1.8);
  sun.position.set(-1, 2, 2);
  stage.add(sun);
  const meshes = [];
  gltf.scene.traverseVisible((object) => {
    if (object.isMesh) {
      object.frustumCulled = false;
      meshes.push(object);
    }
  });
  // Without normals, a file is shown with those of its triangles.
  const flat = meshes.some((mesh) => !mesh.geometry.attributes.normal);
  models.push({ gltf, stage, meshes, flat, mixer: new THREE.AnimationMixer(gltf.scene) });
  return gltf.animations.map(({ name, duration }) => ({ name, duration }));
};

function pose({ gltf, mixer, stage }, { clip, time }) {
  mixer.stopAllAction();
  if (clip >= 0) {
    const action = mixer.clipAction(gltf.animations[clip]).reset().setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(time);
  }
  stage.updateMatrixWorld(true);
}

function boxOf({ meshes }) {
  const box = new THREE.Box3();
  const point = new THREE.Vector3();
  for (const mesh of meshes) {
    for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
      box.expandByPoint(mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld));
    }
  }
  return box;
}

/** The position of a joint named like a head, or the top of the box. */
function headOf(model, box) {
  let found = null;
  model.gltf.scene.traverse((object) => {
    if (!found && object.isBone && /head/i.test(object.name) && !/end|top|nub/i.test(object.name)) found = object;
  });
  const size = box.getSize(new THREE.Vector3());
  if (found) {
    const at = new THREE.Vector3().setFromMatrixPosition(found.matrixWorld);
    at.y += 0.05 * size.y;
    return at;
  }
  const centre = box.getCenter(new THREE.Vector3());
  centre.y = box.max.y - 0.1 * size.y;
  return centre;
}

function cameraAt(centre, radius, direction) {
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1);
  const distance = radius / Math.sin(THREE.MathUtils.degToRad(FIELD_OF_VIEW / 2));
  camera.position.copy(direction).setLength(distance).add(centre);
  camera.near = distance / 50;
  camera.far = distance * 3;
  camera.up.set(0, 1, 0);
  if (Math.abs(direction.y) > 0.99 * direction.length()) camera.up.set(0, 0, 1);
  camera.lookAt(centre);
  camera.updateProjectionMatrix();
  return camera;
}

const DIRECTIONS = [[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0.7, 0.6, 0.7], [-0.7, -0.4, 0.7]]
  .map((d) => new THREE.Vector3(...d));

function views(model) {
  const box = boxOf(model);
  const sphere = box.getBoundingSphere(new THREE.Sphere());
  const around = DIRECTIONS.map((direction) => cameraAt(sphere.center, sphere.radius, direction));
  const head = headOf(model, box);
  return [...around, cameraAt(head, 0.16 * sphere.radius, new THREE.Vector3(0.35, 0.15, 1))];
}

function setSide(pixels) {
  side = pixels;
  renderer.setSize(side, side, false);
}

/** Draws colours; or normals or material numbers, on black. */
function draw(model, camera, what = 'colors') {
  renderer.setClearColor(what === 'colors' ? 0x8899aa : 0x000000, 1);
  if (what !== 'colors') swapMaterials(model, what);
  renderer.render(model.stage, camera);
  if (what !== 'colors') swapMaterials(model, what);
  const gl = renderer.getContext();
  const out = new Uint8Array(side * side * 4);
  gl.readPixels(0, 0, side, side, gl.RGBA, gl.UNSIGNED_BYTE, out);
  return out;
}

/** Exchanges materials with those that show normals, normal maps included, or numbers, and back. */
function swapMaterials(model, what) {
  model.stage.traverse((node) => {
    if (!node.isMesh) return;
    const make = what === 'normals' ? () => normalMaterial(model.flat, node.material) : () => numberMaterial(node.material);
    const other = node.userData[what] ?? make();
    node.userData[what] = node.material;
    node.material = other;
  });
}

const materialNames = [];

/** A colour for every name of a material: levels keep the names. */
function numberMaterial({ name, side: sides }) {
  if (!materialNames.includes(name)) materialNames.push(name);
  const number = 1 + materialNames.indexOf(name);
  const material = new THREE.MeshBasicMaterial({ side: sides, toneMapped: false });
  material.color.setRGB(...[37, 91, 53].map((factor) => (20 + ((number * factor) % 200)) / 255), THREE.LinearSRGBColorSpace);
  material.onBeforeCompile = withoutConversion;
  return material;
}

function normalMaterial(flatShading, { normalMap, normalScale }) {
  const material = new THREE.MeshNormalMaterial({ side: THREE.DoubleSide, toneMapped: false, flatShading });
  if (normalMap) Object.assign(material, { normalMap, normalScale });
  material.onBeforeCompile = withoutConversion;
  return material;
}

/** Normals and numbers are not colours: no conversion to sRGB. */
function withoutConversion(shader) {
  shader.fragmentShader = shader.fragmentShader.replace('#include <colorspace_fragment>', '');
}

/** Returns the mean absolute difference of two pictures where either is covered, 0 to 1. */
function difference(one, other, covered) {
  let sum = 0;
  for (const i of covered) {
    for (let c = 0; c < 3; c++) sum += Math.abs(one[4 * i + c] - other[4 * i + c]);
  }
  return sum / (765 * Math.max(1, covered.length));
}

function luminance(picture) {
  const out = new Float32Array(side * side);
  for (let i = 0; i < out.length; i++) {
    out[i] = 0.2126 * picture[4 * i] + 0.7152 * picture[4 * i + 1] + 0.0722 * picture[4 * i + 2];
  }
  return out;
}

/** Returns (1 - SSIM) / 2 over the windows that are covered in part. */
function dissimilarity(one, other, mask) {
  const a = luminance(one);
  const b = luminance(other);
  const c1 = (0.01 * 255) ** 2;
  const c2 = (0.03 * 255) ** 2;
  const n = WINDOW * WINDOW;
  let sum = 0;
  let count = 0;
  for (let y = 0; y + WINDOW <= side; y += STEP) {
    for (let x = 0; x + WINDOW <= side; x += STEP) {
      let sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0, inside = 0;
      for (let j = y; j < y + WINDOW; j++) {
        for (let i = x; i < x + WINDOW; i++) {
          const o = j * side + i;
          inside += mask[o];
          sa += a[o];
          sb += b[o];
          saa += a[o] * a[o];
          sbb += b[o] * b[o];
          sab += a[o] * b[o];
        }
      }
      if (inside === 0) continue;
      const ma = sa / n, mb = sb / n;
      const va = saa / n - ma * ma, vb = sbb / n - mb * mb, cov = sab / n - ma * mb;
      const ssim = ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      sum += (1 - ssim) / 2;
      count++;
    }
  }
  return sum / Math.max(1, count);
}

/** Returns the mean angle in degrees between the normals of pixels that both cover. */
function normalDegrees(one, other) {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < one.length; i += 4) {
    if (one[i] + one[i + 1] + one[i + 2] === 0 || other[i] + other[i + 1] + other[i + 2] === 0) continue;
    let dot = 0, a = 0, b = 0;
    for (let c = 0; c < 3; c++) {
      const x = one[i + c] / 127.5 - 1, y = other[i + c] / 127.5 - 1;
      dot += x * y;
      a += x * x;
      b += y * y;
    }
    sum += (Math.acos(Math.min(1, Math.max(-1, dot / Math.sqrt(a * b)))) * 180) / Math.PI;
    count++;
  }
  return sum / Math.max(1, count);
}

/** What is drawn of a model for a comparison. */
function picturesOf(model, camera, isClose) {
  return {
    colors: draw(model, camera),
    normals: draw(model, camera, 'normals'),
    materials: isClose ? draw(model, camera, 'materials') : null,
  };
}

const isDrawn = (picture, i) => picture[4 * i] + picture[4 * i + 1] + picture[4 * i + 2] > 0;

/** Compares two models in one view; null if neither is seen. */
function compare(one, other) {
  const covered = [];
  const mask = new Uint8Array(side * side);
  let swapped = 0;
  for (let i = 0; i < mask.length; i++) {
    if (!isDrawn(one.normals, i) && !isDrawn(other.normals, i)) continue;
    covered.push(i);
    mask[i] = 1;
    if (!one.materials) continue;
    let apart = 0;
    for (let c = 4 * i; c < 4 * i + 3; c++) apart += Math.abs(one.materials[c] - other.materials[c]);
    swapped += apart > 12 ? 1 : 0; // Less is rounding, or a pixel at the edge of one.
  }
  if (covered.length === 0) return null;
  return {
    mae: difference(one.colors, other.colors, covered),
    dissimilarity: dissimilarity(one.colors, other.colors, mask),
    normalDegrees: normalDegrees(one.normals, other.normals),
    swapped: swapped / covered.length,
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Compares all models with the first one; returns one record per other model. */
window.compareLooks = (frames) => {
  const found = models.slice(1).map(() => ({ all: [], heads: [] }));
  for (const frame of frames) {
    models.forEach((model) => pose(model, frame));
    const cameras = views(models[0]);
    cameras.forEach((camera, view) => {
      const original = picturesOf(models[0], camera, false);
      models.slice(1).forEach((model, k) => {
        const result = compare(original, picturesOf(model, camera, false));
        if (!result) return;
        found[k].all.push(result);
        if (view === cameras.length - 1) found[k].heads.push(result);
      });
    });
  }
  return found.map(({ all, heads }) => ({
    mae: mean(all.map((one) => one.mae)),
    dissimilarity: mean(all.map((one) => one.dissimilarity)),
    normalDegrees: mean(all.map((one) => one.normalDegrees)),
    headMae: mean(heads.map((one) => one.mae)),
  }));
};

// Close views.

let seed = 12345;

/** Numbers from 0 to 1, the same in every run. */
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 4294967296;
}

const trianglesOf = ({ geometry }) => (geometry.index ?? geometry.attributes.position).count / 3;

/** A camera along the normal of some triangle of a model: every triangle has the same chance. */
function closeCamera(model, size) {
  let at = Math.floor(random() * model.meshes.reduce((sum, mesh) => sum + trianglesOf(mesh), 0));
  const mesh = model.meshes.find((one) => {
    if (at < trianglesOf(one)) return true;
    at -= trianglesOf(one);
    return false;
  });
  const [a, b, c] = [0, 1, 2].map((corner) => {
    const index = mesh.geometry.index ? mesh.geometry.index.getX(3 * at + corner) : 3 * at + corner;
    return mesh.getVertexPosition(index, new THREE.Vector3()).applyMatrix4(mesh.matrixWorld);
  });
  const centre = new THREE.Vector3().add(a).add(b).add(c).divideScalar(3);
  const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
  const turn = Math.atan2(normal.x, normal.z) + THREE.MathUtils.degToRad(20 * (random() - 0.5));
  const rise = Math.min(1.2, Math.max(-1.2, Math.asin(Math.min(1, Math.max(-1, normal.y)))));
  const half = 0.025 * size;
  const camera = new THREE.OrthographicCamera(-half, half, half, -half, 0.001 * size, 10 * size);
  camera.position.setFromSphericalCoords(3 * size, Math.PI / 2 - rise, turn).add(centre);
  camera.lookAt(centre);
  camera.updateMatrixWorld();
  return camera;
}

/** Compares close views at as many spots per frame; returns means and those of the worst twentieth. */
window.compareClose = (frames, spots) => {
  setSide(CLOSE);
  const found = models.slice(1).map(() => []);
  for (const frame of frames) {
    models.forEach((model) => pose(model, frame));
    const extent = boxOf(models[0]).getSize(new THREE.Vector3());
    for (let spot = 0; spot < spots; spot++) {
      const camera = closeCamera(models[0], Math.max(extent.x, extent.y, extent.z));
      const original = picturesOf(models[0], camera, true);
      models.slice(1).forEach((model, k) => {
        const result = compare(original, picturesOf(model, camera, true));
        if (result) found[k].push(result);
      });
    }
  }
  setSide(WHOLE);
  return found.map((results) => {
    const out = { views: results.length };
    for (const key of ['mae', 'dissimilarity', 'normalDegrees', 'swapped']) {
      const rising = results.map((one) => one[key]).sort((x, y) => x - y);
      out[key] = mean(rising);
      out[`worst${key[0].toUpperCase()}${key.slice(1)}`] = mean(rising.slice(Math.floor(0.95 * rising.length)));
    }
    return out;
  });
};

// Sheets of pictures.

/** The sphere around the vertices that joints named like a head move most; the top of the box without such a joint. */
function headSphere(model) {
  const inHead = new Set();
  model.gltf.scene.traverse((object) => {
    if (/head/i.test(object.name) || inHead.has(object.parent)) inHead.add(object);
  });
  const points = [];
  for (const mesh of model.meshes) {
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    for (let v = 0; v < position.count; v++) {
      let share = skinWeight ? 0 : Number(inHead.has(mesh));
      for (let i = 0; skinWeight && i < 4; i++) {
        if (inHead.has(mesh.skeleton.bones[skinIndex.getComponent(v, i)])) share += skinWeight.getComponent(v, i);
      }
      if (share > 0.5) points.push(mesh.getVertexPosition(v, new THREE.Vector3()).applyMatrix4(mesh.matrixWorld));
    }
  }
  if (points.length > 0) return new THREE.Box3().setFromPoints(points).getBoundingSphere(new THREE.Sphere());
  const box = boxOf(model);
  const size = box.getSize(new THREE.Vector3());
  const centre = box.getCenter(new THREE.Vector3());
  return new THREE.Sphere(centre.setY(box.max.y - 0.12 * size.y), 0.15 * size.y);
}

/** Whether the original has morph targets whose names match. */
window.hasMorphs = (pattern) =>
  models[0].meshes.some(({ morphTargetDictionary: names }) => Object.keys(names ?? {}).some((name) => new RegExp(pattern, 'i').test(name)));

/** Sets morph targets whose names match to 1, all others to 0. */
function express({ meshes }, pattern) {
  for (const { morphTargetDictionary: names, morphTargetInfluences: weights } of meshes) {
    if (!weights) continue;
    for (const [name, index] of Object.entries(names)) weights[index] = pattern && new RegExp(pattern, 'i').test(name) ? 1 : 0;
  }
}

function sheet(rows, cameraOf) {
  const canvas = document.createElement('canvas');
  canvas.width = side * models.length;
  canvas.height = side * rows.length;
  const context = canvas.getContext('2d');
  rows.forEach((row, y) => {
    models.forEach((model) => {
      pose(model, row.frame);
      if (row.morphs !== undefined) express(model, row.morphs);
    });
    const camera = cameraOf(row);
    models.forEach((model, x) => {
      draw(model, camera);
      context.drawImage(renderer.domElement, x * side, y * side);
    });
  });
  return canvas;
}

/** Returns a PNG with one column per model and one row per view, of some frame. */
window.sheetOf = (frame, chosen) =>
  sheet(chosen.map((view) => ({ frame, view })), ({ view }) => views(models[0])[view]).toDataURL('image/png');

/**
 * Returns a JPEG of faces with one column per model and one row per {frame, morphs, turn}: the name pattern of the morph targets that
 * are 1, and where the camera is, in degrees from the front.
 */
window.facesOf = (rows, pixels) => {
  setSide(pixels);
  const out = sheet(rows, ({ turn }) => {
    const { center, radius } = headSphere(models[0]);
    return cameraAt(center, 0.85 * radius, new THREE.Vector3().setFromSphericalCoords(1, 1.45, THREE.MathUtils.degToRad(turn)));
  }).toDataURL('image/jpeg', 0.85);
  setSide(WHOLE);
  return out;
};
