package dev.sinew.pipeline;

import dev.sinew.draw.Focus;
import dev.sinew.draw.Viewpoint.Place;
import dev.sinew.math.Affine;
import dev.sinew.model.Box;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.NearNames;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import dev.sinew.skin.CharacterSurface;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * What a picture shows of a character: the surroundings of a joint, or what has a material, or a
 * mesh.
 *
 * @param name the name of the joint, material or mesh, in any case, perhaps without its namespace
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
   * @param file the file of the character, for messages
   * @throws RequestException if nothing has the name
   */
  Focus focus(
      Path file,
      SkinnedCharacter character,
      CharacterSurface surface,
      CharacterSurface.Posed posed,
      Pose pose) {
    double whole = Math.max(posed.mesh().bounds().longestSide(), Double.MIN_NORMAL);
    Skeleton skeleton = character.skeleton();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (isNamed(skeleton.name(j))) {
        double[] global = new double[Affine.SIZE];
        pose.copyGlobal(j, global, 0);
        return new Focus(
            new Place(global[3], global[7], global[11]), whole * size.orElse(AROUND_JOINT));
      }
    }
    Box box = boxOf(character, surface, posed.mesh());
    if (box.isEmpty()) {
      throw new RequestException(
          file.toString(),
          "no joint, material or mesh '" + name + "'; there are " + nearNames(character));
    }
    Place middle =
        new Place(
            (box.minX() + box.maxX()) / 2,
            (box.minY() + box.maxY()) / 2,
            (box.minZ() + box.maxZ()) / 2);
    double side = Math.max(box.longestSide(), Double.MIN_NORMAL);
    return new Focus(middle, size.map(sides -> whole * sides).orElse(side));
  }

  /** Names count with and without their namespace, such as that of an exporter. */
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
    character.materials().stream().flatMap(List::stream).forEach(known -> all.add(known.name()));
    character.meshes().forEach(mesh -> all.add(mesh.name()));
    all.remove("");
    List<String> near = NearNames.of(name, List.copyOf(all), NAMES_SHOWN);
    return String.join(", ", near.isEmpty() ? all.stream().limit(NAMES_SHOWN).toList() : near);
  }
}
