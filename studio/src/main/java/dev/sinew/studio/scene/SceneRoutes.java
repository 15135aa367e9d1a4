package dev.sinew.studio.scene;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.studio.http.Refusal;
import dev.sinew.studio.http.Request;
import dev.sinew.studio.http.Response;
import dev.sinew.studio.http.Routes;
import dev.sinew.studio.model.ModelStore;
import dev.sinew.studio.model.OpenModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** The routes of the data that the page draws. */
public final class SceneRoutes {
  private static final String PACK = "application/octet-stream";

  /** The most levels of a crowd. */
  private static final int MAX_LEVELS = 12;

  private final ModelStore store;
  private final SceneWork work;

  private SceneRoutes(ModelStore store) {
    this.store = store;
    work = new SceneWork(store.work());
  }

  public static void add(ModelStore store, Routes routes) {
    SceneRoutes made = new SceneRoutes(store);
    routes.add("GET", "api/models/*/method/*", made::method);
    routes.add("GET", "api/models/*/levels", made::levels);
    routes.add("GET", "api/models/*/level", made::level);
    routes.add("GET", "api/models/*/work", made::progress);
    routes.add("DELETE", "api/models/*/work", made::cancel);
    routes.add("POST", "api/crowd", made::crowd);
  }

  private Response progress(Request request) {
    return Response.json(work.state(store.get(request.path().get(2)).id()));
  }

  private Response cancel(Request request) {
    work.cancel(store.get(request.path().get(2)).id());
    return Response.done();
  }

  private interface Answer {
    Response get() throws IOException;
  }

  /** Answers with nothing if the computation was cancelled. */
  private static Response unlessCancelled(Answer answer) throws IOException {
    try {
      return answer.get();
    } catch (CancellationException e) {
      return Response.done();
    }
  }

  /** The bytes of a pack, as a type of its own among what is derived of a model. */
  private record Packed(List<byte[]> bytes) {
    static Packed of(byte[] one) {
      return new Packed(List.of(one));
    }

    Response response() {
      return Response.bytes(PACK, bytes.getFirst());
    }
  }

  /** Says which data of a method. */
  private record MethodKey(SkinningMethod method, int level) {}

  private Response method(Request request) throws IOException {
    OpenModel model = store.get(request.path().get(2));
    MethodKey key =
        new MethodKey(
            methodNamed(request.path().getLast()), request.number("level").orElse(0.0).intValue());
    return model
        .derived(
            key,
            Packed.class,
            asset -> Packed.of(ShaderData.of(levelOf(asset, key.level), key.method)))
        .response();
  }

  private static SkinningMethod methodNamed(String name) {
    return Arrays.stream(SkinningMethod.values())
        .filter(method -> method.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> Refusal.notFound("no skinning model '" + name + "'"));
  }

  private static GltfAsset levelOf(GltfAsset asset, int level) throws IOException {
    return asset.levelCount() == 1 && level == 0 ? asset : asset.level(level);
  }

  /** The range of the slider, after pricing. */
  private Response levels(Request request) throws IOException {
    return unlessCancelled(
        () -> {
          LevelSlider slider = slider(store.get(request.path().get(2)));
          JsonObject out = new JsonObject();
          out.addProperty("triangles", slider.triangles());
          out.addProperty("fewest", slider.fewestTriangles());
          return Response.json(out);
        });
  }

  private Response level(Request request) throws IOException {
    OpenModel model = store.get(request.path().get(2));
    int triangles =
        request
            .number("triangles")
            .map(Double::intValue)
            .orElseThrow(() -> Refusal.badRequest("triangles: expected a number"));
    LevelSlider slider = slider(model);
    try (RunContext context = store.work().context()) {
      if (request.text("format").equals(Optional.of("glb"))) {
        return Response.bytes("model/gltf-binary", slider.document(triangles, context).toGlb());
      }
      return Response.bytes(PACK, slider.data(triangles, context));
    }
  }

  private LevelSlider slider(OpenModel model) throws IOException {
    return model.derived(
        LevelSlider.class,
        asset -> work.run(model.id(), context -> new LevelSlider(asset, context)));
  }

  private Response crowd(Request request) throws IOException {
    JsonObject body = parse(request);
    OpenModel model = store.get(text(body, "model"));
    CrowdData.Request wanted = crowdRequest(body);
    return unlessCancelled(
        () ->
            model
                .derived(
                    wanted,
                    Packed.class,
                    asset -> {
                      GltfAsset original = levelOf(asset, 0);
                      return work.run(
                          model.id(),
                          context -> Packed.of(CrowdData.of(original, wanted, context)));
                    })
                .response());
  }

  private static JsonObject parse(Request request) {
    try {
      return JsonParser.parseString(new String(request.body(), StandardCharsets.UTF_8))
          .getAsJsonObject();
    } catch (JsonParseException | IllegalStateException e) {
      throw Refusal.badRequest("expected a JSON object");
    }
  }

  private static String text(JsonObject body, String name) {
    JsonElement value = body.get(name);
    if (value == null || !value.isJsonPrimitive()) {
      throw Refusal.badRequest(name + ": expected a value");
    }
    return value.getAsString();
  }

  private static CrowdData.Request crowdRequest(JsonObject body) {
    try {
      JsonArray ratios = body.getAsJsonArray("ratios");
      List<Double> shares = new ArrayList<>();
      for (int i = 0; ratios != null && i < Math.min(MAX_LEVELS, ratios.size()); i++) {
        shares.add(ratios.get(i).getAsDouble());
      }
      String levels = text(body, "levels").toUpperCase(Locale.ROOT);
      return new CrowdData.Request(CrowdData.Levels.valueOf(levels), shares);
    } catch (IllegalArgumentException | ClassCastException | IllegalStateException e) {
      throw Refusal.badRequest("crowd: expected levels and falling ratios: " + e.getMessage());
    }
  }
}
