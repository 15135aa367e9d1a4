package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads animation stacks as clips. A track has the keys of all curves that it depends on, and where
 * these do not go in lines, the frames of the file between them. So it is exact at the keys and at
 * those frames.
 */
final class FbxClips {
  private static final double TICKS_PER_SECOND = 46_186_158_000.0;
  private static final double NEW_TICKS_PER_SECOND = 141_120_000.0;
  private static final long NEW_TICKS_VERSION = 8000;
  private static final long OLD_TICKS = 127;

  /** Frames per second of the time modes; 0 is that of the file's own rate. */
  private static final double[] RATES = {
    30, 120, 100, 60, 50, 48, 30, 30, 29.97, 29.97, 25, 24, 1000, 23.976, 0, 96, 72, 59.94
  };

  private static final int CUSTOM_RATE = 14;
  private static final double DEFAULT_RATE = 30;

  /** Times beyond this stand for none. */
  private static final double UNKNOWN_TIME = 0x1p62;

  private static final double[] ONE = {1, 1, 1};

  private final FbxScene scene;
  private final FbxSpace space;
  private final FbxHierarchy nodes;
  private final Map<Integer, FbxShapes> shapes;
  private final List<Issue> issues;
  private final double ticksPerSecond;
  private final double frame;
  private final Map<FbxObject, FbxCurve> curves = new HashMap<>();
  private final Map<String, Integer> ignored = new TreeMap<>();

  /**
   * @param shapes the blend shapes of the nodes that show meshes with some
   */
  FbxClips(
      FbxScene scene,
      FbxSpace space,
      FbxHierarchy nodes,
      Map<Integer, FbxShapes> shapes,
      List<Issue> issues)
      throws MalformedAssetException {
    this.scene = scene;
    this.space = space;
    this.nodes = nodes;
    this.shapes = shapes;
    this.issues = issues;
    ticksPerSecond = ticksPerSecond(scene);
    long mode = scene.settings().integer("TimeMode", 0);
    double rate =
        mode == CUSTOM_RATE
            ? scene.settings().number("CustomFrameRate", DEFAULT_RATE)
            : mode >= 0 && mode < RATES.length ? RATES[(int) mode] : DEFAULT_RATE;
    frame = ticksPerSecond / (rate >= 1 && rate <= 1000 ? rate : DEFAULT_RATE);
  }

  private static double ticksPerSecond(FbxScene scene) {
    long definition =
        scene
            .root()
            .find("FBXHeaderExtension")
            .flatMap(header -> header.find("OtherFlags"))
            .flatMap(flags -> flags.find("TCDefinition"))
            .flatMap(value -> value.integer(0))
            .orElse(0L);
    return scene.version() >= NEW_TICKS_VERSION && definition != OLD_TICKS
        ? NEW_TICKS_PER_SECOND
        : TICKS_PER_SECOND;
  }

  /** Returns the clips; joints of tracks are indices of nodes. */
  List<Clip> read() throws MalformedAssetException {
    List<Clip> clips = new ArrayList<>();
    for (FbxObject stack : scene.all("AnimationStack", "")) {
      Clip clip = clip(stack, clips.size());
      if (clip.tracks().isEmpty()) {
        issues.add(Issue.info(stack.title(), "moves nothing that is read; left out"));
      } else {
        clips.add(clip);
      }
    }
    ignored.forEach(
        (property, count) ->
            issues.add(Issue.info("AnimationCurveNode", property + ": not read (" + count + ")")));
    return clips;
  }

