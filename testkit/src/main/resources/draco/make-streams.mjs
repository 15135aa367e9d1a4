// Writes streams.txt: streams of the reference encoder of Draco with the output of the reference decoder.
//   npm install draco3d@1.5.9 && node make-streams.mjs
// A line is: name, triangles, stream, and deflated values: triangles, points, attributes, then the points of
// the triangles as integers, and per attribute its id, its components and the values of all points as floats.
import draco3d from 'draco3d';
import fs from 'fs';
import zlib from 'zlib';

const encoders = await draco3d.createEncoderModule({});
const decoders = await draco3d.createDecoderModule({});

/** A sphere of rows and columns; with a seam in the texture, and without some triangles. */
function sphere(columns, rows, seam, hole) {
  const mesh = {position: [], normal: [], uv: [], joints: [], weights: [], triangles: []};
  const points = seam ? columns + 1 : columns;
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < points; i++) {
      const a = 2 * Math.PI * i / columns;
      const b = Math.PI * (j + 0.5) / rows;
      mesh.position.push(Math.cos(a) * Math.sin(b), 1.3 * Math.cos(b), Math.sin(a) * Math.sin(b) + 0.1 * Math.sin(5 * a));
      mesh.normal.push(Math.cos(a) * Math.sin(b), Math.cos(b), Math.sin(a) * Math.sin(b));
      mesh.uv.push(i / columns, j / rows);
      mesh.joints.push(j % 3, (j + 1) % 3, 0, 0);
      mesh.weights.push(0.75, 0.25, 0, 0);
    }
  }
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * points + i;
      const b = j * points + (i + 1) % points;
      if ((i + 2 * j) % hole) mesh.triangles.push(a, b, a + points);
      if ((i + 3 * j) % hole) mesh.triangles.push(b, b + points, a + points);
    }
  }
  return mesh;
}

/** Triangles of points anywhere, with edges of more than two triangles. */
function tangle() {
  const mesh = {position: [], triangles: []};
  for (let i = 0; i < 24; i++) mesh.position.push(Math.sin(i * 12.9), Math.sin(i * 78.2), Math.sin(i * 37.7));
  for (let t = 0; t < 40; t++) mesh.triangles.push((t * 7) % 24, (t * 11 + 1) % 24, (t * 13 + 2) % 24);
  mesh.triangles = mesh.triangles.filter((_, i, all) => {
    const [a, b, c] = all.slice(i - i % 3, i - i % 3 + 3);
    return a !== b && b !== c && a !== c;
  });
  return mesh;
}

function encode(mesh, edgebreaker, speed, quantized) {
  const builder = new encoders.MeshBuilder();
  const draco = new encoders.Mesh();
  const encoder = new encoders.Encoder();
  const points = mesh.position.length / 3;
  builder.AddFacesToMesh(draco, mesh.triangles.length / 3, new Uint32Array(mesh.triangles));
  builder.AddFloatAttributeToMesh(draco, encoders.POSITION, points, 3, new Float32Array(mesh.position));
  if (mesh.normal) {
    builder.AddFloatAttributeToMesh(draco, encoders.NORMAL, points, 3, new Float32Array(mesh.normal));
    builder.AddFloatAttributeToMesh(draco, encoders.TEX_COORD, points, 2, new Float32Array(mesh.uv));
    builder.AddUInt8Attribute(draco, encoders.GENERIC, points, 4, new Uint8Array(mesh.joints));
    builder.AddFloatAttributeToMesh(draco, encoders.GENERIC, points, 4, new Float32Array(mesh.weights));
  }
  encoder.SetEncodingMethod(edgebreaker ? encoders.MESH_EDGEBREAKER_ENCODING : encoders.MESH_SEQUENTIAL_ENCODING);
  encoder.SetSpeedOptions(speed, speed);
  if (quantized) {
    encoder.SetAttributeQuantization(encoders.POSITION, 12);
    encoder.SetAttributeQuantization(encoders.NORMAL, 8);
    encoder.SetAttributeQuantization(encoders.TEX_COORD, 10);
    encoder.SetAttributeQuantization(encoders.GENERIC, 8);
  }
  const out = new encoders.DracoInt8Array();
  const length = encoder.EncodeMeshToDracoBuffer(draco, out);
  return Buffer.from(Int8Array.from({length}, (_, i) => out.GetValue(i)).buffer);
}

function decode(bytes) {
  const decoder = new decoders.Decoder();
  const mesh = new decoders.Mesh();
  decoder.DecodeArrayToMesh(new Int8Array(bytes), bytes.length, mesh);
  const points = mesh.num_points();
  const parts = [Int32Array.of(mesh.num_faces(), points, mesh.num_attributes())];
  const face = new decoders.DracoInt32Array();
  for (let f = 0; f < mesh.num_faces(); f++) {
    decoder.GetFaceFromMesh(mesh, f, face);
    parts.push(Int32Array.of(face.GetValue(0), face.GetValue(1), face.GetValue(2)));
  }
  for (let a = 0; a < mesh.num_attributes(); a++) {
    const attribute = decoder.GetAttribute(mesh, a);
    const values = new decoders.DracoFloat32Array();
    decoder.GetAttributeFloatForAllPoints(mesh, attribute, values);
    parts.push(Int32Array.of(attribute.unique_id(), attribute.num_components()));
    parts.push(Float32Array.from({length: points * attribute.num_components()}, (_, i) => values.GetValue(i)));
  }
  return {faces: mesh.num_faces(), values: Buffer.concat(parts.map(p => Buffer.from(p.buffer)))};
}

const seam = sphere(9, 7, true, 1e9);
const holes = sphere(11, 8, true, 7);
// From 1,000 triangles on, the encoder codes symbols by valence.
const large = sphere(26, 24, true, 11);
const closed = sphere(8, 6, false, 1e9);
const streams = [
  ['seam-slowest', encode(seam, true, 0, true)],
  ['seam-slow', encode(seam, true, 3, true)],
  ['seam-fast', encode(seam, true, 7, true)],
  ['seam-fastest', encode(seam, true, 10, true)],
  ['holes-slowest', encode(holes, true, 0, true)],
  ['holes-middle', encode(holes, true, 5, true)],
  ['holes-plain', encode(holes, true, 5, false)],
  ['positions', encode({position: holes.position, triangles: holes.triangles}, true, 5, true)],
  ['large', encode({position: large.position, triangles: large.triangles}, true, 1, true)],
  ['closed', encode(closed, true, 2, true)],
  ['tangle', encode(tangle(), true, 4, true)],
  ['in-order', encode(seam, false, 5, true)],
  ['in-order-fastest', encode(seam, false, 10, false)],
];
fs.writeFileSync(
  new URL('streams.txt', import.meta.url),
  streams.map(([name, bytes]) => {
    const {faces, values} = decode(bytes);
    return [name, faces, bytes.toString('base64'), zlib.deflateRawSync(values, {level: 9}).toString('base64')].join(' ') + '\n';
  }).join(''));
