/** The built-in prices of collapses, which {@code SimplifyMethod} names. Internal. */
@NullMarked
package dev.sinew.simplify.price;

import org.jspecify.annotations.NullMarked;
