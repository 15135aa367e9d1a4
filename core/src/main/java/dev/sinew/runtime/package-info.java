/**
 * Drawing characters with levels of detail: which are in view, which level is enough, and smooth
 * changes between levels (Merry's thesis "Animation Space", 2007, sections 7.2 and 7.3).
 */
@NullMarked
package dev.sinew.runtime;

import org.jspecify.annotations.NullMarked;
