/** The built-in collapse prices. Internal: {@code SimplifyMethod} names them. */
@NullMarked
package dev.sinew.simplify.price;

import org.jspecify.annotations.NullMarked;
