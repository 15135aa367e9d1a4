/** Inputs of commands: models, examples, motions, ranges, markers, and patterns of files. */
@NullMarked
package dev.sinew.pipeline.input;

import org.jspecify.annotations.NullMarked;
