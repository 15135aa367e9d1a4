/** One short program per job. Each is run by a test. */
@NullMarked
package dev.sinew.examples;

import org.jspecify.annotations.NullMarked;
