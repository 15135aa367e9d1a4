/**
 * Test meshes grouped by property, slow and obvious oracles, and access to shared data, for the
 * tests of all modules. Nothing of Sinew is imported here, so that oracles are independent of the
 * code under test.
 */
@NullMarked
package dev.sinew.testkit;

import org.jspecify.annotations.NullMarked;
