/**
 * A small software renderer with a z-buffer: pictures of meshes, skeletons and error maps for
 * documents, reports and tests.
 *
 * <p>{@link Painter#paint} renders a {@link Scene} (a grid of {@link Item}s) into a {@link Picture}
 * of ARGB pixels; {@link DrawOptions} has the size, view and background. The same scene and options
 * give the same pixels on any number of threads. Colours with components from 0 to 1 are linear
 * RGB; colours as {@code 0xAARRGGBB} are sRGB.
 *
 * <p>The steps: a {@link Camera} is fitted to each item; for each band of rows {@link
 * VisibilityBand} finds the nearest triangle at every sample and {@link Shader} computes its
 * colour; samples are averaged in linear light; skeletons, text and the legend are drawn over the
 * result.
 */
@NullMarked
package dev.sinew.draw;

import org.jspecify.annotations.NullMarked;
