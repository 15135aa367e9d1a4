package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Morph targets of a mesh, blended before skinning: per target an offset of every wedge's position
 * and, if given, its normal. Other offsets, such as those of tangents, are only kept in the file.
 */
public final class MorphTargets {
  /** No targets. */
  public static final MorphTargets NONE = new MorphTargets(List.of(), List.of(), new double[0]);

  private final List<float[]> positionOffsets;
  private final List<float @Nullable []> normalOffsets;
  private final double[] restWeights;
  private final List<String> names;

  /**
   * @param positionOffsets per target, x, y, z of every wedge; kept, not copied
   * @param normalOffsets per target the same for normals, or null if it has none
   * @param restWeights a weight per target
   */
  public MorphTargets(
      List<float[]> positionOffsets, List<float @Nullable []> normalOffsets, double[] restWeights) {
    this(positionOffsets, normalOffsets, restWeights, List.of());
  }

  private MorphTargets(
      List<float[]> positionOffsets,
      List<float @Nullable []> normalOffsets,
      double[] restWeights,
      List<String> names) {
    ArrayChecks.size("normalOffsets", normalOffsets.size(), positionOffsets.size());
    ArrayChecks.size("restWeights", restWeights.length, positionOffsets.size());
    ArrayChecks.finite("restWeights", restWeights);
    for (int t = 0; t < positionOffsets.size(); t++) {
      int length = positionOffsets.getFirst().length;
      ArrayChecks.multiple("position offsets of target " + t, positionOffsets.get(t).length, 3);
      ArrayChecks.size("position offsets of target " + t, positionOffsets.get(t).length, length);
      float[] normals = normalOffsets.get(t);
      if (normals != null) {
        ArrayChecks.size("normal offsets of target " + t, normals.length, length);
      }
    }
    this.positionOffsets = List.copyOf(positionOffsets);
    this.normalOffsets = new ArrayList<>(normalOffsets);
    this.restWeights = restWeights.clone();
    this.names = List.copyOf(names);
  }

  /**
   * Returns the same with names.
   *
   * @param known a name per target, or none
   */
  public MorphTargets withNames(List<String> known) {
    if (!known.isEmpty()) {
      ArrayChecks.size("names", known.size(), count());
    }
    return new MorphTargets(positionOffsets, normalOffsets, restWeights, known);
  }

  /** Returns the names of the targets; empty if they have none. */
  public List<String> names() {
    return names;
  }

  /** Returns the number of targets. */
  public int count() {
    return positionOffsets.size();
  }

  /** Returns true if there are no targets. */
  public boolean isEmpty() {
    return positionOffsets.isEmpty();
  }

  /** Returns the number of wedges; 0 without targets. */
  public int wedgeCount() {
    return positionOffsets.isEmpty() ? 0 : positionOffsets.getFirst().length / 3;
  }

  /** Returns the rest weights, in a new array. */
  public double[] restWeights() {
    return restWeights.clone();
  }

  /** Adds {@code weight ×} the position offsets of a target to x, y, z per wedge. */
  public void addPositions(int target, double weight, float[] positions) {
    add(positionOffsets.get(target), weight, positions);
  }

  /** Adds {@code weight ×} the normal offsets of a target, if it has any, to x, y, z per wedge. */
  public void addNormals(int target, double weight, float[] normals) {
    float[] offsets = normalOffsets.get(target);
    if (offsets != null) {
      add(offsets, weight, normals);
    }
  }

  /** Returns x, y, z of every wedge's position offset in a target, in a new array. */
  public float[] positionOffsets(int target) {
    return positionOffsets.get(target).clone();
  }

  /** Returns x, y, z of every wedge's normal offset in a target, or null if it has none. */
  public float @Nullable [] normalOffsets(int target) {
    float[] offsets = normalOffsets.get(target);
    return offsets == null ? null : offsets.clone();
  }

  /** Returns the targets of some wedges, in a given order. */
  public MorphTargets wedges(int[] order) {
    UnaryOperator<float[]> gather = values -> wedges(values, order);
    return with(gather, gather);
  }

  /**
   * Returns targets with other offsets and the same weights.
   *
   * @param positions returns the position offsets of a target from a copy of the old ones
   * @param normals the same for normals, where a target has them
   */
  public MorphTargets with(UnaryOperator<float[]> positions, UnaryOperator<float[]> normals) {
    List<float @Nullable []> turned = new ArrayList<>();
    for (float[] own : normalOffsets) {
      turned.add(own == null ? null : normals.apply(own.clone()));
    }
    return new MorphTargets(
        positionOffsets.stream().map(float[]::clone).map(positions).toList(),
        turned,
        restWeights,
        names);
  }

  private static float[] wedges(float[] values, int[] order) {
    float[] out = new float[3 * order.length];
    for (int w = 0; w < order.length; w++) {
      System.arraycopy(values, 3 * order[w], out, 3 * w, 3);
    }
    return out;
  }

  private static void add(float[] offsets, double weight, float[] values) {
    ArrayChecks.size("values", values.length, offsets.length);
    float w = (float) weight;
    for (int i = 0; i < values.length; i++) {
      values[i] += w * offsets[i];
    }
  }
}
