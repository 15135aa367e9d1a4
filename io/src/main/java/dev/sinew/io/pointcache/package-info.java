/**
 * Point caches: the positions of a mesh's vertices, frame after frame, as PC2 and MDD store them.
 */
@NullMarked
package dev.sinew.io.pointcache;

import org.jspecify.annotations.NullMarked;
