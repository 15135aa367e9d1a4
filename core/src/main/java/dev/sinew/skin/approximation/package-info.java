/** Linear blend skins that come closest to other skins over poses. */
@NullMarked
package dev.sinew.skin.approximation;

import org.jspecify.annotations.NullMarked;
