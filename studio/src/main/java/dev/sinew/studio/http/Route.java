package dev.sinew.studio.http;

import java.io.IOException;

/** Answers the requests of one pattern of paths. Called by several threads at once. */
@FunctionalInterface
public interface Route {
  /**
   * Answers a request.
   *
   * @param request a request whose method and path fit
   * @throws Refusal with a status and a sentence for the user
   * @throws IOException if a model cannot be read; the answer is status 400 with the message
   * @throws IllegalArgumentException if the request does not fit the model; likewise
   */
  Response answer(Request request) throws IOException;
}
