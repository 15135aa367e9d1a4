package dev.sinew.unwrap;

import dev.sinew.inspect.AtlasCheck;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TextureSets;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.unwrap.UnwrapResult.GivenCharts;
import dev.sinew.unwrap.UnwrapResult.StretchSummary;
import dev.sinew.unwrap.chart.BorderWeights;
import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.Charts;
import dev.sinew.unwrap.chart.MetricSurface;
import dev.sinew.unwrap.flat.FlatChart;
import dev.sinew.unwrap.flat.Flattening;
import dev.sinew.unwrap.flat.StraightEdges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes a UV atlas of all meshes that a character's scene shows, with the least stretch over all
 * poses (Merry, Marais and Gain, "Animation Space: A Truly Linear Framework for Character
 * Animation", 2006, section 5; Merry's thesis, 2007, chapter 5): charts, flat charts, packing.
 */
public final class Unwrap {
  private final PoseKnowledge knowledge;
  private final SkinnedCharacter character;
  private final UnwrapOptions options;
  private final RunContext context;
  private final List<String> notes = new ArrayList<>();
  private final CharacterTriangles triangles;
  private final LongAdder fromGiven = new LongAdder();

  private Unwrap(PoseKnowledge knowledge, UnwrapOptions options, RunContext context) {
    this.knowledge = knowledge;
    this.character = knowledge.character();
    this.options = options;
    this.context = context;
    triangles = new CharacterTriangles(knowledge, context);
  }

  /**
   * Unwraps a character.
   *
   * @throws RequestException if its scene shows no triangle
   */
  public static UnwrapResult run(
      SkinnedCharacter character, UnwrapOptions options, RunContext context) {
    PoseSource source = moves(character) ? options.metric() : PoseSource.REST;
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(source, character, context.seed());
    return run(knowledge, options, context);
  }

  /** Returns true if a character has other poses than the rest pose. */
  static boolean moves(SkinnedCharacter character) {
    return !character.clips().isEmpty()
        || character.parts().stream().anyMatch(p -> p.skin() != SkinnedCharacter.NO_SKIN);
  }

  /** Unwraps a character with given pose knowledge; the metric of the options is ignored. */
  public static UnwrapResult run(
      PoseKnowledge knowledge, UnwrapOptions options, RunContext context) {
    return new Unwrap(knowledge, options, context).run();
  }

  private UnwrapResult run() {
    if (triangles.count() == 0) {
      throw new RequestException("the scene shows no triangle with three different vertices");
    }
    MetricSurface surface = triangles.surface();
    notes.addAll(knowledge.notes());
    List<FlatChart> charts = charts(surface);
    Atlas atlas = Atlas.pack(charts, options, notes, context);
    double[] uv = cornerUvs(charts, atlas);
    AtlasCheck check = AtlasCheck.of(uv, options.layout().resolution());
    StretchSummary stretch = StretchOverPoses.measure(knowledge, uv, context);
    Map<Integer, Integer> sets = new TreeMap<>();
    SkinnedCharacter result = withAtlas(uv, sets);
    return new UnwrapResult(
        result,
        sets,
        knowledge.source(),
        new UnwrapResult.Figures(
            charts.size(),
            stretch,
            given(),
            check.flipped(),
            check.overlapping(),
            check.covered(),
            check.covered() / (stretch.mean() * stretch.mean())),
        notes);
  }

  /** Returns the given coordinates beside the result, if their islands are its charts. */
  private @Nullable GivenCharts given() {
    if (options.seams() != Seams.ISLANDS) {
      return null;
    }
    double[] uv = new GivenSeams(triangles).corners();
    double mean = StretchOverPoses.measure(knowledge, uv, context).mean();
    return new GivenCharts(fromGiven.intValue(), Double.isFinite(mean) ? mean : null);
  }

  private List<FlatChart> charts(MetricSurface surface) {
    Optional<GivenSeams> given = Optional.empty();
    if (options.seams() != Seams.AUTOMATIC) {
      given = Optional.of(new GivenSeams(triangles));
      given.get().cut(surface);
    }
    boolean islands = options.seams() == Seams.ISLANDS;
    List<int[]> chosen = islands ? islands(surface) : segment(surface);
    List<FlatChart> flat =
        new ValidCharts(surface, method(given)).flatten("relaxing", chosen, context);
    int wanted = islands ? chosen.size() : options.charting().charts();
    if (flat.size() > wanted && (islands || isCountWanted())) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%d charts instead of %d: larger ones are no discs, or would flip or overlap"
                  + " triangles%s",
              flat.size(),
              wanted,
              islands ? ", or stretch more than the given ones" : ""));
    }
    return options.charting().straight() ? straight(surface, flat) : flat;
  }

  /** Returns how charts are flattened; those that were asked for are not split for less stretch. */
  private Function<ChartMesh, Optional<FlatChart>> method(Optional<GivenSeams> given) {
    if (options.seams() == Seams.ISLANDS) {
      GivenSeams seams = given.orElseThrow();
      return mesh -> {
        Optional<Flattening.Choice> better = Flattening.better(mesh, seams.map(mesh));
        better.filter(Flattening.Choice::isGiven).ifPresent(_ -> fromGiven.increment());
        return better.map(Flattening.Choice::chart);
      };
    }
    return isCountWanted() ? Flattening::whole : Flattening::fine;
  }

  private boolean isCountWanted() {
    return Double.isInfinite(options.charting().maxStretch());
  }

  private static List<int[]> islands(MetricSurface surface) {
    int[] all = new int[surface.triangleCount()];
    Arrays.setAll(all, t -> t);
    return ChartMesh.components(surface, all);
  }

  private List<int[]> segment(MetricSurface surface) {
    double[] borderLength = new BorderWeights(surface).lengths(triangles.exposures());
    List<int[]> priced =
        options.charting().price() == ChartPrice.AREA_RATIO
            ? Charts.byAreaRatio(surface, borderLength, context)
            : Charts.byMeanDistance(surface, borderLength, context);
    List<int[]> first = ShortCuts.of(surface, borderLength, priced);
    List<FlatChart> coarse =
        new ValidCharts(surface, Flattening::coarse).flatten("flattening", first, context);
    List<FlatChart> merged =
        new StretchMerging(surface, borderLength, options, context).run(coarse);
    return BorderStraightening.run(surface, borderLength, merged, context);
  }

  private List<FlatChart> straight(MetricSurface surface, List<FlatChart> flat) {
    int[] chartOf = new int[surface.triangleCount()];
    for (int c = 0; c < flat.size(); c++) {
      for (int t : flat.get(c).mesh().triangles()) {
        chartOf[t] = c;
      }
    }
    List<FlatChart> out = new ArrayList<>(flat);
    context.run(
        "straight edges",
        flat.size(),
        c ->
            out.set(
                c,
                StraightEdges.of(
                    flat.get(c), h -> surface.twin(h) < 0 ? -1 : chartOf[surface.twin(h) / 3])));
    return out;
  }

  /** Returns u, v of every corner of the joined mesh; v goes down, as in glTF. */
  private double[] cornerUvs(List<FlatChart> charts, Atlas atlas) {
    double[] out = new double[6 * triangles.joined().mesh().triangleCount()];
    for (int c = 0; c < charts.size(); c++) {
      FlatChart chart = charts.get(c);
      for (int t = 0; t < chart.mesh().triangleCount(); t++) {
        int at = 6 * triangles.triangle(chart.mesh().triangle(t));
        for (int k = 0; k < 3; k++) {
          int v = chart.mesh().vertex(t, k);
          out[at + 2 * k] = (float) atlas.uv(c)[2 * v];
          out[at + 2 * k + 1] = (float) (1 - atlas.uv(c)[2 * v + 1]);
        }
      }
    }
    return out;
  }

  /** Returns the character with the atlas in a set of its own, and without sets that none uses. */
  private SkinnedCharacter withAtlas(double[] uv, Map<Integer, Integer> sets) {
    JoinedCharacter joined = triangles.joined();
    Map<Integer, Set<Integer>> unused = new TreeMap<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      if (joined.isShown(m) && character.meshes().get(m).mesh().triangleCount() > 0) {
        unused.put(m, TextureSets.unused(character, m));
      }
    }
    SkinnedCharacter compact = TextureSets.without(character, unused);
    List<Geometry> out = new ArrayList<>(compact.meshes());
    for (Map.Entry<Integer, Set<Integer>> entry : unused.entrySet()) {
      int m = entry.getKey();
      Geometry geometry = out.get(m);
      int set = options.replace() ? 0 : AtlasMeshes.freeSet(geometry.mesh());
      int first = AtlasMeshes.firstTriangle(joined, m);
      float[] own = new float[6 * geometry.mesh().triangleCount()];
      for (int i = 0; i < own.length; i++) {
        own[i] = (float) uv[6 * first + i];
      }
      sets.put(m, set);
      out.set(m, AtlasMeshes.withUvs(geometry, MeshAttribute.uv(set), own));
      noteSets(geometry.name(), set, entry.getValue());
      context.checkCancelled();
    }
    return compact.withMeshes(out);
  }

  private void noteSets(String mesh, int set, Set<Integer> dropped) {
    if (!dropped.isEmpty()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "mesh \"%s\": texture coordinates %s are dropped: no material uses them",
              mesh,
              String.join(", ", dropped.stream().map(String::valueOf).toList())));
    }
    if (set >= TextureSets.WIDELY_KNOWN) {
      notes.add(
          String.format(
              Locale.ROOT,
              "mesh \"%s\": the atlas is set %d of the texture coordinates, since the others are or"
                  + " may be in use: programs that know only the sets 0 to %d cannot show it",
              mesh,
              set,
              TextureSets.WIDELY_KNOWN - 1));
    }
  }
}
