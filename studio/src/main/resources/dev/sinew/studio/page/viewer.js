// The view: one camera and one clock for one or two sides.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { boundsLines, floor, light, SkeletonLines } from './overlays.js';

const FIELD_OF_VIEW = 35;
/** From where a model is seen first: a little from the side and above. */
const FROM = new THREE.Vector3(0.45, 0.28, 1).normalize();
/** The share of the view that the box of a model fills; poses may leave it. */
const FILLED = 0.86;

/** One side: a model, or something that replaces it, with what is drawn over it. */
class Side {
  constructor() {
    this.scene = new THREE.Scene();
    this.model = null;
    this.instead = null;
    light(this.scene);
  }

  show(model) {
    this.model?.close();
    this.clear();
    this.model = model;
    if (!model) return;
    this.scene.add(model.root);
    if (model.jointNodes.length) {
      this.skeleton = new SkeletonLines(model);
      this.skeleton.root.visible = false;
      this.scene.add(this.skeleton.root);
    }
  }

  /** What is drawn: the model, or what replaces it. */
  get drawn() {
    return this.instead ?? this.model;
  }

  /** Shows something else in place of the model, posed with it; null for the model again. */
  replace(thing) {
    if (this.instead) {
      this.scene.remove(this.instead.root);
      this.instead.close?.();
    }
    this.instead = thing;
    if (thing) this.scene.add(thing.root);
    if (this.model) this.model.drawn.visible = !thing;
  }

  bounds(entry) {
    if (this.ball) this.scene.remove(this.ball);
    this.ball = entry ? boundsLines(entry) : null;
    if (this.ball) this.scene.add(this.ball);
  }

  clear() {
    if (this.model) this.scene.remove(this.model.root);
    if (this.skeleton) {
      this.scene.remove(this.skeleton.root);
      this.skeleton.close();
      this.skeleton = null;
    }
    this.bounds(null);
    this.replace(null);
  }
}

