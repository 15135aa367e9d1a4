package dev.sinew.distance;

import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Focus;
import dev.sinew.draw.Item;
import dev.sinew.draw.PixelView;
import dev.sinew.draw.Viewpoint.Place;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Pictures of small spots of a character and of its original, in some poses. Spots are at triangles
 * of the original that are drawn with equal chance, so most are where its maker put the triangles:
 * at faces, hands and small parts. The camera looks along the triangle's normal, and a picture
 * shows a twentieth of the character's size.
 */
public final class CloseViews {
  /** The size of what a picture shows, in sides of the posed character's box. */
  public static final double WINDOW = 0.05;

  /** Pixels per side. */
  private static final int SIDE = 96;

  /** The size of a picture's pixel, in sides of the box. */
  public static final double FINEST = WINDOW / SIDE;

  /** The largest angle in degrees at which a camera looks up or down. */
  private static final double STEEPEST = 68.75;

  private final List<Spot> spots = new ArrayList<>();
  private final List<Pose> poses;
  private final PixelView[] originals;

  /** The material of every triangle of the original, as a number. */
  private final int[] materials;

  private final List<String> names;
  private final SameParts parts;
  private final int[] partOf;
  private final RunContext context;

  /**
   * A place to look at.
   *
   * @param pose the index of the pose
   * @param triangle the triangle of the original's {@link CharacterSurface}
   * @param window what a picture shows
   * @param view the direction and the size of the picture
   */
  public record Spot(int pose, int triangle, Focus window, DrawOptions view) {}

  /**
   * How different a spot looks.
   *
   * @param spot the spot
   * @param difference the mean absolute difference of red, green and blue, 0 to 1, over pixels that
   *     show the character or its original
   * @param degrees the mean angle between normals, where both are seen
   * @param swapped the share of pixels that show another material than in the original
   * @param swappedParts the share that show another material or another connected part of it
   * @param sameFrom the least size of a pixel, in sides of the box, at which the spot looks the
   *     same; {@link #FINEST} also if it would do so at smaller ones
   */
  public record View(
      Spot spot,
      double difference,
      double degrees,
      double swapped,
      double swappedParts,
      double sameFrom) {}

  /**
   * What all views show.
   *
   * @param views those that show the character or its original
   */
  public record Result(List<View> views) {
    /** Copies the list. */
    public Result {
      views = List.copyOf(views);
    }

    /** Returns the mean of a figure. */
    public double mean(ToDoubleFunction<View> figure) {
      return views.stream().mapToDouble(figure).average().orElse(0);
    }

    /** Returns the mean of a figure over the twentieth of the views in which it is largest. */
    public double worst(ToDoubleFunction<View> figure) {
      return worstFirst(figure).stream()
          .limit((views.size() + 19) / 20)
          .mapToDouble(figure)
          .average()
          .orElse(0);
    }

    /** Returns all views, those with the largest figure first. */
    public List<View> worstFirst(ToDoubleFunction<View> figure) {
      return views.stream().sorted(Comparator.comparingDouble(figure).reversed()).toList();
    }
  }

  /**
   * Draws the original.
   *
   * @param poses poses of its skeleton; kept
   * @param count the number of spots in all poses together
   */
  public CloseViews(SkinnedCharacter original, List<Pose> poses, int count, RunContext context) {
    this.context = context;
    this.poses = List.copyOf(poses);
    CharacterSurface surface = CharacterSurface.of(original);
    SplittableRandom random = new SplittableRandom(context.seed());
    CharacterSurface.Posed posed = surface.newPosed();
    names = names(surface, posed.mesh());
    materials = materials(posed.mesh(), names);
    if (!poses.isEmpty()) {
      posed.set(poses.getFirst(), context);
    }
    parts = new SameParts(posed.mesh(), materials);
    partOf = parts.own();
    for (int k = 0; k < poses.size(); k++) {
      posed.set(poses.get(k), context);
      int end = (int) ((long) count * (k + 1) / poses.size());
      while (spots.size() < end && posed.mesh().triangleCount() > 0) {
        spots.add(spot(posed.mesh(), k, random));
      }
    }
    originals = draw(surface, poses);
  }

