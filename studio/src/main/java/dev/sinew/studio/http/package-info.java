/** Requests and answers, who may ask, and the limits that keep the server up. */
@NullMarked
package dev.sinew.studio.http;

import org.jspecify.annotations.NullMarked;
