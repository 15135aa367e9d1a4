// Shows the levels of detail of a file with MSFT_lod by distance with three.js.
import { LOD, MathUtils } from 'three';

/**
 * Puts every node that has levels into a THREE.LOD together with its levels. Distances follow from
 * MSFT_screencoverage, the least share of the screen's height at which a level is shown. Create
 * actions after this call, so that clips animate the levels too.
 *
 * @param gltf the result of GLTFLoader; its scene is changed
 * @param camera the perspective camera of the view
 * @param size the longest side of the character's box
 * @returns the THREE.LOD objects
 */
export async function showLevels(gltf, camera, size) {
  const { parser } = gltf;
  const made = [];
  for (const [number, { extensions, extras }] of parser.json.nodes.entries()) {
    const ids = extensions?.MSFT_lod?.ids;
    if (!ids) continue;
    const node = await parser.getDependency('node', number);
    const levels = await Promise.all(ids.map((id) => parser.getDependency('node', id)));
    const lod = new LOD();
    node.parent.add(lod);
    lod.addLevel(node, 0);
    levels.forEach((level, k) => {
      const share = extras?.MSFT_screencoverage?.[k] ?? 0.5 ** (k + 1);
      lod.addLevel(level, size / (2 * Math.tan(MathUtils.degToRad(camera.fov / 2)) * share));
    });
    made.push(lod);
  }
  return made;
}
