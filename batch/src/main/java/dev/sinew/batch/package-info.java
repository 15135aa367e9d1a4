/**
 * Recipes over libraries of characters: what a recipe says, which files there are, workers that do
 * it file by file, the pool of their processes, and the page of the results.
 */
@NullMarked
package dev.sinew.batch;

import org.jspecify.annotations.NullMarked;
