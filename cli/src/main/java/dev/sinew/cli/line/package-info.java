/** What all commands share: words of the command line, failures, tables, progress, completion. */
@NullMarked
package dev.sinew.cli.line;

import org.jspecify.annotations.NullMarked;
