/** Reads what commands are given: models, examples, motions, ranges, markers, patterns of files. */
@NullMarked
package dev.sinew.pipeline.input;

import org.jspecify.annotations.NullMarked;
