/**
 * Layers: sheets of a surface that lie close over each other and must keep their order in levels.
 */
@NullMarked
package dev.sinew.simplify.layer;

import org.jspecify.annotations.NullMarked;