export class Viewer extends EventTarget {
  constructor(canvas, context) {
    super();
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, context });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.renderer.autoClear = false;
    this.camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
    this.camera.position.set(0, 1, 4);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', () => this.redraw());
    this.sides = [new Side(), new Side()];
    this.split = false;
    this.clock = { clip: -1, time: 0, speed: 1, loop: true, playing: false };
    this.options = { skeleton: false, grid: true, joint: null };
    this.crowd = null;
    this.needed = true;
    /** Whether to draw nothing yet: the first frame costs most, and should show the model. */
    this.waiting = true;
    this.frames = 0;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    canvas.addEventListener('keydown', (event) => this.turnByKeys(event));
    this.resize();
    this.renderer.setAnimationLoop((now) => this.loop(now));
  }

  /** The sides that are seen. */
  get shown() {
    return this.split ? this.sides : this.sides.slice(0, 1);
  }

  get models() {
    return this.shown.map(({ model }) => model).filter(Boolean);
  }

  redraw() {
    this.needed = true;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    this.renderer.setSize(width, height, false);
    this.fit();
  }

  fit() {
    this.camera.aspect = this.width / (this.split ? 2 : 1) / this.height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  setSplit(on) {
    this.split = on;
    this.fit();
  }

  /** The view's width in pixels of the screen, for one side. */
  get sideWidth() {
    return (this.width / (this.split ? 2 : 1)) * this.renderer.getPixelRatio();
  }

  background(colour, grid) {
    this.renderer.setClearColor(colour);
    this.gridColours = grid;
    this.placeFloor();
  }

  // Time.

  /** Sets the clip, by its index in the first side's model; −1 is the rest pose. */
  setClip(clip, time = 0) {
    this.clock.clip = clip;
    this.setTime(time);
  }

  setTime(time) {
    this.clock.time = time;
    this.pose();
    this.dispatchEvent(new Event('time'));
  }

  get duration() {
    return this.sides[0].model?.clips[this.clock.clip]?.duration ?? 0;
  }

  play(on) {
    this.clock.playing = on;
    this.last = undefined;
    this.dispatchEvent(new Event('time'));
    this.redraw();
  }

  /** Poses both sides; the second by the clip of the same name, or else of the same index. */
  pose() {
    const first = this.sides[0].model;
    const name = first?.clips[this.clock.clip]?.name;
    for (const side of this.shown) {
      if (!side.model) continue;
      const named = side.model.clips.findIndex((clip) => clip.name === name);
      side.model.pose(this.clock.clip < 0 ? -1 : named >= 0 ? named : this.clock.clip, this.clock.time);
      side.skeleton?.update(this.options.joint && this.sameJoint(side.model));
      side.instead?.pose?.(side.model);
    }
    this.dispatchEvent(new Event('pose'));
    this.redraw();
  }

  /** The joint of a model with the name of the chosen one. */
  sameJoint(model) {
    const { joint } = this.options;
    return model.jointNodes.includes(joint) ? joint : model.jointNodes.find(({ name }) => name === joint.name);
  }

  advance(now) {
    const { clock } = this;
    const seconds = this.last === undefined ? 0 : (now - this.last) / 1000;
    this.last = now;
    if (!clock.playing) return;
    let time = clock.time + clock.speed * Math.min(seconds, 0.25);
    if (this.crowd) {
      clock.time = time;
      return;
    }
    const { duration } = this;
    if (duration > 0 && time > duration) {
      if (clock.loop) time %= duration;
      else {
        time = duration;
        clock.playing = false;
      }
    }
    this.setTime(time);
  }

  // Drawing.

  loop(now) {
    this.advance(now);
    if (this.crowd) {
      if (this.crowd.running !== false) this.drawCrowd();
      // From frame to frame, so that the time on the GPU counts too.
      this.crowd.milliseconds = now - (this.lastCrowd ?? now);
      this.lastCrowd = now;
      return;
    }
    if (!this.needed || this.waiting) return;
    this.needed = false;
    this.draw();
  }

  /** Lets the GPU compile what a side needs while the page prepares the rest of its frame. */
  compile(side) {
    this.renderer.compile(this.sides[side].scene, this.camera);
  }

  draw() {
    const { renderer, camera } = this;
    renderer.setScissorTest(true);
    const columns = this.shown.length;
    this.shown.forEach((side, i) => {
      const width = Math.floor(this.width / columns);
      renderer.setViewport(i * width, 0, width, this.height);
      renderer.setScissor(i * width, 0, width, this.height);
      renderer.clear();
      if (side.skeleton) side.skeleton.root.visible = this.options.skeleton;
      if (this.grid) side.scene.add(this.grid);
      side.instead?.update?.(camera, this.sideWidth);
      renderer.render(side.scene, camera);
    });
    renderer.setScissorTest(false);
    this.frames++;
    this.dispatchEvent(new Event('drawn'));
  }

  drawCrowd() {
    const { renderer, camera, crowd } = this;
    renderer.setViewport(0, 0, this.width, this.height);
    crowd.update(camera, this.width * renderer.getPixelRatio(), this.clock.time);
    renderer.clear();
    renderer.render(crowd.scene, camera);
    this.frames++;
    this.dispatchEvent(new Event('drawn'));
  }

  // Camera.

  /** Returns the box of what is shown, in the current pose. */
  box() {
    const box = new THREE.Box3();
    for (const model of this.models) box.union(model.restBox ?? new THREE.Box3());
    return box;
  }

  frame() {
    const box = this.box();
    if (box.isEmpty()) return;
    const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5);
    this.aim(box.getCenter(new THREE.Vector3()), this.distanceOf(half), half.length());
  }

  /** Returns the distance of the camera from the centre of a box, of which half the sides are given. */
  distanceOf(half) {
    const right = new THREE.Vector3(0, 1, 0).cross(FROM).normalize();
    const up = FROM.clone().cross(right);
    const tall = FILLED * Math.tan(THREE.MathUtils.degToRad(FIELD_OF_VIEW / 2));
    const wide = tall * this.camera.aspect;
    let distance = 0;
    for (let corner = 0; corner < 8; corner++) {
      const at = new THREE.Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1).multiply(half);
      distance = Math.max(distance, at.dot(FROM) + Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(up)) / tall));
    }
    return distance;
  }

  /** Looks at a place from a distance. */
  aim(centre, distance, size) {
    this.camera.near = Math.max(distance / 400, 1e-6);
    this.camera.far = distance * 40 + 40 * size;
    this.camera.position.copy(FROM).multiplyScalar(distance).add(centre);
    this.controls.target.copy(centre);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.redraw();
  }

  placeFloor() {
    if (this.grid) this.grid.removeFromParent();
    this.grid = null;
    const box = this.box();
    if (this.options.grid && !box.isEmpty() && this.gridColours) {
      const size = box.getSize(new THREE.Vector3());
      this.grid = floor(Math.max(size.x, size.y, size.z), box.min.y, this.gridColours);
    }
    this.redraw();
  }

  turnByKeys(event) {
    const step = 0.12;
    const turns = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const offset = this.camera.position.clone().sub(this.controls.target);
    if (turns[event.key]) {
      const around = new THREE.Spherical().setFromVector3(offset);
      around.theta += turns[event.key][0];
      around.phi += turns[event.key][1];
      offset.setFromSpherical(around.makeSafe());
    } else if (event.key === '+' || event.key === '=') offset.multiplyScalar(0.9);
    else if (event.key === '-') offset.multiplyScalar(1 / 0.9);
    else return;
    event.preventDefault();
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.redraw();
  }
}
