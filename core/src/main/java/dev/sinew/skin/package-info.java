/**
 * The skinning models: each a {@link dev.sinew.model.Deformer} built from a part of a character.
 *
 * <p>The linear ones share inner loops, in plain Java and over the Vector API; {@link
 * dev.sinew.skin.kernel.Kernel} says which run. {@link dev.sinew.skin.Crowd} deforms many instances
 * on several threads.
 */
@NullMarked
package dev.sinew.skin;

import org.jspecify.annotations.NullMarked;