  private Clip clip(FbxObject stack, int index) throws MalformedAssetException {
    Map<FbxObject, Map<String, FbxAnimated>> moved = new LinkedHashMap<>();
    int layers = 0;
    for (FbxObject layer : scene.below(stack, "AnimationLayer", "")) {
      if (layer.integer("Mute", 0) == 0) {
        addLayer(layer, moved);
        layers++;
      }
    }
    if (layers > 1) {
      issues.add(
          Issue.info(
              stack.title(),
              layers + " layers are joined into one; rotations are added by angles"));
    }
    FbxSampler sampler = new FbxSampler(stack.node(), startOf(stack, moved), ticksPerSecond, frame);
    List<Clip.Track> tracks = new ArrayList<>();
    for (int node = 0; node < nodes.models().size(); node++) {
      addTracks(node, moved, sampler, tracks);
    }
    for (Map.Entry<Integer, FbxShapes> shown : shapes.entrySet()) {
      addWeights(shown.getKey(), shown.getValue(), moved, sampler, tracks);
    }
    return new Clip(stack.name().isEmpty() ? "clip " + index : stack.name(), tracks);
  }

  /** Returns the time at which a clip begins: where the file says, unless keys are before. */
  private static long startOf(FbxObject stack, Map<FbxObject, Map<String, FbxAnimated>> moved)
      throws MalformedAssetException {
    long first =
        moved.values().stream()
            .flatMap(properties -> properties.values().stream())
            .flatMap(FbxAnimated::curves)
            .mapToLong(curve -> curve.times()[0])
            .min()
            .orElse(0);
    double declared = stack.number("LocalStart", 0);
    return Math.abs(declared) < UNKNOWN_TIME ? Math.min(first, (long) declared) : first;
  }

  private void addTracks(
      int node,
      Map<FbxObject, Map<String, FbxAnimated>> moved,
      FbxSampler sampler,
      List<Clip.Track> tracks)
      throws MalformedAssetException {
    FbxModel model = nodes.models().get(node);
    FbxAnimated t = animated(model, FbxModel.TRANSLATION, moved);
    FbxAnimated r = animated(model, FbxModel.ROTATION, moved);
    FbxAnimated s = animated(model, FbxModel.SCALING, moved);
    int parent = model.dropsParentScale() ? nodes.parent(node) : FbxHierarchy.NO_PARENT;
    FbxAnimated above =
        parent == FbxHierarchy.NO_PARENT
            ? new FbxAnimated(ONE)
            : animated(nodes.models().get(parent), FbxModel.SCALING, moved);
    FbxSampler.Values all =
        (time, before) -> {
          double[] out = new double[10];
          model.compute(
              t.at(time, before),
              r.at(time, before),
              s.at(time, before),
              above.at(time, before),
              out);
          space.move(out, 0);
          space.turnRotation(out, 3);
          space.turnScale(out, 7);
          return out;
        };
    boolean turns = r.curves().anyMatch(FbxCurve::glides);
    boolean bends =
        Stream.of(t, s, above).flatMap(FbxAnimated::curves).anyMatch(FbxCurve::isCurved);
    List<FbxAnimated> moving = model.hasPivots() ? List.of(t, r, s) : List.of(t);
    sampler.add(
        new FbxSampler.Drive(
            node, Clip.Property.TRANSLATION, moving, bends || (turns && model.hasPivots())),
        (time, before) -> Arrays.copyOfRange(all.at(time, before), 0, 3),
        tracks);
    sampler.add(
        new FbxSampler.Drive(node, Clip.Property.ROTATION, List.of(r, above), turns),
        (time, before) -> Arrays.copyOfRange(all.at(time, before), 3, 7),
        tracks);
    sampler.add(
        new FbxSampler.Drive(
            node,
            Clip.Property.SCALE,
            List.of(s, above),
            bends || above.curves().findAny().isPresent()),
        (time, before) -> Arrays.copyOfRange(all.at(time, before), 7, 10),
        tracks);
  }

  private static FbxAnimated animated(
      FbxModel model, String property, Map<FbxObject, Map<String, FbxAnimated>> moved)
      throws MalformedAssetException {
    FbxAnimated found = moved.getOrDefault(model.object(), Map.of()).get(property);
    return found == null ? new FbxAnimated(model.rest(property)) : found;
  }

