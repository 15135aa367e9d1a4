package dev.sinew.bench;

import dev.sinew.draw.Background;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Item;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Picture;
import dev.sinew.draw.Scene;
import dev.sinew.draw.Srgb;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Box;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult;
import dev.sinew.shade.TangentMapBake;
import dev.sinew.simplify.LevelGoal;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Bakes normal maps onto a level of detail and prints Markdown: the mean angle between the normals
 * of the full model and of the level in pictures of eight poses from four sides, by the software
 * renderer.
 */
public final class Baking {
  private static final int POSES = 8;
  private static final int SIDE = 400;
  private static final double[] AZIMUTHS = {0, 90, 180, 270};

  private Baking() {}

  /**
   * Runs all.
   *
   * @param args the full model, the number of triangles of the level, a picture to write
   */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter full = GltfReader.read(Path.of(args[0])).requireSound().character();
    double triangles = Double.parseDouble(args[1]);
    try (RunContext context = RunContext.create()) {
      SkinnedCharacter level =
          Simplify.run(
                  full,
                  SimplifyOptions.DEFAULTS
                      .withLevels(LevelGoal.all(LevelGoal.Kind.TRIANGLES, List.of(triangles)))
                      .withMeasuring(Measuring.NONE),
                  context)
              .levels()
              .getFirst()
              .character();
      UnwrapResult atlas = Unwrap.run(level, UnwrapOptions.DEFAULTS, context);
      List<Pose> poses = PoseKnowledge.of(PoseSource.CLIPS, full, 1).spreadPoses(POSES);
      Views views = Views.of(full, poses, context);
      Views rest = Views.of(full, List.of(full.restPose()), context);
      System.out.println(
          "| normals of the level | degrees off, 8 poses | of those of its vertices | rest pose"
              + " alone | of those of its vertices | seconds |");
      System.out.println("|---|---|---|---|---|---|");
      double[] plain = row("of its vertices", level, views, rest, new double[0], 0, context);
      SkinnedCharacter best = level;
      for (PoseSource source : List.of(PoseSource.REST, PoseSource.CLIPS)) {
        long start = System.nanoTime();
        BakeResult baked =
            Bake.run(
                full,
                atlas.character(),
                atlas.sets(),
                BakeOptions.DEFAULTS.withMetric(source),
                context);
        double seconds = (System.nanoTime() - start) / 1e9;
        String name = source == PoseSource.REST ? "map of the rest pose" : "map of all poses";
        row(name, baked.character(), views, rest, plain, seconds, context);
        best = baked.character();
      }
      tangentMap(full, atlas, context);
      write(Path.of(args[2]), List.of(full, level, best), poses, context);
    }
  }

  private static void tangentMap(SkinnedCharacter full, UnwrapResult atlas, RunContext context) {
    long start = System.nanoTime();
    TangentMapBake.Result made =
        TangentMapBake.run(full, atlas.character(), atlas.sets(), 512, PoseSource.CLIPS, context);
    System.out.printf(
        Locale.ROOT,
        "%nTangent map of 512 texels: %.2f degrees off over its texels in %d poses, %.1f bones per"
            + " plane, made in %.1f s.%n",
        made.degrees(),
        made.poses(),
        made.map().influences(),
        (System.nanoTime() - start) / 1e9);
  }

  /** Poses, the box of the full model in each, which all cameras are fitted to, and its normals. */
  private record Views(List<Pose> poses, List<Box> frames, List<Picture> truth) {
    static Views of(SkinnedCharacter full, List<Pose> poses, RunContext context) {
      List<Box> frames = boxes(full, poses, context);
      return new Views(poses, frames, pictures(full, poses, frames, context));
    }

    double difference(SkinnedCharacter character, RunContext context) {
      return Baking.difference(truth, pictures(character, poses, frames, context));
    }
  }

  /** Prints and returns the degrees off in the poses and in the rest pose. */
  private static double[] row(
      String name,
      SkinnedCharacter character,
      Views views,
      Views rest,
      double[] plain,
      double seconds,
      RunContext context) {
    double[] degrees = {views.difference(character, context), rest.difference(character, context)};
    System.out.printf(
        Locale.ROOT,
        "| %s | %.2f | %.2f | %.2f | %.2f | %.1f |%n",
        name,
        degrees[0],
        plain.length > 0 ? degrees[0] / plain[0] : 1,
        degrees[1],
        plain.length > 0 ? degrees[1] / plain[1] : 1,
        seconds);
    return degrees;
  }

  /** Returns the box of the full model in every pose. */
  private static List<Box> boxes(SkinnedCharacter full, List<Pose> poses, RunContext context) {
    CharacterSurface surface = CharacterSurface.of(full);
    CharacterSurface.Posed posed = surface.newPosed();
    List<Box> out = new ArrayList<>();
    for (Pose pose : poses) {
      posed.set(pose, context);
      float[] positions = new float[3 * surface.vertexCount()];
      posed.copyVertexPositions(positions);
      out.add(Box.of(positions));
    }
    return out;
  }

  /** Paints the normals in all poses from all sides, with the same cameras for all models. */
  private static List<Picture> pictures(
      SkinnedCharacter character, List<Pose> poses, List<Box> frames, RunContext context) {
    List<Picture> out = new ArrayList<>();
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    for (int p = 0; p < poses.size(); p++) {
      posed.set(poses.get(p), context);
      Item item = CharacterItem.withMaterials(surface, posed).withNormalColors(true);
      for (double azimuth : AZIMUTHS) {
        DrawOptions options =
            DrawOptions.DEFAULTS
                .withSize(SIDE, SIDE)
                .withView(azimuth, 10)
                .withBackground(Background.TRANSPARENT)
                .withGroundShadow(false)
                .withSamples(1);
        out.add(Painter.paint(Scene.of(item).withFrame(frames.get(p)), options, context));
      }
    }
    return out;
  }

  /** Returns the mean angle over the pixels that both pictures show. */
  private static double difference(List<Picture> expected, List<Picture> actual) {
    double sum = 0;
    long count = 0;
    double[] a = new double[3];
    double[] b = new double[3];
    for (int i = 0; i < expected.size(); i++) {
      int[] wanted = expected.get(i).pixels();
      int[] found = actual.get(i).pixels();
      for (int p = 0; p < wanted.length; p++) {
        if (direction(wanted[p], a) && direction(found[p], b)) {
          double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
          sum += Math.acos(Math.clamp(cosine, -1.0, 1.0));
          count++;
        }
      }
    }
    return Math.toDegrees(sum / count);
  }

  private static boolean direction(int argb, double[] out) {
    if (argb >>> 24 != 0xFF) {
      return false;
    }
    double length = 0;
    for (int k = 0; k < 3; k++) {
      out[k] = 2.0 * Srgb.linear(argb, 16 - 8 * k) - 1;
      length += out[k] * out[k];
    }
    for (int k = 0; k < 3; k++) {
      out[k] /= Math.sqrt(length);
    }
    return true;
  }

  private static void write(
      Path file, List<SkinnedCharacter> models, List<Pose> poses, RunContext context)
      throws IOException {
    List<Item> items = new ArrayList<>();
    for (SkinnedCharacter model : models) {
      CharacterSurface surface = CharacterSurface.of(model);
      CharacterSurface.Posed posed = surface.newPosed();
      posed.set(poses.get(POSES / 2), context);
      items.add(CharacterItem.withMaterials(surface, posed));
    }
    DrawOptions options = DrawOptions.DEFAULTS.withSize(1500, 560).withColumns(items.size());
    PngWriter.write(file, Painter.paint(Scene.of(items), options, context));
  }
}
