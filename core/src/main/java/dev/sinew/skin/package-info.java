/**
 * The skinning models: each a {@link dev.sinew.model.Deformer} built from a part of a character.
 */
@NullMarked
package dev.sinew.skin;

import org.jspecify.annotations.NullMarked;
