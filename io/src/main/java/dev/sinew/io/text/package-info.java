/**
 * What the text formats share: walking over bytes, numbers out of digits, and the line in errors.
 */
@NullMarked
package dev.sinew.io.text;

import org.jspecify.annotations.NullMarked;
