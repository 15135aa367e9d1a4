// Runs in the browser: opens avatars with three-vrm and tries what makes them avatars.
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { VRMLoaderPlugin, VRMMetaLoaderPlugin, VRMUtils } from '@pixiv/three-vrm';

const SIDE = 320;
const FIELD_OF_VIEW = 30;
const FRAME = 1 / 60;
/** How far and how often springs are shaken: by a share of the height, back and forth. */
const SHAKE = 0.2;
const SHAKES = 40;

const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(SIDE, SIDE);
renderer.setClearColor(0x8899aa);
document.body.append(renderer.domElement);

/** Returns what an avatar has and does, with three pictures of it: at rest, with a blink, with a bent arm. */
window.avatar = async (url) => {
  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  loader.register((parser) => new VRMLoaderPlugin(parser, {
    metaPlugin: new VRMMetaLoaderPlugin(parser, { needThumbnailImage: true, acceptV0Meta: true }),
  }));
  const { userData, scene } = await loader.loadAsync(url);
  const { vrm } = userData;
  if (!vrm) throw new Error('no avatar');
  VRMUtils.rotateVRM0(vrm);
  const meshes = [];
  scene.traverse((object) => {
    if (object.isMesh) {
      object.frustumCulled = false;
      meshes.push(object);
    }
  });
  const stage = new THREE.Scene();
  const sun = new THREE.DirectionalLight(0xffffff, Math.PI);
  sun.position.set(-1, 1, 2);
  stage.add(scene, sun, new THREE.AmbientLight(0xffffff, 0.3));
  update(vrm);
  const bones = bonesOf(vrm);
  const camera = aimed(bones.box);

  const pictures = { rest: draw(stage, camera) };
  const faces = vrm.expressionManager?.expressions ?? [];
  const blink = ['blink', ...faces.map((face) => face.expressionName)].find((name) =>
    vrm.expressionManager?.getExpression(name)?.binds.length,
  );
  const expressions = faces.map((face) => expression(vrm, face, meshes, bones.height));
  if (blink) vrm.expressionManager.setValue(blink, 1);
  update(vrm);
  pictures.blink = draw(stage, camera);
  if (blink) vrm.expressionManager.setValue(blink, 0);
  for (const [name, angle] of [['leftUpperArm', 0.7], ['leftLowerArm', 1.1]]) {
    const bone = vrm.humanoid.getNormalizedBoneNode(name);
    if (bone) bone.rotation.set(0, angle, -angle);
  }
  update(vrm);
  pictures.arm = draw(stage, camera);
  const report = {
    version: vrm.meta.metaVersion,
    title: vrm.meta.title ?? vrm.meta.name,
    thumbnail: Boolean(vrm.meta.texture ?? vrm.meta.thumbnailImage),
    bones: bones.count,
    expressions,
    firstPerson: (vrm.firstPerson?.meshAnnotations ?? []).map(({ meshes: seen, type }) => ({ meshes: seen.length, type })),
    lookAt: Boolean(vrm.lookAt),
    constraints: vrm.nodeConstraintManager?.constraints.size ?? 0,
    springs: springs(vrm, bones.height),
    triangles: meshes.reduce((sum, { geometry }) => sum + (geometry.index ?? geometry.attributes.position).count / 3, 0),
    toon: materialsOf(meshes).filter((material) => material.isMToonMaterial).length,
    pictures,
  };
  VRMUtils.deepDispose(scene);
  return report;
};

function materialsOf(meshes) {
  return [...new Set(meshes.flatMap(({ material }) => material))];
}

/** Brings bones and expressions up to date, without time for springs. */
function update(vrm) {
  vrm.humanoid.update();
  vrm.expressionManager?.update();
  vrm.scene.updateMatrixWorld(true);
}

function bonesOf(vrm) {
  const box = new THREE.Box3();
  const nodes = Object.values(vrm.humanoid.rawHumanBones).filter(Boolean);
  nodes.forEach(({ node }) => box.expandByPoint(node.getWorldPosition(new THREE.Vector3())));
  return { count: nodes.length, box, height: box.getSize(new THREE.Vector3()).y };
}

/** Returns a camera before the bones, which looks the same at avatars of the same bones. */
function aimed(box) {
  const camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1);
  const centre = box.getCenter(new THREE.Vector3());
  const size = box.getSize(new THREE.Vector3());
  centre.y += size.y / 8; // There is no bone at the top of the head.
  const side = 1.5 * Math.max(...size.toArray());
  const distance = side / 2 / Math.tan(THREE.MathUtils.degToRad(FIELD_OF_VIEW / 2)) + side / 4;
  camera.position.set(0.25, 0.1, 1).setLength(distance).add(centre);
  camera.near = distance / 100;
  camera.far = distance * 3;
  camera.lookAt(centre);
  camera.updateProjectionMatrix();
  return camera;
}

function draw(stage, camera) {
  renderer.render(stage, camera);
  return renderer.domElement.toDataURL('image/png');
}

/** Returns what an expression is bound to, and how far it moves a vertex, in heights of the avatar. */
function expression(vrm, face, meshes, height) {
  vrm.expressionManager.setValue(face.expressionName, 1);
  vrm.expressionManager.update();
  let moved = 0;
  const offset = new THREE.Vector3();
  for (const mesh of meshes) {
    const weights = mesh.morphTargetInfluences ?? [];
    const targets = mesh.geometry.morphAttributes.position ?? [];
    weights.forEach((weight, t) => {
      if (weight === 0 || !targets[t]) return;
      for (let v = 0; v < targets[t].count; v++) {
        moved = Math.max(moved, weight * offset.fromBufferAttribute(targets[t], v).length());
      }
    });
  }
  vrm.expressionManager.setValue(face.expressionName, 0);
  vrm.expressionManager.update();
  return { name: face.expressionName, binds: face.binds.length, moved: moved / height };
}

/** Returns the springs, and how many of them turn when the avatar is shaken. */
function springs(vrm, height) {
  const manager = vrm.springBoneManager;
  if (!manager) return { joints: 0, colliders: 0, turned: 0 };
  const joints = [...manager.joints];
  const before = joints.map(({ bone }) => bone.quaternion.clone());
  const turned = new Set();
  for (let step = 0; step < SHAKES; step++) {
    vrm.scene.position.x = step % 8 < 4 ? SHAKE * height : -SHAKE * height;
    vrm.update(FRAME);
    joints.forEach(({ bone }, i) => {
      const angle = bone.quaternion.angleTo(before[i]);
      if (!Number.isFinite(angle)) throw new Error(`the spring of ${bone.name} is not finite`);
      if (angle > 1e-3) turned.add(i);
    });
  }
  vrm.scene.position.x = 0;
  return { joints: joints.length, colliders: manager.colliders.length, turned: turned.size };
}
