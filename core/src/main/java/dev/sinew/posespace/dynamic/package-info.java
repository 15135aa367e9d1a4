/** Correctives that depend on motion: springs on vertices, and keys of joint accelerations. */
@NullMarked
package dev.sinew.posespace.dynamic;

import org.jspecify.annotations.NullMarked;
