// Colours of a surface by a number per vertex: weights, influence counts, errors.
import * as THREE from 'three';

/** A perceptually even ramp from dark blue over teal to yellow (after Viridis). */
const RAMP = [
  [0.267, 0.005, 0.329], [0.253, 0.265, 0.53], [0.164, 0.471, 0.558],
  [0.135, 0.659, 0.518], [0.478, 0.821, 0.318], [0.993, 0.906, 0.144],
].map(([r, g, b]) => new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace));

/** Writes the colour of a value from 0 to 1. */
export function heat(value, out, at) {
  const place = Math.min(0.99999, Math.max(0, value)) * (RAMP.length - 1);
  const i = Math.floor(place);
  const { r, g, b } = new THREE.Color().lerpColors(RAMP[i], RAMP[i + 1], place - i);
  out[at] = r;
  out[at + 1] = g;
  out[at + 2] = b;
}

/** Returns the ramp as a CSS gradient. */
export const heatGradient = () =>
  `linear-gradient(to right, ${RAMP.map((c) => `#${c.getHexString()}`).join(', ')})`;

/** Returns a material for a look, of which the source is the material in the file. */
export function lookMaterial(source, { colours = 'material', wireframe = false, normalMap = true, checker = null }) {
  let made;
  if (colours === 'checker') {
    made = new THREE.MeshStandardMaterial({ map: checker, roughness: 0.9, side: source.side });
  } else if (colours !== 'material') {
    made = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.85, side: source.side });
  } else {
    made = source.clone();
    if (!normalMap) made.normalMap = null;
  }
  made.wireframe = wireframe;
  return made;
}

/** Sets the colours of a part's patches from a value per vertex of the part. */
export function paint(part, valueOf) {
  for (const patch of part.patches) {
    patch.attribute('color', 3, (w, out, o) => heat(valueOf(w), out, o));
  }
}

/** Puts back the vertex colours of the file. */
export function unpaint(model) {
  for (const { geometry, source } of model.patches) {
    const own = source.geometry.attributes.color;
    if (own) geometry.setAttribute('color', own);
    else geometry.deleteAttribute('color');
  }
}

/** Colours by the weight of a joint, a three.js object. */
export function paintWeights(model, joint) {
  for (const part of model.parts) {
    const index = part.joints.indexOf(joint);
    const { rowStart, rowJoint, rowWeight } = part.data;
    paint(part, (w) => {
      for (let i = rowStart[w]; i < rowStart[w + 1]; i++) if (rowJoint[i] === index) return rowWeight[i];
      return 0;
    });
  }
}

/** Colours by the number of influences; returns the largest. */
export function paintInfluences(model) {
  let most = 1;
  const count = ({ data }, w) =>
    data.coordStart ? data.coordStart[w + 1] - data.coordStart[w] : data.rowStart[w + 1] - data.rowStart[w];
  for (const part of model.parts) {
    for (let w = 0; w + 1 < part.data.rowStart.length; w++) most = Math.max(most, count(part, w));
  }
  for (const part of model.parts) paint(part, (w) => (count(part, w) - 1) / Math.max(1, most - 1));
  return most;
}

/** Colours by a distance per vertex, over all parts one after the other; `full` is the end of the ramp. */
export function paintDistances(model, distances, full) {
  let first = 0;
  for (const part of model.parts) {
    const start = first;
    paint(part, (w) => distances[start + w] / full);
    first += part.data.rowStart.length - 1;
  }
}
