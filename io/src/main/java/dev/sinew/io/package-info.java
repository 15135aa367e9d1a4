/**
 * Files as a run sees them: known formats, errors that name the place, and outputs that appear
 * whole or not at all.
 */
@NullMarked
package dev.sinew.io;

import org.jspecify.annotations.NullMarked;
