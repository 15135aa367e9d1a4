package dev.sinew.studio.model;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.studio.http.Refusal;
import dev.sinew.studio.http.Request;
import dev.sinew.studio.http.Response;
import dev.sinew.studio.http.Routes;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lists, opens, closes and serves models. */
public final class ModelRoutes {
  private final ModelStore store;

  private ModelRoutes(ModelStore store) {
    this.store = store;
  }

  /** Adds the routes. */
  public static void add(ModelStore store, Routes routes) {
    ModelRoutes here = new ModelRoutes(store);
    routes
        .add("GET", "api/models", request -> here.list())
        .add("POST", "api/models", here::open)
        .add("GET", "api/samples", request -> Response.json(Samples.names()))
        .add("POST", "api/samples/*", here::openSample)
        .add("DELETE", "api/models/*", here::close)
        .add("GET", "api/models/*/file.glb", here::file)
        .add("GET", "api/models/*/parts", here::parts)
        .add("GET", "api/models/*/positions", here::positions)
        .add("GET", "api/models/*/bounds", here::bounds);
  }

  private Response list() throws IOException {
    List<ModelRow> rows = new ArrayList<>();
    for (OpenModel model : store.all()) {
      rows.add(ModelRow.of(model));
    }
    return Response.json(rows);
  }

  private Response open(Request request) throws IOException {
    String name = request.text("name").orElse("model");
    return row(store.add(name, request.body(), OpenModel.Source.FILE));
  }

  private Response openSample(Request request) throws IOException {
    return row(store.openSample(request.path().getLast()));
  }

  private Response close(Request request) {
    store.close(store.get(request.path().getLast()).id());
    return Response.done();
  }

  private static Response row(OpenModel model) throws IOException {
    return Response.json(ModelRow.of(model));
  }

  private OpenModel model(Request request) {
    return store.get(request.path().get(2));
  }

  private Response file(Request request) {
    OpenModel model = model(request);
    Response file = Response.bytes("model/gltf-binary", model.glb());
    if (request.text("download").isEmpty()) {
      return file;
    }
    String name = URLEncoder.encode(model.name(), StandardCharsets.UTF_8).replace("+", "%20");
    return file.with("Content-Disposition", "attachment; filename*=UTF-8''" + name + ".glb");
  }

  private Response parts(Request request) throws IOException {
    return Response.json(PrimitiveLayout.of(model(request).asset()));
  }

  private Response positions(Request request) throws IOException {
    OpenModel model = model(request);
    SkinnedCharacter character = model.character();
    Pose pose = character.restPose();
    request
        .text("clip")
        .ifPresent(clip -> character.clip(clip).sample(request.number("time").orElse(0.0), pose));
    SkinningMethod method =
        request.text("method").map(ModelRoutes::method).orElse(SkinningMethod.of(character));
    CharacterSurface.Posed posed = CharacterSurface.of(character, method).newPosed();
    posed.set(pose);
    return Response.bytes(
        "application/octet-stream", PrimitiveLayout.positions(model.asset(), posed));
  }

  private static SkinningMethod method(String name) {
    return Arrays.stream(SkinningMethod.values())
        .filter(method -> method.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Refusal.badRequest(
                    "method: expected one of "
                        + Arrays.toString(SkinningMethod.values())
                        + ", got "
                        + name));
  }

  private Response bounds(Request request) throws IOException {
    return Response.json(
        model(request)
            .derived(
                BoundsResult.class,
                asset -> {
                  try (RunContext context = store.work().context()) {
                    return Bounds.run(asset.character(), context);
                  }
                }));
  }
}
