package dev.sinew.studio.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request that passed the {@link Gate}.
 *
 * @param method GET, POST or DELETE
 * @param path the segments of the path behind the token; none is empty or has other characters than
 *     letters, digits, dots, hyphens and underscores
 * @param query the parameters, decoded
 * @param body the whole body; kept, not copied
 */
public record Request(String method, List<String> path, Map<String, String> query, byte[] body) {
  /** The longest query, in characters. */
  private static final int MAX_QUERY = 8192;

  /** Copies path and query. */
  public Request {
    path = List.copyOf(path);
    query = Map.copyOf(query);
  }

  /** Returns a parameter; empty if it is missing or empty. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
  }

  /** Returns a parameter that is a finite number. */
  public Optional<Double> number(String name) {
    return text(name)
        .map(
            value -> {
              try {
                double number = Double.parseDouble(value);
                if (Double.isFinite(number)) {
                  return number;
                }
              } catch (NumberFormatException e) {
                // Refused below.
              }
              throw Refusal.badRequest(name + ": expected a number, got '" + value + "'");
            });
  }

  /** Decodes a query; refuses what is no UTF-8. */
  static Map<String, String> parseQuery(String raw) {
    if (raw.length() > MAX_QUERY) {
      throw new Refusal(414, "the address is too long");
    }
    Map<String, String> query = new LinkedHashMap<>();
    for (String pair : raw.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (!pair.isEmpty()) {
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        query.put(decode(name), decode(value));
      }
    }
    return query;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest("the address is not encoded as it should be");
    }
  }
}
