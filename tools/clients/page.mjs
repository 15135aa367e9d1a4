// Runs in the browser: opens a file with three.js, evaluates the positions that it draws, and draws pictures.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

window.revision = THREE.REVISION;

/** Samples per pixel in each direction, at the same places as those of Sinew. */
const SAMPLES = 3;

const renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
renderer.setClearColor(0x000000, 0);
document.body.append(renderer.domElement);

/**
 * Returns the counts of a file, the positions of all frames as 32-bit floats, and pictures: bytes of sRGB and alpha,
 * all in base 64.
 */
window.evaluate = async (url, frames, views) => {
  const gltf = await new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).loadAsync(url);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const meshes = [];
  gltf.scene.traverseVisible((object) => object.isMesh && meshes.push(object));
  const skinned = meshes.filter((mesh) => mesh.isSkinnedMesh);
  const counts = {
    joints: new Set(skinned.flatMap((mesh) => mesh.skeleton.bones)).size,
    clips: gltf.animations.length,
    // A node whose mesh has several primitives becomes several objects.
    meshes: new Set(meshes.map((mesh) => nodeOf(gltf.parser, mesh))).size,
    vertices: meshes.reduce((sum, mesh) => sum + mesh.geometry.attributes.position.count, 0),
  };
  const show = ({ clip, time }) => {
    mixer.stopAllAction();
    if (clip >= 0) {
      const action = mixer.clipAction(gltf.animations[clip]).reset().setLoop(THREE.LoopOnce);
      action.clampWhenFinished = true;
      action.play().time = time;
      mixer.update(0);
    }
    gltf.scene.updateMatrixWorld(true);
  };
  const at = new Float32Array(frames.length * counts.vertices * 3);
  let end = 0;
  const point = new THREE.Vector3();
  for (const frame of frames) {
    show(frame);
    for (const mesh of meshes) {
      for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
        mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld).toArray(at, end);
        end += 3;
      }
    }
  }
  const pictures = [];
  for (const view of views) {
    show(frames[view.frame]);
    pictures.push(await base64(draw(gltf.scene, meshes, view)));
  }
  dispose(gltf.scene);
  return { counts, positions: await base64(at), pictures };
};

async function base64(array) {
  const data = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(new Blob([array]));
  });
  return data.slice(data.indexOf(',') + 1);
}

/** The materials of a kind of picture: those of the file, their base colours without light, or normals. */
const MATERIALS = {
  lit: (material) => material,
  // Copies what glTF defines of an unlit material.
  colours: ({ color, map, vertexColors, transparent, opacity, alphaTest, depthWrite, side }) =>
    new THREE.MeshBasicMaterial({
      color, map, vertexColors, transparent, opacity, alphaTest, depthWrite, side, toneMapped: false }),
  normals: ({ normalMap, normalScale, flatShading, side }) => {
    const material = new THREE.MeshNormalMaterial({ flatShading, side, toneMapped: false });
    if (normalMap) Object.assign(material, { normalMap, normalScale });
    // Encoded as the colours of Sinew are.
    material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(/}\s*$/, '#include <colorspace_fragment>\n}');
    };
    return material;
  },
};

/** Draws the scene from a view; returns the bytes of sRGB and alpha of its pixels, from the top. */
function draw(scene, meshes, { kind, eye, target, degrees, side, near, far }) {
  renderer.setSize(side * SAMPLES, side * SAMPLES, false);
  const camera = new THREE.PerspectiveCamera(degrees, 1, near, far);
  camera.position.fromArray(eye);
  camera.lookAt(...target);
  const stage = new THREE.Scene();
  stage.add(scene);
  if (kind === 'lit') stage.add(new THREE.HemisphereLight(0xffffff, 0x8899aa, 3));
  const own = meshes.map(({ material }) => material);
  meshes.forEach((mesh) => {
    mesh.material = MATERIALS[kind](mesh.material);
    mesh.frustumCulled = false;
  });
  renderer.render(stage, camera);
  meshes.forEach((mesh, i) => {
    if (mesh.material !== own[i]) mesh.material.dispose();
    mesh.material = own[i];
  });
  stage.remove(scene);
  return reduced(side);
}

const LINEAR = Float64Array.from({ length: 256 }, (_, i) => new THREE.Color().setRGB(i / 255, 0, 0, 'srgb').r);
const curve = (v) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);

/** Averages the samples of pixels, as light. */
function reduced(side) {
  const gl = renderer.getContext();
  const wide = side * SAMPLES;
  const fine = new Uint8Array(wide * wide * 4);
  gl.readPixels(0, 0, wide, wide, gl.RGBA, gl.UNSIGNED_BYTE, fine);
  const sums = new Float64Array(side * side * 4);
  for (let y = 0; y < wide; y++) {
    const row = side - 1 - Math.floor(y / SAMPLES);
    for (let x = 0; x < wide; x++) {
      const from = 4 * (y * wide + x);
      const to = 4 * (row * side + Math.floor(x / SAMPLES));
      const alpha = fine[from + 3] / 255;
      // Colours are multiplied by alpha.
      for (let c = 0; c < 3 && alpha > 0; c++) {
        sums[to + c] += alpha * LINEAR[Math.min(255, Math.round(fine[from + c] / alpha))];
      }
      sums[to + 3] += alpha;
    }
  }
  const out = new Uint8Array(side * side * 4);
  for (let i = 0; i < out.length; i += 4) {
    if (sums[i + 3] === 0) continue;
    for (let c = 0; c < 3; c++) out[i + c] = Math.round(255 * curve(sums[i + c] / sums[i + 3]));
    out[i + 3] = Math.round((255 * sums[i + 3]) / SAMPLES ** 2);
  }
  return out;
}

/** Frees what the GPU holds of a file. */
function dispose(scene) {
  scene.traverse(({ geometry, material, skeleton }) => {
    geometry?.dispose();
    skeleton?.dispose();
    for (const value of Object.values(material ?? {})) if (value?.isTexture) value.dispose();
    material?.dispose?.();
  });
}

function nodeOf(parser, object) {
  for (let at = object; at; at = at.parent) {
    const number = parser.associations.get(at)?.nodes;
    if (number !== undefined) return number;
  }
  return null;
}
