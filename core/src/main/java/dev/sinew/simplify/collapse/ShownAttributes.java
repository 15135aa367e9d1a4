package dev.sinew.simplify.collapse;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The normals, texture coordinates and colours that materials show, scaled to lengths, so that
 * their errors add to distances between surfaces.
 *
 * @param channels the attributes that count in some group
 */
public record ShownAttributes(List<Channel> channels) {
  /** An error of the normal of one radian costs as much as this distance, in box sides. */
  private static final double NORMAL_LENGTH = 0.0045;

  /**
   * The error of the levels for which these lengths hold, in box sides. A level is shown at a
   * distance at which its error is about a pixel. Lengths shrink with the distance, drifts of a
   * texture among them; errors of shading and colour do not. So the latter cost more in coarser
   * levels, in proportion to the error. In finer ones they cost the same: with less, CesiumMan at
   * 25 % has 1.5 % larger errors of normals and no smaller distances.
   */
  private static final double USUAL_ERROR = 0.0006;

  /** The largest factor of these lengths in a coarser level. */
  private static final double MAX_CHANGE = 4;

  /** A drift of the texture costs as much as this share of it as a distance. */
  private static final double TEXTURE_SHARE = 0.1;

  /** A change of a colour from 0 to 1 costs as much as this distance, in box sides. */
  public static final double COLOR_LENGTH = 0.0045;

  /** The largest share of appearance: geometry never has no weight. */
  private static final double MAX_LOOK = 0.99;

  /** Copies the list. */
  public ShownAttributes {
    channels = List.copyOf(channels);
  }

  /**
   * An attribute.
   *
   * @param attribute the values per wedge of the mesh they were made from
   * @param width the number of components that count
   * @param scale lengths per unit of the attribute, per group; 0 where it does not count
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Channel(MeshAttribute attribute, int width, double[] scale) {}

  /**
   * Returns the attributes of a character, as lengths of the scene at rest.
   *
   * @param rest {@link JoinedCharacter#restMesh} of the character
   * @param look the share of appearance, 0 to 1; 0 for none
   */
  public static ShownAttributes of(JoinedCharacter character, TriMesh rest, double look) {
    double size = rest.bounds().longestSide();
    double root = Math.sqrt(look / (1 - Math.min(look, MAX_LOOK)));
    List<Channel> out = new ArrayList<>();
    for (MeshAttribute attribute : rest.attributes()) {
      double[] scale = new double[rest.groupCount()];
      boolean counts = false;
      for (int g = 0; g < scale.length; g++) {
        scale[g] = root * scale(attribute, character.material(g), size);
        counts |= scale[g] > 0;
      }
      if (counts && attribute.isUv()) {
        multiplyByLength(rest, attribute, scale);
      }
      if (counts) {
        out.add(new Channel(attribute, Math.min(3, attribute.components()), scale));
      }
    }
    return new ShownAttributes(out);
  }

  private static double scale(MeshAttribute attribute, Optional<Material> material, double size) {
    if (attribute.name().equals(MeshAttribute.NORMAL)) {
      return material.isPresent() && material.get().unlit() ? 0 : NORMAL_LENGTH * size;
    }
    if (attribute.isColor()) {
      return COLOR_LENGTH * size;
    }
    boolean isShown =
        attribute.isUv() && material.map(known -> known.usesTexture(attribute)).orElse(true);
    return isShown ? TEXTURE_SHARE : 0;
  }

  /** Multiplies scales by the length of the surface per length of the texture, per group. */
  private static void multiplyByLength(TriMesh mesh, MeshAttribute texture, double[] scale) {
    double[] surface = new double[scale.length];
    double[] texels = new double[scale.length];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int a = mesh.wedge(t, 0), b = mesh.wedge(t, 1), c = mesh.wedge(t, 2);
      double ux = texture.value(b, 0) - texture.value(a, 0);
      double uy = texture.value(b, 1) - texture.value(a, 1);
      double vx = texture.value(c, 0) - texture.value(a, 0);
      double vy = texture.value(c, 1) - texture.value(a, 1);
      texels[mesh.group(t)] += Math.abs(ux * vy - uy * vx) / 2;
      double[] n = mesh.areaNormal(t);
      surface[mesh.group(t)] += Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    }
    for (int g = 0; g < scale.length; g++) {
      scale[g] *= texels[g] > 0 ? Math.sqrt(surface[g] / texels[g]) : 0;
    }
  }

  /**
   * Returns the factor of every component in a level of some error.
   *
   * @param error the error in box sides
   */
  public double[] factors(double error) {
    double shading = Math.clamp(error / USUAL_ERROR, 1, MAX_CHANGE);
    return channels.stream()
        .flatMapToDouble(
            channel ->
                DoubleStream.generate(() -> channel.attribute().isUv() ? 1 : shading)
                    .limit(channel.width()))
        .toArray();
  }

  /** Returns the number of components of all channels. */
  public int width() {
    return channels.stream().mapToInt(Channel::width).sum();
  }
}
