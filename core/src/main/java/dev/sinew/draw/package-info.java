/**
 * A small software z-buffer: pictures of meshes, skeletons and error maps on any machine, for
 * documents, reports and tests.
 *
 * <p>{@link Painter#paint} turns a {@link Scene} (items side by side, each an {@link Item}) into a
 * {@link Picture} of plain ARGB pixels; {@link DrawOptions} says how large, from where and on what.
 * The same scene and options give the same pixels on any number of threads. Colours given to this
 * package as numbers from 0 to 1 are linear RGB; colours given as {@code 0xAARRGGBB} are sRGB.
 *
 * <p>How a picture comes about: a {@link Camera} is fitted to each item; a band of rows at a time,
 * {@link VisibilityBand} finds the nearest triangle at every sample and {@link Shader} lights it;
 * samples are averaged in linear light; skeletons, lettering and the legend are inked over the
 * result.
 */
@NullMarked
package dev.sinew.draw;

import org.jspecify.annotations.NullMarked;
