// Makes an atlas of a mesh with xatlas:
//   node atlas.mjs MESH OUT
// MESH: little-endian, int vertices, int triangles, x y z as floats, three ints per triangle. OUT: u, v per corner as floats, in texels.
// Prints one line of JSON: the number of charts, the share of the texture that triangles cover, the one that xatlas reports, and seconds of time and of CPU.
import { readFileSync, writeFileSync } from 'node:fs';
import createXAtlas from 'xatlas-wasm';

const [input, output] = process.argv.slice(2);
const bytes = readFileSync(input);
const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const [vertices, triangles] = new Int32Array(buffer, 0, 2);
const positions = new Float32Array(buffer, 8, 3 * vertices);
const indices = new Uint32Array(buffer, 8 + 12 * vertices, 3 * triangles);
const atlas = (await createXAtlas()).createAtlas();
const start = performance.now();
const startCpu = process.cpuUsage();
atlas.addMesh({ positions, indices });
atlas.generate({}, { resolution: 1024, padding: 2 });
const seconds = (performance.now() - start) / 1000;
const cpu = process.cpuUsage(startCpu);
const mesh = atlas.getMesh(0);
const uv = new Float32Array(6 * triangles);
mesh.indices.forEach((vertex, corner) => uv.set(mesh.vertices[vertex].uv, 2 * corner));
writeFileSync(output, new Uint8Array(uv.buffer));
let covered = 0;
for (let i = 0; i < uv.length; i += 6) {
  covered += Math.abs((uv[i + 2] - uv[i]) * (uv[i + 5] - uv[i + 1]) - (uv[i + 4] - uv[i]) * (uv[i + 3] - uv[i + 1])) / 2;
}
console.log(
  JSON.stringify({
    charts: atlas.chartCount,
    used: covered / (atlas.width * atlas.height * atlas.atlasCount),
    reported: atlas.getUtilization(0),
    width: atlas.width,
    height: atlas.height,
    atlases: atlas.atlasCount,
    seconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }),
);
