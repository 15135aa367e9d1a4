/** Biovision BVH: a skeleton and its captured motion, and the mapping to another skeleton. */
@NullMarked
package dev.sinew.io.bvh;

import org.jspecify.annotations.NullMarked;
