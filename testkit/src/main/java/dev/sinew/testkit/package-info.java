/**
 * Meshes grouped by property, slow obvious oracles, and the way to data from outside, for every
 * module's tests. Nothing of Sinew is imported here, so that what an oracle says is independent of
 * the code it judges.
 */
@NullMarked
package dev.sinew.testkit;

import org.jspecify.annotations.NullMarked;
