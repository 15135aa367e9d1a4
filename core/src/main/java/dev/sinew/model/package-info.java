/**
 * What a character is made of: meshes, node trees, poses, clips, influences, and the contract of
 * everything that deforms.
 *
 * <p>Classes here are strict: their constructors copy and check, and throw {@link
 * IllegalArgumentException} naming both sizes. Files arrive through the tolerant forms of the
 * reading packages, which repair what can be repaired and say so.
 */
@NullMarked
package dev.sinew.model;

import org.jspecify.annotations.NullMarked;
