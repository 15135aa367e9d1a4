/**
 * The data model of a character: meshes, skeletons, poses, clips, influences, and the interface of
 * deformers.
 *
 * <p>Constructors copy and check their arguments, and throw {@link IllegalArgumentException} naming
 * both sizes. Readers of files repair what can be repaired before and report it as {@link
 * dev.sinew.model.Issue}s.
 */
@NullMarked
package dev.sinew.model;

import org.jspecify.annotations.NullMarked;
