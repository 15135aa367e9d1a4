package dev.sinew.distance;

import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.skin.CharacterSurface;
import java.util.List;
import java.util.Optional;

/**
 * How far the appearance of a character is from that of its original: in some poses at the closest
 * points, and in pictures.
 *
 * @param texelDrift root mean square of the drift of textures, in pixels of the base colour texture
 *     (of one with 1024 × 1024 pixels if it cannot be read); 0 without textures
 * @param normalDegrees mean angle between normals; 0 without normals
 * @param mae mean absolute difference of pictures: {@link PictureError}
 * @param flippedArea the share of the area of triangles that face away from their closest points
 */
public record LookError(double texelDrift, double normalDegrees, double mae, double flippedArea) {
  private static final int SAMPLES = 6;
  private static final double UNKNOWN_SIDE = 1024;

  /**
   * Measures a character whose parts, meshes and groups are those of the original.
   *
   * @param poses poses of its skeleton
   * @param pictures pictures of the original
   */
  public static LookError measure(
      SkinnedCharacter original,
      SkinnedCharacter level,
      WeightedPoses poses,
      PictureError pictures,
      RunContext context) {
    Sums sums = new Sums();
    for (int k = 0; k < poses.poses().size(); k++) {
      sums.poseWeight = poses.weights().get(k);
      for (Part part : original.parts()) {
        TriMesh from = posed(original, part, poses.poses().get(k), context);
        TriMesh to = posed(level, part, poses.poses().get(k), context);
        if (from.triangleCount() > 0 && to.triangleCount() > 0) {
          ClosestSamples pairs = new ClosestSamples(to, from, SAMPLES, context);
          sums.add(original, part.mesh(), from, to, pairs);
        }
      }
    }
    return new LookError(
        sums.textureArea > 0 ? Math.sqrt(sums.squaredTexels / sums.textureArea) : 0,
        sums.normalArea > 0 ? Math.toDegrees(sums.angles / sums.normalArea) : 0,
        pictures.measure(level),
        sums.area > 0 ? sums.flippedArea / sums.area : 0);
  }

  /** Returns a part in a pose: closest points are looked for on the same part. */
  private static TriMesh posed(
      SkinnedCharacter character, Part part, Pose pose, RunContext context) {
    CharacterSurface.Posed posed =
        CharacterSurface.of(character.withParts(List.of(part))).newPosed();
    posed.set(pose, context);
    return posed.mesh();
  }

  /** Sums over samples, weighted by area and pose. */
  private static final class Sums {
    private double poseWeight;
    private double squaredTexels;
    private double textureArea;
    private double angles;
    private double normalArea;
    private double flippedArea;
    private double area;

    void add(
        SkinnedCharacter character, int m, TriMesh original, TriMesh level, ClosestSamples pairs) {
      for (int t = 0; t < level.triangleCount(); t++) {
        area += poseWeight * pairs.area(t);
        flippedArea += pairs.facesAway(t) ? poseWeight * pairs.area(t) : 0;
      }
      Optional<MeshAttribute> ownNormals = level.attribute(MeshAttribute.NORMAL);
      Optional<MeshAttribute> normals = original.attribute(MeshAttribute.NORMAL);
      if (ownNormals.isPresent() && normals.isPresent()) {
        addNormals(level, original, pairs, ownNormals.get(), normals.get());
      }
      for (int g = 0; g < original.groupCount(); g++) {
        Optional<Material.Texture> texture = character.material(m, g).flatMap(Material::texture);
        if (texture.isPresent()) {
          String set = MeshAttribute.uv(texture.get().set());
          Optional<MeshAttribute> own = level.attribute(set);
          Optional<MeshAttribute> source = original.attribute(set);
          if (own.isPresent() && source.isPresent()) {
            addTexture(level, original, pairs, own.get(), source.get(), g, texture.get());
          }
        }
      }
    }

    private void addNormals(
        TriMesh level,
        TriMesh original,
        ClosestSamples pairs,
        MeshAttribute own,
        MeshAttribute source) {
      double[] a = new double[3];
      double[] b = new double[3];
      for (int t = 0; t < level.triangleCount(); t++) {
        for (int s = 0; s < pairs.perTriangle(); s++) {
          int target = pairs.target(t, s);
          if (target == ClosestSamples.NONE) {
            continue;
          }
          interpolate(level, original, pairs, t, s, target, own, source, a, b);
          double cosine = dot(a, b) / Math.max(Double.MIN_NORMAL, Math.sqrt(dot(a, a) * dot(b, b)));
          angles += poseWeight * pairs.area(t) * StrictMath.acos(Math.clamp(cosine, -1.0, 1.0));
          normalArea += poseWeight * pairs.area(t);
        }
      }
    }

    private void addTexture(
        TriMesh level,
        TriMesh original,
        ClosestSamples pairs,
        MeshAttribute own,
        MeshAttribute source,
        int group,
        Material.Texture texture) {
      Optional<Pixels> pixels = texture.image().pixels();
      double width = pixels.map(p -> (double) p.width()).orElse(UNKNOWN_SIDE);
      double height = pixels.map(p -> (double) p.height()).orElse(UNKNOWN_SIDE);
      double[] m = texture.transform();
      int[] targets = pairs.targetsInTexture(level, own, original, source);
      double[] a = new double[2];
      double[] b = new double[2];
      for (int t = 0; t < level.triangleCount(); t++) {
        for (int s = 0; level.group(t) == group && s < pairs.perTriangle(); s++) {
          int target = targets[pairs.perTriangle() * t + s];
          if (target == ClosestSamples.NONE) {
            continue;
          }
          interpolate(level, original, pairs, t, s, target, own, source, a, b);
          double du = a[0] - b[0];
          double dv = a[1] - b[1];
          double x = width * (m[0] * du + m[1] * dv);
          double y = height * (m[3] * du + m[4] * dv);
          squaredTexels += poseWeight * pairs.area(t) * (x * x + y * y);
          textureArea += poseWeight * pairs.area(t);
        }
      }
    }

    /** Interpolates an attribute at a sample and at its closest point. */
    private static void interpolate(
        TriMesh level,
        TriMesh original,
        ClosestSamples pairs,
        int t,
        int s,
        int target,
        MeshAttribute own,
        MeshAttribute source,
        double[] a,
        double[] b) {
      for (int k = 0; k < a.length; k++) {
        a[k] = 0;
        b[k] = 0;
        for (int c = 0; c < 3; c++) {
          a[k] += pairs.sampleWeight(s, c) * own.value(level.wedge(t, c), k);
          b[k] += pairs.targetWeight(t, s, c) * source.value(original.wedge(target, c), k);
        }
      }
    }

    private static double dot(double[] a, double[] b) {
      return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
  }
}
