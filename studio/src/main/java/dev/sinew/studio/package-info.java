/**
 * The studio: a server for one person on one machine. Its page shows open models, runs the commands
 * on them and plays crowds. {@link dev.sinew.studio.Studio} starts and stops it.
 */
@NullMarked
package dev.sinew.studio;

import org.jspecify.annotations.NullMarked;
