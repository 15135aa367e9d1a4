/** UV atlases with the least stretch over all poses: charts, flat charts, packing. */
@NullMarked
package dev.sinew.unwrap;

import org.jspecify.annotations.NullMarked;
