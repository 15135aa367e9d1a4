/**
 * Skinned characters from example meshes: bones and their motions, influence sets, skinning models
 * and skeletons, found from shapes in correspondence alone or from a given rig. Helper joints for
 * characters that there are.
 *
 * <p>Where examples are fitted, all lengths are in units of the reference's longest box side,
 * measured from the box's centre. Motions carry the reference's space to a frame's: a bone j has a
 * 3×4 matrix M_j^k in every frame k.
 */
@NullMarked
package dev.sinew.fit;

import org.jspecify.annotations.NullMarked;
