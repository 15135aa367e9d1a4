/** Limbs: level sets of a field, their Reeb graph, and the branches that poses have in common. */
@NullMarked
package dev.sinew.extract.graph;

import org.jspecify.annotations.NullMarked;
