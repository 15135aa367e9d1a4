/**
 * Fits skinned characters to example meshes in correspondence: bones and their motions, influence
 * sets, skins and skeletons. Bones are found from the shapes or given by a rig.
 *
 * <p>All lengths are in units of the reference's longest box side, relative to the centre of the
 * box. A motion maps the space of the reference to that of a frame: bone j has a 3×4 matrix M_j^k
 * in frame k.
 */
@NullMarked
package dev.sinew.fit;

import org.jspecify.annotations.NullMarked;
