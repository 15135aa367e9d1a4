/** Biovision BVH: a skeleton and its captured motion. */
@NullMarked
package dev.sinew.io.bvh;

import org.jspecify.annotations.NullMarked;
