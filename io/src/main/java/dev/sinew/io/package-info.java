/** The registry of file formats, errors of malformed files, and atomic output. */
@NullMarked
package dev.sinew.io;

import org.jspecify.annotations.NullMarked;
