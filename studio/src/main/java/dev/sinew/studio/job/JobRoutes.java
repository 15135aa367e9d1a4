package dev.sinew.studio.job;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.sinew.studio.http.Refusal;
import dev.sinew.studio.http.Request;
import dev.sinew.studio.http.Response;
import dev.sinew.studio.http.Routes;
import dev.sinew.studio.http.SecurityHeaders;
import dev.sinew.studio.model.ModelStore;
import dev.sinew.studio.model.OpenModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lists the commands; starts, watches and cancels jobs. */
public final class JobRoutes {
  private static final int MAX_MODELS = 64;
  private static final int MAX_BODY = 1 << 16;

  private final JobRunner runner;
  private final ModelStore store;

  private JobRoutes(JobRunner runner, ModelStore store) {
    this.runner = runner;
    this.store = store;
  }

  /** Adds the routes. */
  public static void add(JobRunner runner, ModelStore store, Routes routes) {
    JobRoutes here = new JobRoutes(runner, store);
    routes
        .add("GET", "api/verbs", request -> Response.json(runner.commands().verbs()))
        .add("GET", "api/jobs", request -> here.list())
        .add("POST", "api/jobs", here::start)
        .add("GET", "api/jobs/*", request -> Response.json(here.job(request).view()))
        .add("DELETE", "api/jobs/*", here::cancel)
        .add("GET", "api/jobs/*/report.html", here::page);
  }

  private Job job(Request request) {
    return runner.get(request.path().get(2));
  }

  private Response list() {
    return Response.json(runner.all().stream().map(Job::view).toList());
  }

  private Response cancel(Request request) {
    job(request).cancellation().cancel();
    return Response.done();
  }

  private Response page(Request request) {
    Job.Result result = job(request).result();
    if (result == null) {
      throw Refusal.notFound("the job has no report");
    }
    Response page =
        Response.html(result.page())
            .with("Content-Security-Policy", SecurityHeaders.SELF_CONTAINED);
    return request.text("download").isEmpty()
        ? page
        : page.with("Content-Disposition", "attachment; filename=\"report.html\"");
  }

  private Response start(Request request) throws IOException {
    JsonObject body = parse(request.body());
    String name = text(body.get("verb"), "verb");
    Verb verb =
        runner.commands().verbs().stream()
            .filter(one -> one.verb().equals(name))
            .findFirst()
            .orElseThrow(() -> Refusal.badRequest("no verb '" + name + "'"));
    List<OpenModel> models = models(body, verb);
    Set<OpenModel> files = new LinkedHashSet<>(models);
    Map<String, String> options = options(body, verb, files);
    JsonObject started = new JsonObject();
    started.addProperty("id", runner.start(verb, models, List.copyOf(files), options).id());
    return Response.json(started);
  }

  private static JsonObject parse(byte[] body) {
    if (body.length > MAX_BODY) {
      throw new Refusal(413, "expected at most " + MAX_BODY + " bytes");
    }
    try {
      if (JsonParser.parseString(new String(body, StandardCharsets.UTF_8))
          instanceof JsonObject object) {
        return object;
      }
    } catch (JsonParseException | StackOverflowError e) {
      // Refused below.
    }
    throw Refusal.badRequest("expected a JSON object");
  }

  private List<OpenModel> models(JsonObject body, Verb verb) {
    List<OpenModel> models = new ArrayList<>();
    if (body.get("models") instanceof JsonArray ids && ids.size() <= MAX_MODELS) {
      ids.forEach(id -> models.add(store.get(text(id, "models"))));
    }
    int least = verb.needs().equals(Verb.TWO) ? 2 : 1;
    int most = verb.needs().equals(Verb.SHAPES) ? MAX_MODELS : least;
    if (models.size() < least || models.size() > most) {
      throw Refusal.badRequest(
          "models: expected "
              + (most > least ? "at least " : "")
              + least
              + ", got "
              + models.size());
    }
    return models;
  }

  /** Returns the options as text; adds the models that options name to the files. */
  private Map<String, String> options(JsonObject body, Verb verb, Set<OpenModel> files) {
    Map<String, String> options = new HashMap<>();
    if (body.get("options") instanceof JsonObject given) {
      for (Map.Entry<String, JsonElement> entry : given.entrySet()) {
        Verb.Option option =
            verb.option(entry.getKey())
                .orElseThrow(
                    () ->
                        Refusal.badRequest(
                            verb.verb() + " has no option '" + entry.getKey() + "'"));
        if (!entry.getValue().isJsonNull()) {
          String value = text(entry.getValue(), option.name());
          if (option.kind().equals("model") && !value.isEmpty()) {
            OpenModel model = store.get(value);
            files.add(model);
            value = model.name();
          }
          options.put(option.name(), value);
        }
      }
    }
    return options;
  }

  private static String text(JsonElement value, String what) {
    if (value instanceof JsonPrimitive primitive) {
      return primitive.getAsString();
    }
    throw Refusal.badRequest(what + ": expected one value");
  }
}
