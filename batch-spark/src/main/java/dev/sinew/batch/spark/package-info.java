/**
 * Recipes over libraries of characters on a Spark cluster. Executors start the same workers as the
 * runner on one machine; rows come back to the driver, which writes the manifest.
 */
package dev.sinew.batch.spark;
