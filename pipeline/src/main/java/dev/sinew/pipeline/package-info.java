/**
 * One step per command: reads files, calls a verb of core, writes files and reports. Options are
 * records, and so are reports.
 *
 * <p>Reports become JSON: the name of a component is its key.
 */
@NullMarked
package dev.sinew.pipeline;

import org.jspecify.annotations.NullMarked;
