/** The bones of human bodies, as files of avatars name them. */
@NullMarked
package dev.sinew.model.human;

import org.jspecify.annotations.NullMarked;
