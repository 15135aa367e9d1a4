/** Parts that commands share: option groups, failures, tables, progress, completion. */
@NullMarked
package dev.sinew.cli.line;

import org.jspecify.annotations.NullMarked;
