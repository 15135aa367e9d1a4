/**
 * Pose-space correctives: shapes that a skinning model misses, stored as offsets of the rest points
 * at example poses and interpolated over poses (Lewis, Cordner and Fong, "Pose Space Deformation",
 * 2000).
 *
 * <p>"The thesis on crowds" is D. Englesson, "Improving the visual quality of computer generated
 * crowds for feature film production", Linköping 2012; "the thesis on examples" is "Character
 * animation from examples", Nanyang Technological University.
 *
 * <p>A {@link dev.sinew.posespace.PoseDatabase} is a list of blocks. A block moves some vertices by
 * d(x) = Σ_r c_r(x) b_r, with offsets b_r over its vertices and c(x) = Mᵀ φ(x), where φ holds one
 * activation per database pose. All interpolators have this form: they differ in the distance
 * between poses, in φ, and in the number of blocks.
 */
@NullMarked
package dev.sinew.posespace;

import org.jspecify.annotations.NullMarked;
