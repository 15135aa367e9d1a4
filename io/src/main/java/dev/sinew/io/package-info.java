/** What all file formats share: how a bad file is reported, and how a good one is written whole. */
@NullMarked
package dev.sinew.io;

import org.jspecify.annotations.NullMarked;
