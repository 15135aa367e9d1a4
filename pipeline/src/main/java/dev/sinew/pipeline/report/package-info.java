/** Reports as pages: one self-contained HTML file each, with tables, plots and pictures. */
@NullMarked
package dev.sinew.pipeline.report;

import org.jspecify.annotations.NullMarked;
