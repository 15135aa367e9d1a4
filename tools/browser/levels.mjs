// Levels of detail of a file with MSFT_lod, shown by distance with three.js.
import { LOD, MathUtils } from 'three';

/**
 * Puts every node that has levels into a THREE.LOD, its levels beside it. Distances come from
 * MSFT_screencoverage, the least share of the screen's height at which a level is shown. Clips
 * find the levels of nodes they move or morph when actions are made after this.
 *
 * @param gltf what GLTFLoader gives; its scene is changed
 * @param camera the perspective camera it will be seen by
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
