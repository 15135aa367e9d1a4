/** Reports as pages: figures as tables, plots, pictures; one self-contained HTML file each. */
@NullMarked
package dev.sinew.pipeline.report;

import org.jspecify.annotations.NullMarked;
