// Runs in the browser: opens USD files with three.js and with TinyUSDZ.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { USDLoader } from 'three/addons/loaders/USDLoader.js';
import loadTinyUsdz from '/tinyusdz/tinyusdz.js';

const SIDE = 300;
/** The most frames in a picture. */
const SHOWN = 5;

const tinyUsdz = await loadTinyUsdz();

/** Returns the meshes of a file with their numbers of corners, its clips, and the positions of all corners per frame. */
window.three = async (url, frames) => {
  const model = await new USDLoader().loadAsync(url);
  const meshes = meshesOf(model);
  const corners = meshes.map(({ geometry }) => geometry.attributes.position.count);
  const total = corners.reduce((sum, count) => sum + count, 0);
  const at = new Float32Array(frames.length * total * 3);
  const show = player(model, model.animations);
  const point = new THREE.Vector3();
  let end = 0;
  for (const frame of frames) {
    show(frame);
    for (const mesh of meshes) {
      for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
        mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld).toArray(at, end);
        end += 3;
      }
    }
  }
  const images = new Set();
  for (const material of meshes.flatMap((mesh) => mesh.material)) {
    for (const value of Object.values(material)) {
      if (value?.isTexture && value.image?.width > 0) images.add(value.image.src);
    }
  }
  return {
    meshes: meshes.map(({ name }, i) => ({ name, corners: corners[i] })),
    clips: model.animations.map(({ name }) => name),
    images: images.size,
    positions: await base64(at),
  };
};

/** Returns the meshes that TinyUSDZ makes of a file, and its layer as text, with variants composed. */
window.tiny = async (url) => {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const name = url.split('/').pop();
  const drawn = new tinyUsdz.TinyUSDZLoaderNative();
  if (!drawn.loadFromBinary(bytes, name)) throw new Error(`TinyUSDZ: ${drawn.error()}`);
  const meshes = Array.from({ length: drawn.numMeshes() }, (_, i) => drawn.getMesh(i).primName);
  drawn.delete();
  const layer = new tinyUsdz.TinyUSDZLoaderNative();
  if (!layer.loadAsLayerFromBinary(bytes, name)) throw new Error(`TinyUSDZ: ${layer.error()}`);
  if (layer.hasVariants() && !layer.composeVariants()) throw new Error(`TinyUSDZ: ${layer.error()}`);
  const text = layer.layerToString();
  layer.delete();
  return { meshes, layer: text };
};

/** Returns a picture of frames in USD, above the same in glTF if it is given. */
window.pictures = async (usd, glb, frames) => {
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(SIDE, SIDE);
  renderer.setClearColor(0x8899aa);
  const shown = frames.filter((_, i) => i % Math.ceil(frames.length / SHOWN) === 0);
  const sheet = document.createElement('canvas');
  sheet.width = SIDE * shown.length;
  sheet.height = SIDE * (glb ? 2 : 1);
  const camera = new THREE.PerspectiveCamera(35, 1);
  const model = await new USDLoader().loadAsync(usd);
  const gltf = glb && (await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(glb));
  const rows = [[model, model.animations]];
  if (gltf) rows.push([gltf.scene, gltf.animations]);
  for (const [row, [scene, clips]] of rows.entries()) {
    const stage = new THREE.Scene();
    const sun = new THREE.DirectionalLight(0xffffff, 2);
    sun.position.set(-1, 2, 2);
    stage.add(scene, new THREE.HemisphereLight(0xffffff, 0x445566, 1.5), sun);
    const show = player(scene, clips);
    for (const [column, frame] of shown.entries()) {
      show(frame);
      if (row === 0 && column === 0) aim(camera, scene);
      meshesOf(scene).forEach((mesh) => (mesh.frustumCulled = false));
      renderer.render(stage, camera);
      sheet.getContext('2d').drawImage(renderer.domElement, column * SIDE, row * SIDE);
    }
  }
  renderer.dispose();
  return sheet.toDataURL('image/png');
};

function aim(camera, scene) {
  const sphere = new THREE.Box3().setFromObject(scene, true).getBoundingSphere(new THREE.Sphere());
  const distance = (1.1 * sphere.radius) / Math.sin(THREE.MathUtils.degToRad(camera.fov / 2));
  camera.position.set(0.5, 0.3, 1).setLength(distance).add(sphere.center);
  camera.near = distance / 100;
  camera.far = distance * 3;
  camera.lookAt(sphere.center);
  camera.updateProjectionMatrix();
}

/** Returns a function that shows a frame. A clip is the animations of its name: each skeleton of USD has one. */
function player(scene, clips) {
  const mixer = new THREE.AnimationMixer(scene);
  const names = [...new Set(clips.map(({ name }) => name))];
  return ({ clip, time }) => {
    mixer.stopAllAction();
    for (const one of clips.filter(({ name }) => clip !== undefined && name === names[clip])) {
      const action = mixer.clipAction(one).reset().setLoop(THREE.LoopOnce);
      action.clampWhenFinished = true;
      action.play().time = time;
    }
    mixer.update(0);
    scene.updateMatrixWorld(true);
  };
}

function meshesOf(scene) {
  const meshes = [];
  scene.traverse((object) => object.isMesh && meshes.push(object));
  return meshes;
}

async function base64(array) {
  const data = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(new Blob([array]));
  });
  return data.slice(data.indexOf(',') + 1);
}
