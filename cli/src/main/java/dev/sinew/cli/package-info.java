/** The {@code sinew} command: one class per verb, each a thin face of a pipeline step. */
@NullMarked
package dev.sinew.cli;

import org.jspecify.annotations.NullMarked;
