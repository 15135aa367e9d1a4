/** The open models, within a limit of memory, and the routes that list, open and serve them. */
@NullMarked
package dev.sinew.studio.model;

import org.jspecify.annotations.NullMarked;
