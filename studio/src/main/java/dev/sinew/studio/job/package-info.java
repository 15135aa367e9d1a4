/**
 * Jobs: commands that run on open models. A job is the command line that does the same on files, so
 * there is one way to run a command; its files are in a private folder that is deleted with it.
 */
@NullMarked
package dev.sinew.studio.job;

import org.jspecify.annotations.NullMarked;
