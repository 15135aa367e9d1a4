/** Data that the page draws: inputs of its vertex shaders, levels of detail, crowds. */
@NullMarked
package dev.sinew.studio.scene;

import org.jspecify.annotations.NullMarked;
