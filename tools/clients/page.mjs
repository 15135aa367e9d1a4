// Runs in the browser: opens a file with three.js and evaluates the positions that it draws.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

window.revision = THREE.REVISION;

/** Returns the counts of a file, and the positions of all frames as 32-bit floats in base 64. */
window.evaluate = async (url, frames) => {
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
  const at = new Float32Array(frames.length * counts.vertices * 3);
  let end = 0;
  const point = new THREE.Vector3();
  for (const { clip, time } of frames) {
    mixer.stopAllAction();
    if (clip >= 0) {
      const action = mixer.clipAction(gltf.animations[clip]).reset().setLoop(THREE.LoopOnce);
      action.clampWhenFinished = true;
      action.play().time = time;
      mixer.update(0);
    }
    gltf.scene.updateMatrixWorld(true);
    for (const mesh of meshes) {
      for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
        mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld).toArray(at, end);
        end += 3;
      }
    }
  }
  const blob = new Blob([at]);
  const data = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(blob);
  });
  return { counts, positions: data.slice(data.indexOf(',') + 1) };
};

function nodeOf(parser, object) {
  for (let at = object; at; at = at.parent) {
    const number = parser.associations.get(at)?.nodes;
    if (number !== undefined) return number;
  }
  return null;
}
