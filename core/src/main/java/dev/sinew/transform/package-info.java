/**
 * Moves, turns and scales whole characters, and changes their rest pose (Merry's thesis "Animation
 * Space", 2007, section 3.4).
 */
@NullMarked
package dev.sinew.transform;

import org.jspecify.annotations.NullMarked;