  private void addWeights(
      int node,
      FbxShapes shown,
      Map<FbxObject, Map<String, FbxAnimated>> moved,
      FbxSampler sampler,
      List<Clip.Track> tracks)
      throws MalformedAssetException {
    List<FbxAnimated> percents = new ArrayList<>();
    for (FbxShapes.Channel channel : shown.channels()) {
      FbxAnimated found = moved.getOrDefault(channel.object(), Map.of()).get(FbxShapes.PERCENT);
      percents.add(found == null ? new FbxAnimated(new double[] {channel.percent()}) : found);
    }
    boolean bends = false;
    for (int c = 0; c < percents.size(); c++) {
      boolean bent = shown.channels().get(c).targets().size() > 1;
      bends |= percents.get(c).curves().anyMatch(curve -> bent ? curve.glides() : curve.isCurved());
    }
    sampler.add(
        new FbxSampler.Drive(node, Clip.Property.WEIGHTS, percents, bends),
        (time, before) -> shown.weights(c -> percents.get(c).at(time, before)[0]),
        tracks);
  }

  private void addLayer(FbxObject layer, Map<FbxObject, Map<String, FbxAnimated>> moved)
      throws MalformedAssetException {
    for (FbxObject curveNode : scene.below(layer, "AnimationCurveNode", "")) {
      for (FbxScene.Link target : scene.above(curveNode)) {
        String property = target.property();
        double @Nullable [] rest = rest(target.object(), property);
        if (rest != null) {
          moved
              .computeIfAbsent(target.object(), object -> new LinkedHashMap<>())
              .computeIfAbsent(property, name -> new FbxAnimated(rest))
              .add(layer(layer, curveNode, property, rest));
        } else if (!target.object().is("AnimationLayer", "")) {
          ignored.merge(property.isEmpty() ? "nothing" : property, 1, Integer::sum);
        }
      }
    }
  }

  /** Returns the numbers of a property without clips; null if its animation is not read. */
  private double @Nullable [] rest(FbxObject object, String property)
      throws MalformedAssetException {
    Integer node = nodes.nodeOf(object);
    if (node != null) {
      return switch (property) {
        case FbxModel.TRANSLATION, FbxModel.ROTATION, FbxModel.SCALING ->
            nodes.models().get(node).rest(property);
        default -> null;
      };
    }
    return object.is("Deformer", "BlendShapeChannel") && property.equals(FbxShapes.PERCENT)
        ? new double[] {FbxShapes.percent(object)}
        : null;
  }

  private FbxAnimated.Layer layer(
      FbxObject layer, FbxObject curveNode, String property, double[] rest)
      throws MalformedAssetException {
    String[] names =
        rest.length == 1 ? new String[] {"d|" + property} : new String[] {"d|X", "d|Y", "d|Z"};
    @Nullable FbxCurve[] found = new FbxCurve[rest.length];
    double[] constants = rest.clone();
    for (int i = 0; i < names.length; i++) {
      constants[i] = curveNode.number(names[i], rest[i]);
    }
    for (FbxScene.Link link : scene.below(curveNode)) {
      int i = Arrays.asList(names).indexOf(link.property());
      if (i >= 0 && link.object().is("AnimationCurve", "")) {
        FbxCurve curve = curve(link.object());
        found[i] = curve.isEmpty() ? null : curve;
      }
    }
    long mode = layer.integer("BlendMode", 0);
    FbxAnimated.Blend blend =
        mode != 0
            ? FbxAnimated.Blend.REPLACE
            : property.equals(FbxModel.SCALING)
                ? FbxAnimated.Blend.MULTIPLY
                : FbxAnimated.Blend.ADD;
    double weight = Math.clamp(layer.number("Weight", 100) / 100, 0, 1);
    return new FbxAnimated.Layer(found, constants, blend, weight);
  }

  private FbxCurve curve(FbxObject object) throws MalformedAssetException {
    FbxCurve known = curves.get(object);
    if (known == null) {
      known = FbxCurve.read(object.node(), ticksPerSecond);
      curves.put(object, known);
    }
    return known;
  }
}
