/**
 * The HTTP server of the studio: requests, responses, who may send them, and limits against
 * overload.
 */
@NullMarked
package dev.sinew.studio.http;

import org.jspecify.annotations.NullMarked;
