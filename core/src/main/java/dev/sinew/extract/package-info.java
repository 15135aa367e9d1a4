/**
 * Skeletons from shapes: a skeleton inside one mesh, or inside example meshes of different
 * triangulations together with its pose in each (the thesis "Character animation from examples",
 * chapters 3 and 4). {@link dev.sinew.extract.SkeletonExtraction} is the verb.
 */
@NullMarked
package dev.sinew.extract;

import org.jspecify.annotations.NullMarked;
