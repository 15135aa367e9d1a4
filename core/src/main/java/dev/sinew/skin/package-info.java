/**
 * The skinning models. Each is a {@link dev.sinew.model.Deformer} of a part of a character.
 *
 * <p>The linear models share inner loops in plain Java and with the Vector API, selected by {@link
 * dev.sinew.skin.Kernel}.
 */
@NullMarked
package dev.sinew.skin;

import org.jspecify.annotations.NullMarked;
