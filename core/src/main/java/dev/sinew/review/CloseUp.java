package dev.sinew.review;

import dev.sinew.draw.Focus;
import dev.sinew.draw.Viewpoint.Place;
import dev.sinew.math.Affine;
import dev.sinew.model.Box;
import dev.sinew.model.Influences;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.model.human.HumanBone;
import dev.sinew.review.SurfaceRegions.Kind;
import dev.sinew.review.SurfaceRegions.Region;
import dev.sinew.run.NearNames;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The part of a character that a picture shows: the surroundings of a joint, of a material or of a
 * mesh.
 *
 * @param name the name of the joint, material or mesh, in any case, perhaps without its namespace,
 *     or that of a bone of a human body, such as leftHand, or head or hands
 * @param size the size of what is shown, in sides of the posed box; empty for all of a material or
 *     mesh, and for {@link #AROUND_JOINT}
 */
public record CloseUp(String name, Optional<Double> size) {
  /** The size of what is shown around a joint. */
  public static final double AROUND_JOINT = 0.2;

  private static final int NAMES_SHOWN = 5;

  /** Checks the size. */
  public CloseUp {
    size.ifPresent(sides -> NumberRange.require("focus size", sides, 1e-4, 100));
  }

  /**
   * Returns what is shown of a posed character.
   *
   * @throws RequestException if nothing has the name
   */
  public Focus focus(
      SkinnedCharacter character,
      CharacterSurface surface,
      CharacterSurface.Posed posed,
      Pose pose) {
    double whole = Math.max(posed.mesh().bounds().longestSide(), Double.MIN_NORMAL);
    Optional<Integer> joint = joint(character.skeleton());
    Optional<Focus> moved =
        joint
            .flatMap(known -> moved(known, character, surface, posed))
            .map(place -> around(place, whole));
    // The node of a mesh with a skin moves nothing, and is not where the mesh is.
    return moved
        .or(() -> box(boxOf(character, surface, posed.mesh()), whole))
        .or(() -> box(boxOfRegion(character, posed.mesh()), whole))
        .or(() -> joint.map(known -> around(placeOf(known, pose), whole)))
        .orElseThrow(
            () ->
                new RequestException(
                    "no joint, material or mesh '"
                        + name
                        + "'; there are "
                        + nearNames(character)));
  }

  private Focus around(Place place, double whole) {
    return new Focus(place, whole * size.orElse(AROUND_JOINT));
  }

  private Optional<Focus> box(Box box, double whole) {
    if (box.isEmpty()) {
      return Optional.empty();
    }
    Place middle =
        new Place(
            (box.minX() + box.maxX()) / 2,
            (box.minY() + box.maxY()) / 2,
            (box.minZ() + box.maxZ()) / 2);
    double side = Math.max(box.longestSide(), Double.MIN_NORMAL);
    return Optional.of(new Focus(middle, size.map(sides -> whole * sides).orElse(side)));
  }

  /** Returns the box around the head or the hands, which names of joints tell in part. */
  private Box boxOfRegion(SkinnedCharacter character, TriMesh mesh) {
    SurfaceRegions regions = new SurfaceRegions(character);
    BitSet triangles =
        regions.triangleCount() == mesh.triangleCount()
            ? regions.triangles(new Region(Kind.BODY, name.toLowerCase(Locale.ROOT)))
            : new BitSet();
    return Box.of(
        triangles.stream()
            .flatMap(t -> IntStream.range(0, 3).map(c -> mesh.vertex(t, c)))
            .mapToObj(v -> IntStream.range(0, 3).mapToDouble(k -> mesh.position(v, k)))
            .flatMapToDouble(point -> point)
            .toArray());
  }

  /** Returns the joint of the name, in the file or as a bone of a human body. */
  private Optional<Integer> joint(Skeleton skeleton) {
    return IntStream.range(0, skeleton.jointCount())
        .filter(j -> isNamed(skeleton.name(j)))
        .boxed()
        .findFirst()
        .or(() -> HumanBone.named(name).flatMap(skeleton.humanoid()::joint));
  }

  private static Place placeOf(int joint, Pose pose) {
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(joint, global, 0);
    return new Place(global[3], global[7], global[11]);
  }

  /**
   * Returns the mean of the points that a joint moves more than any other does: a head turns about
   * its lower end, but people want to see its middle. Empty if it moves none.
   */
  private static Optional<Place> moved(
      int joint,
      SkinnedCharacter character,
      CharacterSurface surface,
      CharacterSurface.Posed posed) {
    float[] points = posed.wedgePositions();
    double[] sum = new double[3];
    int count = 0;
    for (int p = 0; p < character.parts().size(); p++) {
      SkinnedCharacter.Part part = character.parts().get(p);
      int[] vertices = character.geometry(part).mesh().wedgeVertices();
      for (int w = 0; w < vertices.length; w++) {
        if (mover(character, part, vertices[w]) == joint) {
          for (int k = 0; k < 3; k++) {
            sum[k] += points[3 * (surface.firstWedge(p) + w) + k];
          }
          count++;
        }
      }
    }
    return count == 0
        ? Optional.empty()
        : Optional.of(new Place(sum[0] / count, sum[1] / count, sum[2] / count));
  }

  /** Returns the joint that moves a vertex most. */
  private static int mover(SkinnedCharacter character, SkinnedCharacter.Part part, int vertex) {
    Influences rows = character.skinning(part).influences().orElse(null);
    if (rows == null) {
      return part.node();
    }
    int most = 0;
    for (int i = 1; i < rows.count(vertex); i++) {
      most = rows.weight(vertex, i) > rows.weight(vertex, most) ? i : most;
    }
    return rows.count(vertex) == 0
        ? Skeleton.NO_PARENT
        : character.skins().get(part.skin()).joint(rows.joint(vertex, most));
  }

  /** A name may have a namespace before it, such as an exporter adds; both spellings count. */
  private boolean isNamed(String full) {
    int colon = Math.max(full.lastIndexOf(':'), full.lastIndexOf('|'));
    return full.equalsIgnoreCase(name) || full.substring(colon + 1).equalsIgnoreCase(name);
  }

  /** Returns the box around the triangles of the material or mesh; empty if there are none. */
  private Box boxOf(SkinnedCharacter character, CharacterSurface surface, TriMesh mesh) {
    BitSet wedges = new BitSet();
    for (int i = 0; i < character.parts().size(); i++) {
      SkinnedCharacter.Part part = character.parts().get(i);
      boolean isMeant = isNamed(part.name()) || isNamed(character.meshes().get(part.mesh()).name());
      if (isMeant) {
        wedges.set(surface.firstWedge(i), surface.firstWedge(i + 1));
      }
    }
    DoubleStream.Builder points = DoubleStream.builder();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      boolean hasMaterial = isNamed(surface.material(mesh.group(t)).map(Material::name).orElse(""));
      for (int c = 0; c < 3; c++) {
        if (hasMaterial || wedges.get(mesh.wedge(t, c))) {
          for (int k = 0; k < 3; k++) {
            points.add(mesh.position(mesh.vertex(t, c), k));
          }
        }
      }
    }
    return Box.of(points.build().toArray());
  }

  private String nearNames(SkinnedCharacter character) {
    Set<String> all = new LinkedHashSet<>();
    for (int j = 0; j < character.skeleton().jointCount(); j++) {
      all.add(character.skeleton().name(j));
    }
    character.skeleton().humanoid().joints().keySet().forEach(bone -> all.add(bone.toString()));
    character.materials().stream().flatMap(List::stream).forEach(known -> all.add(known.name()));
    character.meshes().forEach(mesh -> all.add(mesh.name()));
    all.remove("");
    List<String> near = NearNames.of(name, List.copyOf(all), NAMES_SHOWN);
    return String.join(", ", near.isEmpty() ? all.stream().limit(NAMES_SHOWN).toList() : near);
  }
}
