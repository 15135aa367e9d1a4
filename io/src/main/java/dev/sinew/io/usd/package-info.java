/** Universal Scene Description: characters of glTF documents as text layers and packages. */
@NullMarked
package dev.sinew.io.usd;

import org.jspecify.annotations.NullMarked;
