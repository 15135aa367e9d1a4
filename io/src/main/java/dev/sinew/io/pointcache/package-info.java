/** Point caches in PC2 and MDD: the vertex positions of a mesh per frame. */
@NullMarked
package dev.sinew.io.pointcache;

import org.jspecify.annotations.NullMarked;
