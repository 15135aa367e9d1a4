package dev.sinew.studio.http;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.sinew.pipeline.FlatRecords;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer.
 *
 * @param status the HTTP status
 * @param type the media type
 * @param body the bytes; kept, not copied
 * @param headers further headers
 */
public record Response(int status, String type, byte[] body, Map<String, String> headers) {
  private static final Gson GSON =
      new GsonBuilder()
          .setFieldNamingPolicy(FieldNamingPolicy.IDENTITY)
          .disableHtmlEscaping()
          .registerTypeAdapterFactory(new FlatRecords())
          .create();

  /** Copies the headers. */
  public Response {
    headers = Map.copyOf(headers);
  }

  /** Returns a value as JSON: a record, a list, a map or a JSON tree. */
  public static Response json(Object value) {
    return json(200, value);
  }

  private static Response json(int status, Object value) {
    return text(status, "application/json; charset=utf-8", GSON.toJson(value));
  }

  /** Returns an HTML page. */
  public static Response html(String page) {
    return text(200, "text/html; charset=utf-8", page);
  }

  /** Returns bytes of a media type. */
  public static Response bytes(String type, byte[] body) {
    return new Response(200, type, body, Map.of());
  }

  /** Returns an answer without a body: done. */
  public static Response done() {
    return new Response(204, "", new byte[0], Map.of());
  }

  /** Returns the answer to a request that is refused: its reason as JSON. */
  public static Response of(Refusal refusal) {
    String reason = String.valueOf(refusal.getMessage());
    if (reason.isEmpty()) {
      return new Response(refusal.status(), "", new byte[0], Map.of());
    }
    JsonObject error = new JsonObject();
    error.addProperty("message", reason);
    JsonObject answer = new JsonObject();
    answer.add("error", error);
    return json(refusal.status(), answer);
  }

  /** Returns the same with another header. */
  public Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Response(status, type, body, more);
  }

  private static Response text(int status, String type, String body) {
    return new Response(status, type, body.getBytes(StandardCharsets.UTF_8), Map.of());
  }
}
