// Runs in the browser: draws models from the same views and compares the pictures.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

const SIDE = 400;
const FIELD_OF_VIEW = 30;
/** Side of the windows of the structural similarity, in pixels. */
const WINDOW = 8;
const STEP = 4;

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
renderer.setSize(SIDE, SIDE);
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

function draw(model, camera, normals) {
  renderer.setClearColor(normals ? 0x000000 : 0x8899aa, 1);
  if (normals) swapMaterials(model);
  renderer.render(model.stage, camera);
  if (normals) swapMaterials(model);
  const gl = renderer.getContext();
  const out = new Uint8Array(SIDE * SIDE * 4);
  gl.readPixels(0, 0, SIDE, SIDE, gl.RGBA, gl.UNSIGNED_BYTE, out);
  return out;
}

/** Exchanges materials with those that show normals, normal maps included, and back. */
function swapMaterials(model) {
  model.stage.traverse((node) => {
    if (!node.isMesh) return;
    const other = node.userData.otherMaterial ?? normalMaterial(model.flat, node.material);
    node.userData.otherMaterial = node.material;
    node.material = other;
  });
}

/** Normals are not colours: no conversion to sRGB. */
function normalMaterial(flatShading, { normalMap, normalScale }) {
  const material = new THREE.MeshNormalMaterial({ side: THREE.DoubleSide, toneMapped: false, flatShading });
  if (normalMap) Object.assign(material, { normalMap, normalScale });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace('#include <colorspace_fragment>', '');
  };
  return material;
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
  const out = new Float32Array(SIDE * SIDE);
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
  for (let y = 0; y + WINDOW <= SIDE; y += STEP) {
    for (let x = 0; x + WINDOW <= SIDE; x += STEP) {
      let sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0, inside = 0;
      for (let j = y; j < y + WINDOW; j++) {
        for (let i = x; i < x + WINDOW; i++) {
          const o = j * SIDE + i;
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

/** Compares all models with the first one; returns one record per other model. */
window.compareLooks = (frames) => {
  const sums = models.slice(1).map(() => ({ mae: 0, dissimilarity: 0, normalDegrees: 0, head: 0 }));
  let pictures = 0;
  for (const frame of frames) {
    models.forEach((model) => pose(model, frame));
    const cameras = views(models[0]);
    cameras.forEach((camera, view) => {
      const original = draw(models[0], camera, false);
      const originalNormals = draw(models[0], camera, true);
      pictures++;
      models.slice(1).forEach((model, k) => {
        const seen = draw(model, camera, false);
        const normals = draw(model, camera, true);
        const covered = [];
        const mask = new Uint8Array(SIDE * SIDE);
        for (let i = 0; i < SIDE * SIDE; i++) {
          const o = 4 * i;
          if (originalNormals[o] + originalNormals[o + 1] + originalNormals[o + 2]
              + normals[o] + normals[o + 1] + normals[o + 2] > 0) {
            covered.push(i);
            mask[i] = 1;
          }
        }
        const mae = difference(original, seen, covered);
        sums[k].mae += mae;
        sums[k].dissimilarity += dissimilarity(original, seen, mask);
        sums[k].normalDegrees += normalDegrees(originalNormals, normals);
        if (view === cameras.length - 1) sums[k].head += mae;
      });
    });
  }
  return sums.map((sum) => ({
    mae: sum.mae / pictures,
    dissimilarity: sum.dissimilarity / pictures,
    normalDegrees: sum.normalDegrees / pictures,
    headMae: sum.head / frames.length,
  }));
};

/** Returns a PNG with one column per model and one row per view, of some frame. */
window.sheetOf = (frame, chosen) => {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE * models.length;
  canvas.height = SIDE * chosen.length;
  const context = canvas.getContext('2d');
  models.forEach((model) => pose(model, frame));
  const cameras = views(models[0]);
  chosen.forEach((view, row) => {
    models.forEach((model, column) => {
      draw(model, cameras[view], false);
      context.drawImage(renderer.domElement, column * SIDE, row * SIDE);
    });
  });
  return canvas.toDataURL('image/png');
};