  private static Spot spot(TriMesh mesh, int pose, SplittableRandom random) {
    int t = random.nextInt(mesh.triangleCount());
    double[] n = mesh.areaNormal(t);
    double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    double up = length > 0 ? n[1] / length : 0;
    double azimuth = StrictMath.toDegrees(StrictMath.atan2(n[0], n[2]));
    double elevation = StrictMath.toDegrees(StrictMath.asin(Math.clamp(up, -1, 1)));
    double[] middle = new double[3];
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 3; k++) {
        middle[k] += mesh.position(mesh.vertex(t, c), k) / 3;
      }
    }
    double size = Math.max(WINDOW * mesh.bounds().longestSide(), Double.MIN_NORMAL);
    DrawOptions view =
        DrawOptions.DEFAULTS
            .withSize(SIDE, SIDE)
            .withMargin(0)
            .withOrthographic()
            .withView(
                azimuth + 20 * (random.nextDouble() - 0.5),
                Math.clamp(elevation, -STEEPEST, STEEPEST));
    Focus window = new Focus(new Place(middle[0], middle[1], middle[2]), size);
    return new Spot(pose, t, window, view);
  }

  private static List<String> names(CharacterSurface surface, TriMesh mesh) {
    List<String> out = new ArrayList<>();
    for (int g = 0; g < mesh.groupCount(); g++) {
      out.add(surface.material(g).map(Material::name).orElse(""));
    }
    return out;
  }

  /** Returns the number of each triangle's material in the original; -1 if it is not there. */
  private int[] materials(TriMesh mesh, List<String> own) {
    int[] numbers = own.stream().mapToInt(names::indexOf).toArray();
    return Arrays.stream(mesh.groups()).map(group -> numbers[group]).toArray();
  }

  private PixelView[] draw(CharacterSurface surface, List<Pose> own) {
    CharacterSurface.Posed posed = surface.newPosed();
    PixelView[] out = new PixelView[spots.size()];
    Item item = null;
    int next = 0;
    for (int k = 0; k < own.size(); k++) {
      posed.set(own.get(k), context);
      item =
          item == null
              ? CharacterItem.withMaterials(surface, posed)
              : item.withShape(posed.wedgePositions(), posed.wedgeNormals(), posed.wedgeTangents());
      int first = next;
      while (next < spots.size() && spots.get(next).pose == k) {
        next++;
      }
      Item shown = item;
      context.run(
          "comparing close views",
          next - first,
          i -> {
            Spot spot = spots.get(first + i);
            out[first + i] =
                PixelView.of(shown.withFocus(spot.window), spot.view, context.sequential());
          });
    }
    return out;
  }

  /** Compares a character with the skeleton and the names of materials of the original. */
  public Result measure(SkinnedCharacter character) {
    return measure(CharacterSurface.of(character), poses, true);
  }

  /**
   * Compares any other character. If it lacks names of the original's materials, they do not tell
   * which pixels show another one; then those are swapped that show only one of both characters.
   *
   * @param own poses of its skeleton that correspond to those of the original
   */
  public Result measureOther(SkinnedCharacter character, List<Pose> own) {
    ArrayChecks.size("poses", own.size(), poses.size());
    CharacterSurface surface = CharacterSurface.of(character);
    return measure(surface, own, names(surface, surface.newPosed().mesh()).containsAll(names));
  }

  /**
   * @param named whether the names of materials tell which pixels show another one
   */
  private Result measure(CharacterSurface surface, List<Pose> own, boolean named) {
    CharacterSurface.Posed posed = surface.newPosed();
    if (!own.isEmpty()) {
      posed.set(own.getFirst(), context);
    }
    TriMesh mesh = posed.mesh();
    int[] shown = materials(mesh, names(surface, mesh));
    Shown candidate = new Shown(shown, parts.of(mesh, shown), named);
    PixelView[] pictures = draw(surface, own);
    List<View> views = new ArrayList<>();
    for (int i = 0; i < pictures.length; i++) {
      compare(spots.get(i), originals[i], pictures[i], candidate, views);
    }
    return new Result(views);
  }

  /**
   * What the triangles of a character are of the original.
   *
   * @param materials the number of each one's material
   * @param parts the number of each one's part
   * @param named false if materials and parts do not count
   */
  private record Shown(int[] materials, int[] parts, boolean named) {}

  private void compare(Spot spot, PixelView a, PixelView b, Shown shown, List<View> out) {
    int seen = 0;
    int both = 0;
    int swapped = 0;
    int swappedParts = 0;
    long difference = 0;
    double angles = 0;
    for (int p = 0; p < a.count(); p++) {
      boolean inA = a.triangle(p) != PixelView.NOTHING;
      boolean inB = b.triangle(p) != PixelView.NOTHING;
      if (!inA && !inB) {
        continue;
      }
      seen++;
      for (int shift = 0; shift <= 16; shift += 8) {
        int u = inA ? a.color(p) >>> shift & 0xFF : SeenDifference.BEHIND;
        int v = inB ? b.color(p) >>> shift & 0xFF : SeenDifference.BEHIND;
        difference += Math.abs(u - v);
      }
      if (inA && inB) {
        both++;
        double squared = 0;
        for (int k = 0; k < 3; k++) {
          double d = a.normal(p, k) - (double) b.normal(p, k);
          squared += d * d;
        }
        angles += 2 * StrictMath.asin(Math.min(1, Math.sqrt(squared) / 2));
      }
      boolean isSame = inA && inB;
      boolean isSamePart = isSame;
      if (isSame && shown.named) {
        isSame = materials[a.triangle(p)] == shown.materials[b.triangle(p)];
        isSamePart = isSame && partOf[a.triangle(p)] == shown.parts[b.triangle(p)];
      }
      swapped += isSame ? 0 : 1;
      swappedParts += isSamePart ? 0 : 1;
    }
    if (seen > 0) {
      out.add(
          new View(
              spot,
              difference / (3.0 * 255 * seen),
              both > 0 ? Math.toDegrees(angles / both) : 0,
              (double) swapped / seen,
              (double) swappedParts / seen,
              FINEST * new SeenDifference(a, b).sameFrom()));
    }
  }
}
