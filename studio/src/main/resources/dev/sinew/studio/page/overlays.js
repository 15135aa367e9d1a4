// What is drawn with a model: lights, its skeleton, its bounds, a floor.
import * as THREE from 'three';

/** Adds the lights of every scene; together they keep white just below the brightest the screen shows. */
export function light(scene) {
  scene.add(new THREE.HemisphereLight(0xffffff, 0x7a8390, 1.2));
  const sun = new THREE.DirectionalLight(0xffffff, 1.8);
  sun.position.set(-1, 2, 2.5);
  const fill = new THREE.DirectionalLight(0xffffff, 0.7);
  fill.position.set(2, 0.5, -1.5);
  scene.add(sun, fill);
}

/** The joints of a model as lines to their parents. */
export class SkeletonLines {
  constructor(model) {
    this.joints = model.jointNodes;
    const known = new Set(this.joints);
    this.parents = this.joints.map((joint) => {
      let at = joint.parent;
      while (at && !known.has(at)) at = at.parent;
      return at;
    });
    this.positions = new THREE.BufferAttribute(new Float32Array(6 * this.joints.length), 3);
    this.dots = new THREE.BufferAttribute(new Float32Array(3 * this.joints.length), 3);
    const lines = new THREE.BufferGeometry().setAttribute('position', this.positions);
    const points = new THREE.BufferGeometry().setAttribute('position', this.dots);
    const look = { depthTest: false, transparent: true, opacity: 0.9 };
    this.root = new THREE.Group();
    this.root.add(
      new THREE.LineSegments(lines, new THREE.LineBasicMaterial({ color: 0xf59e0b, ...look })),
      new THREE.Points(points, new THREE.PointsMaterial({ color: 0xfbbf24, size: 5, sizeAttenuation: false, ...look })));
    this.picked = new THREE.Points(
      new THREE.BufferGeometry().setAttribute('position', new THREE.BufferAttribute(new Float32Array(3), 3)),
      new THREE.PointsMaterial({ color: 0xef4444, size: 11, sizeAttenuation: false, ...look }));
    this.root.add(this.picked);
    this.root.traverse((object) => {
      object.renderOrder = 10;
      object.frustumCulled = false;
    });
  }

  update(chosen) {
    const at = new THREE.Vector3();
    this.joints.forEach((joint, i) => {
      at.setFromMatrixPosition(joint.matrixWorld).toArray(this.dots.array, 3 * i);
      at.toArray(this.positions.array, 6 * i);
      if (this.parents[i]) at.setFromMatrixPosition(this.parents[i].matrixWorld);
      at.toArray(this.positions.array, 6 * i + 3);
    });
    this.positions.needsUpdate = true;
    this.dots.needsUpdate = true;
    this.picked.visible = Boolean(chosen);
    if (chosen) {
      const { position } = this.picked.geometry.attributes;
      at.setFromMatrixPosition(chosen.matrixWorld).toArray(position.array);
      position.needsUpdate = true;
    }
  }

  /** Returns the joint nearest to a place on the screen (−1 to 1), or null if none is near. */
  nearest(x, y, camera, reach = 0.06) {
    let best = null;
    let least = reach;
    const at = new THREE.Vector3();
    for (const joint of this.joints) {
      at.setFromMatrixPosition(joint.matrixWorld).project(camera);
      const far = Math.hypot((at.x - x) * camera.aspect, at.y - y);
      if (far < least && at.z < 1) {
        least = far;
        best = joint;
      }
    }
    return best;
  }

  close() {
    this.root.traverse((object) => {
      object.geometry?.dispose();
      object.material?.dispose();
    });
  }
}

/** A sphere as three circles and a box, in scene space. */
export function boundsLines({ sphere, box }, colour = 0x0ea5e9) {
  const points = [];
  const turns = 64;
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < turns; i++) {
      for (const k of [i, i + 1]) {
        const angle = (2 * Math.PI * k) / turns;
        const place = [0, 0, 0];
        place[(axis + 1) % 3] = sphere.radius * Math.cos(angle);
        place[(axis + 2) % 3] = sphere.radius * Math.sin(angle);
        points.push(sphere.x + place[0], sphere.y + place[1], sphere.z + place[2]);
      }
    }
  }
  const geometry = new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  const material = new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity: 0.7 });
  const root = new THREE.Group();
  root.add(new THREE.LineSegments(geometry, material));
  if (box) {
    const whole = new THREE.Box3(
      new THREE.Vector3(box.minX, box.minY, box.minZ), new THREE.Vector3(box.maxX, box.maxY, box.maxZ));
    root.add(new THREE.Box3Helper(whole, colour));
  }
  return root;
}

/** A quiet grid to stand on. */
export function floor(size, y, colours) {
  const step = 10 ** Math.floor(Math.log10(size)) / 2;
  const cells = 2 * Math.ceil((2.5 * size) / step);
  const grid = new THREE.GridHelper(cells * step, Math.min(80, cells), colours.strong, colours.weak);
  grid.position.y = y;
  grid.material.transparent = true;
  grid.material.opacity = 0.6;
  return grid;
}
