package dev.sinew.skin;

import dev.sinew.model.PointBuffer;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import org.jspecify.annotations.Nullable;

/** What the models share that blend rotations: the points at rest, their influences, the joints. */
abstract class RotationBlend implements RestDeformer {
  private static final float[] NO_NORMALS = {};

  final RestPoints rest;
  final PointInfluences rows;
  final SkinTree tree;

  RotationBlend(SkinnedCharacter character, Part part) {
    rest = RestPoints.of(character, part);
    rows = PointInfluences.of(character, part);
    tree = new SkinTree(character.skeleton(), rows.skin);
  }

  @Override
  public final int pointCount() {
    return rest.count();
  }

  @Override
  public final boolean hasNormals() {
    return rest.hasNormals();
  }

  /** A pose of the points. */
  abstract class Blending implements Posed {
    final RestPoints.Shape shape = rest.newShape();

    /**
     * Computes a range of points.
     *
     * @param n the normals at rest, empty if the buffer has none
     */
    abstract void blend(int from, int to, float[] points, float[] n, PointBuffer buffer);

    @Override
    public final void displace(float @Nullable [] positions, float @Nullable [] normals) {
      shape.displace(positions, normals);
    }

    @Override
    public final void fill(int from, int to, PointBuffer buffer) {
      buffer.check(from, to, pointCount(), hasNormals());
      float[] n = buffer.normals() == null ? NO_NORMALS : shape.normals(from, to);
      blend(from, to, shape.positions(from, to), n, buffer);
    }
  }
}
