/**
 * The side of a batch that starts workers: jobs, child processes, and manifests of their rows. It
 * uses nothing but the JDK of Java 17 and gson, so that runners of other modules can share it.
 */
@NullMarked
package dev.sinew.batch.child;

import org.jspecify.annotations.NullMarked;
