// Distances between two surfaces that are shown side by side.
import * as THREE from 'three';

/** Returns the distance of each point from its namesake. */
export function distancesByVertex(points, others) {
  return Float32Array.from({ length: points.length / 3 }, (_, i) =>
    Math.hypot(points[3 * i] - others[3 * i], points[3 * i + 1] - others[3 * i + 1], points[3 * i + 2] - others[3 * i + 2]));
}

/** Returns the distance of each point from a surface of triangles. */
export function distancesToSurface(points, surface) {
  const near = new NearestTriangle(surface.points, surface.triangles);
  return Float32Array.from({ length: points.length / 3 }, (_, i) =>
    near.distance(points[3 * i], points[3 * i + 1], points[3 * i + 2]));
}

/** The most cells of the grid along a side. */
const MOST_CELLS = 64;

/** Triangles in a grid of cells, each in all cells that its box touches, for the nearest one. */
class NearestTriangle {
  constructor(points, triangles) {
    this.corner = (c) => new THREE.Vector3().fromArray(points, 3 * triangles[c]);
    this.box = new THREE.Box3();
    for (let c = 0; c < triangles.length; c++) this.box.expandByPoint(this.corner(c));
    const size = this.box.getSize(new THREE.Vector3());
    const longest = Math.max(size.x, size.y, size.z);
    // A surface fills the square of its cells per side.
    this.cell = Math.max(1e-9, longest / Math.min(MOST_CELLS, Math.max(1, Math.sqrt(triangles.length / 12))));
    this.reach = Math.ceil(longest / this.cell) + 1;
    this.cells = new Map();
    this.point = new THREE.Vector3();
    this.nearest = new THREE.Vector3();
    for (let t = 0; t + 2 < triangles.length; t += 3) {
      this.insert(new THREE.Triangle(this.corner(t), this.corner(t + 1), this.corner(t + 2)));
    }
  }

  insert(triangle) {
    const bounds = new THREE.Box3().setFromPoints([triangle.a, triangle.b, triangle.c]);
    const [low, high] = [this.place(bounds.min), this.place(bounds.max)];
    for (let a = low[0]; a <= high[0]; a++) {
      for (let b = low[1]; b <= high[1]; b++) {
        for (let c = low[2]; c <= high[2]; c++) {
          const key = this.key(a, b, c);
          if (!this.cells.has(key)) this.cells.set(key, []);
          this.cells.get(key).push(triangle);
        }
      }
    }
  }

  place({ x, y, z }) {
    const { min } = this.box;
    return [x - min.x, y - min.y, z - min.z].map((d) => Math.floor(d / this.cell));
  }

  key(a, b, c) {
    return ((a + 512) * 1024 + b + 512) * 1024 + c + 512;
  }

  /** Searches rings of cells around the place in the box that is nearest to a point. */
  distance(x, y, z) {
    this.point.set(x, y, z);
    const inside = this.box.clampPoint(this.point, new THREE.Vector3());
    // Whatever is d away from that place is at least √(d² + outside²) away from the point.
    const outside = inside.distanceTo(this.point);
    const [a, b, c] = this.place(inside);
    let best = Infinity;
    for (let ring = 0; ring <= this.reach && best > Math.hypot(Math.max(0, ring - 1) * this.cell, outside); ring++) {
      for (let i = -ring; i <= ring; i++) {
        for (let j = -ring; j <= ring; j++) {
          const step = Math.max(Math.abs(i), Math.abs(j)) === ring ? 1 : Math.max(1, 2 * ring);
          for (let k = -ring; k <= ring; k += step) best = Math.min(best, this.inCell(this.key(a + i, b + j, c + k)));
        }
      }
    }
    return best;
  }

  inCell(key) {
    let best = Infinity;
    for (const triangle of this.cells.get(key) ?? []) {
      triangle.closestPointToPoint(this.point, this.nearest);
      best = Math.min(best, this.nearest.distanceTo(this.point));
    }
    return best;
  }
}
