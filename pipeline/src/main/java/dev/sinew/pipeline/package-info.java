/**
 * One step per verb: an options record in, an outcome with a report record out. The command line, a
 * studio and a batch all call these and nothing below them.
 *
 * <p>Report records are the JSON: a component's name is its key.
 */
@NullMarked
package dev.sinew.pipeline;

import org.jspecify.annotations.NullMarked;
