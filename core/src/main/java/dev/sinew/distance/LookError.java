package dev.sinew.distance;

import dev.sinew.math.Vec3;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far the appearance of a character is from that of its original: in some poses at the closest
 * points, from samples on both surfaces, and in pictures.
 *
 * @param texelDrift root mean square of the drift of textures, in pixels of the base colour texture
 *     (of one with 1024 × 1024 pixels if it cannot be read), where a drift counts as at most half
 *     the longest side of the two triangles in the texture: closest points across a seam have
 *     unrelated texture coordinates; 0 without textures, null if the level has other images
 * @param normalDegrees mean angle between the normals that are shown; those of the triangles where
 *     a mesh has none
 * @param mae mean absolute difference of pictures: {@link PictureError}
 * @param flippedArea the share of the area of triangles that face away from their closest points
 * @param close how close views differ
 */
public record LookError(
    @Nullable Double texelDrift,
    double normalDegrees,
    double mae,
    double flippedArea,
    CloseError close) {
  private static final int SAMPLES = 6;
  private static final double UNKNOWN_SIDE = 1024;

  /** The largest drift that counts, in sides of the triangles in the texture. */
  private static final double MAX_DRIFT = 0.5;

  /**
   * Measures a character whose meshes and groups are those of the original.
   *
   * @param poses poses of its skeleton
   * @param pictures pictures of the original
   * @param close how close views of it differ
   */
  public static LookError measure(
      SkinnedCharacter original,
      SkinnedCharacter level,
      WeightedPoses poses,
      PictureError pictures,
      CloseViews.Result close,
      RunContext context) {
    Sums sums = new Sums();
    for (int m = 0; m < level.meshes().size(); m++) {
      Optional<Part> whole = part(original, m);
      Optional<Part> part = part(level, m);
      for (int k = 0; whole.isPresent() && part.isPresent() && k < poses.poses().size(); k++) {
        sums.poseWeight = poses.weights().get(k);
        TriMesh from = posed(original, whole.get(), poses.poses().get(k), context);
        TriMesh to = posed(level, part.get(), poses.poses().get(k), context);
        if (from.triangleCount() > 0 && to.triangleCount() > 0) {
          Side ours = new Side(level, m, to);
          Side theirs = new Side(original, m, from);
          ClosestSamples pairs = new ClosestSamples(to, from, SAMPLES, context);
          sums.addFlipped(to, pairs);
          sums.add(ours, theirs, pairs);
          sums.add(theirs, ours, new ClosestSamples(from, to, samples(from, to), context));
        }
      }
    }
    return new LookError(
        sums.texelDrift(),
        sums.normalArea > 0 ? Math.toDegrees(sums.angles / sums.normalArea) : 0,
        pictures.measure(level),
        sums.area > 0 ? sums.flippedArea / sums.area : 0,
        CloseError.of(close));
  }

  /** Returns the first part that shows a mesh. */
  private static Optional<Part> part(SkinnedCharacter character, int mesh) {
    return character.parts().stream().filter(part -> part.mesh() == mesh).findFirst();
  }

  /** Returns a part in a pose: closest points are looked for on the same part. */
  private static TriMesh posed(
      SkinnedCharacter character, Part part, Pose pose, RunContext context) {
    CharacterSurface.Posed posed =
        CharacterSurface.of(character.withParts(List.of(part))).newPosed();
    posed.set(pose, context);
    return posed.mesh();
  }

  /** Returns as many samples per triangle as give the same number on both surfaces, 1 or more. */
  private static int samples(TriMesh original, TriMesh level) {
    double share = (double) level.triangleCount() / original.triangleCount();
    return Math.clamp(Math.round(SAMPLES * share), 1, SAMPLES);
  }

  /** A mesh of one of the two characters. */
  private record Side(SkinnedCharacter character, int index, TriMesh mesh) {
    Optional<Material.Texture> texture(int group) {
      return character.material(index, group).flatMap(Material::texture);
    }

    Optional<MeshAttribute> coordinates(Material.Texture texture) {
      return mesh.attribute(MeshAttribute.uv(texture.set()));
    }
  }

  /** The place of a mesh in a texture, in pixels. */
  private static final class Painted {
    private final TriMesh mesh;
    private final MeshAttribute coordinates;
    private final double[] toPixels;

    Painted(TriMesh mesh, MeshAttribute coordinates, Material.Texture texture) {
      this.mesh = mesh;
      this.coordinates = coordinates;
      Optional<Pixels> pixels = texture.image().pixels();
      double width = pixels.map(p -> (double) p.width()).orElse(UNKNOWN_SIDE);
      double height = pixels.map(p -> (double) p.height()).orElse(UNKNOWN_SIDE);
      toPixels = texture.transform().clone();
      for (int i = 0; i < toPixels.length; i++) {
        toPixels[i] *= i < 3 ? width : height;
      }
    }

    double pixel(int axis, int triangle, int corner) {
      int wedge = mesh.wedge(triangle, corner);
      return toPixels[3 * axis] * coordinates.value(wedge, 0)
          + toPixels[3 * axis + 1] * coordinates.value(wedge, 1)
          + toPixels[3 * axis + 2];
    }

    double squaredSide(int triangle) {
      double longest = 0;
      for (int c = 0; c < 3; c++) {
        double x = pixel(0, triangle, c) - pixel(0, triangle, (c + 1) % 3);
        double y = pixel(1, triangle, c) - pixel(1, triangle, (c + 1) % 3);
        longest = Math.max(longest, x * x + y * y);
      }
      return longest;
    }
  }

  /** The normals that a mesh is shown with: without any, those of its triangles. */
  private static final class ShownNormals {
    private final TriMesh mesh;
    private final @Nullable MeshAttribute own;

    ShownNormals(TriMesh mesh) {
      this.mesh = mesh;
      own = mesh.attribute(MeshAttribute.NORMAL).orElse(null);
    }

    void at(int triangle, double[] weights, double[] out) {
      if (own == null) {
        System.arraycopy(mesh.areaNormal(triangle), 0, out, 0, 3);
        return;
      }
      for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int c = 0; c < 3; c++) {
          out[k] += weights[c] * own.value(mesh.wedge(triangle, c), k);
        }
      }
    }
  }

  /** Sums over samples, weighted by area and pose. */
  private static final class Sums {
    private double poseWeight;
    private double squaredTexels;
    private double textureArea;
    private boolean hasOtherImages;
    private double angles;
    private double normalArea;
    private double flippedArea;
    private double area;

    @Nullable Double texelDrift() {
      if (hasOtherImages) {
        return null;
      }
      return textureArea > 0 ? Math.sqrt(squaredTexels / textureArea) : 0.0;
    }

    void addFlipped(TriMesh level, ClosestSamples pairs) {
      for (int t = 0; t < level.triangleCount(); t++) {
        area += poseWeight * pairs.area(t);
        flippedArea += pairs.facesAway(t) ? poseWeight * pairs.area(t) : 0;
      }
    }

    /** Adds samples of one side with their closest points on the other. */
    void add(Side from, Side to, ClosestSamples pairs) {
      addNormals(new ShownNormals(from.mesh), new ShownNormals(to.mesh), pairs);
      int[][] groups = from.mesh.trianglesByGroup();
      for (int g = 0; g < groups.length; g++) {
        Optional<Material.Texture> ownTexture = from.texture(g);
        Optional<Material.Texture> texture = to.texture(g);
        if (ownTexture.isEmpty() || texture.isEmpty()) {
          hasOtherImages |= ownTexture.isPresent() != texture.isPresent();
          continue;
        }
        hasOtherImages |= !ownTexture.get().image().isSameAs(texture.get().image());
        Optional<MeshAttribute> own = from.coordinates(ownTexture.get());
        Optional<MeshAttribute> source = to.coordinates(texture.get());
        if (own.isPresent() && source.isPresent()) {
          addTexture(
              new Painted(from.mesh, own.get(), ownTexture.get()),
              new Painted(to.mesh, source.get(), texture.get()),
              pairs,
              groups[g]);
        }
      }
    }

    private void addNormals(ShownNormals from, ShownNormals to, ClosestSamples pairs) {
      double[] a = new double[3];
      double[] b = new double[3];
      double[] weights = new double[3];
      for (int t = 0; t < from.mesh.triangleCount(); t++) {
        for (int s = 0; s < pairs.perTriangle(); s++) {
          int target = pairs.target(t, s);
          if (target == ClosestSamples.NONE) {
            continue;
          }
          for (int c = 0; c < 3; c++) {
            weights[c] = pairs.sampleWeight(s, c);
          }
          from.at(t, weights, a);
          for (int c = 0; c < 3; c++) {
            weights[c] = pairs.targetWeight(t, s, c);
          }
          to.at(target, weights, b);
          double cosine =
              Vec3.dot(a, b)
                  / Math.max(Double.MIN_NORMAL, Math.sqrt(Vec3.dot(a, a) * Vec3.dot(b, b)));
          angles += poseWeight * pairs.area(t) * StrictMath.acos(Math.clamp(cosine, -1.0, 1.0));
          normalArea += poseWeight * pairs.area(t);
        }
      }
    }

    private void addTexture(Painted from, Painted to, ClosestSamples pairs, int[] triangles) {
      for (int t : triangles) {
        double ownSide = from.squaredSide(t);
        for (int s = 0; s < pairs.perTriangle(); s++) {
          int target = pairs.target(t, s);
          if (target == ClosestSamples.NONE) {
            continue;
          }
          double squared = 0;
          for (int axis = 0; axis < 2; axis++) {
            double drift = 0;
            for (int c = 0; c < 3; c++) {
              drift += pairs.sampleWeight(s, c) * from.pixel(axis, t, c);
              drift -= pairs.targetWeight(t, s, c) * to.pixel(axis, target, c);
            }
            squared += drift * drift;
          }
          double side = Math.max(ownSide, to.squaredSide(target));
          squaredTexels +=
              poseWeight * pairs.area(t) * Math.min(squared, MAX_DRIFT * MAX_DRIFT * side);
          textureArea += poseWeight * pairs.area(t);
        }
      }
    }
  }
}
