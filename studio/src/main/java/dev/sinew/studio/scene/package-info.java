/** What the page draws with: data for its vertex shaders, levels of detail and crowds. */
@NullMarked
package dev.sinew.studio.scene;

import org.jspecify.annotations.NullMarked;
