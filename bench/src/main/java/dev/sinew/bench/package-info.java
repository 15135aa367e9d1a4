/** Benchmarks of the hot paths; bench/README.md describes how to run them. */
@NullMarked
package dev.sinew.bench;

import org.jspecify.annotations.NullMarked;
