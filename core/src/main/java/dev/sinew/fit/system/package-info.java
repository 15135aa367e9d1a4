/** The rows, regions and small systems that fits are solved with; internal. */
@NullMarked
package dev.sinew.fit.system;

import org.jspecify.annotations.NullMarked;
