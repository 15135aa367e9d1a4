/** Parsing of text files: words, numbers, and line numbers in errors. */
@NullMarked
package dev.sinew.io.text;

import org.jspecify.annotations.NullMarked;
