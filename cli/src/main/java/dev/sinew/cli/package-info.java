/** The {@code sinew} command: one class per command, each calls a pipeline step. */
@NullMarked
package dev.sinew.cli;

import org.jspecify.annotations.NullMarked;
