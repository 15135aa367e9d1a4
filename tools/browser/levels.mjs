// Shows the levels of detail of a file with MSFT_lod by distance with three.js.
import { LOD, MathUtils } from 'three';

/**
 * Puts every node that has levels into a THREE.LOD together with its levels. SINEW_distances
 * are those from which on a level differs by less than a pixel where 1,080 lines show 50 degrees;
 * in files without them, MSFT_screencoverage is the least share of the screen's height at which a
 * level is shown. Create actions after this call, so that clips animate the levels too.
 *
 * @param gltf the result of GLTFLoader; its scene is changed
 * @param camera the perspective camera of the view
 * @param size the longest side of the character's box
 * @param lines the height of the view in pixels
 * @returns the THREE.LOD objects
 */
export async function showLevels(gltf, camera, size, lines = 1080) {
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
      const distance = extras?.SINEW_distances?.[k];
      const share = extras?.MSFT_screencoverage?.[k] ?? 0.5 ** (k + 1);
      const shown = 2 * Math.tan(MathUtils.degToRad(camera.fov / 2));
      const there = distance ? distance * 2 * Math.tan(MathUtils.degToRad(25)) : size / share;
      lod.addLevel(level, (there * (lines / 1080)) / shown);
    });
    made.push(lod);
  }
  return made;
}
