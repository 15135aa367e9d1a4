package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
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

  /** Per target its number when the mesh was made or read, or {@link #ADDED}. */
  private final int[] numbers;

  /** The number of a target that was added later. */
  public static final int ADDED = -1;

  /**
   * @param positionOffsets per target, x, y, z of every wedge; kept, not copied
   * @param normalOffsets per target the same for normals, or null if it has none
   * @param restWeights a weight per target
   */
  public MorphTargets(
      List<float[]> positionOffsets, List<float @Nullable []> normalOffsets, double[] restWeights) {
    this(
        positionOffsets,
        normalOffsets,
        restWeights,
        List.of(),
        IntStream.range(0, restWeights.length).toArray());
  }

  private MorphTargets(
      List<float[]> positionOffsets,
      List<float @Nullable []> normalOffsets,
      double[] restWeights,
      List<String> names,
      int[] numbers) {
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
    this.numbers = numbers;
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
    return new MorphTargets(positionOffsets, normalOffsets, restWeights, known, numbers);
  }

  /** Returns the name of a target; its number as text if it has none. */
  public String name(int target) {
    return names.isEmpty() ? String.valueOf(target) : names.get(target);
  }

  /**
   * Returns the number that a target had when the mesh was made or read, or {@link #ADDED}. Numbers
   * increase; added targets are the last.
   */
  public int number(int target) {
    return numbers[target];
  }

  /** Returns the same targets, numbered from 0. */
  public MorphTargets renumbered() {
    return new MorphTargets(
        positionOffsets,
        normalOffsets,
        restWeights,
        names,
        IntStream.range(0, restWeights.length).toArray());
  }

  /** Returns some of the targets, with the numbers that they had. */
  public MorphTargets keeping(BitSet kept) {
    int[] own = kept.stream().filter(t -> t < count()).toArray();
    if (own.length == count()) {
      return this;
    }
    List<float @Nullable []> normals = new ArrayList<>();
    Arrays.stream(own).forEach(t -> normals.add(normalOffsets.get(t)));
    return new MorphTargets(
        Arrays.stream(own).mapToObj(positionOffsets::get).toList(),
        normals,
        Arrays.stream(own).mapToDouble(t -> restWeights[t]).toArray(),
        names.isEmpty() ? List.of() : Arrays.stream(own).mapToObj(names::get).toList(),
        Arrays.stream(own).map(t -> numbers[t]).toArray());
  }

  /**
   * Returns the same targets with others after them, of rest weight 0.
   *
   * @param positions as in the constructor
   * @param normals likewise
   */
  public MorphTargets plus(List<float[]> positions, List<float @Nullable []> normals) {
    List<float[]> allPositions = new ArrayList<>(positionOffsets);
    allPositions.addAll(positions);
    List<float @Nullable []> allNormals = new ArrayList<>(normalOffsets);
    allNormals.addAll(normals);
    int all = allPositions.size();
    int[] allNumbers = Arrays.copyOf(numbers, all);
    Arrays.fill(allNumbers, count(), all, ADDED);
    // The added ones have no names, and names are known of all targets or of none.
    return new MorphTargets(
        allPositions, allNormals, Arrays.copyOf(restWeights, all), List.of(), allNumbers);
  }

  /**
   * Returns the same targets with other offsets, perhaps of another number of wedges.
   *
   * @param positions as in the constructor
   * @param normals likewise
   */
  public MorphTargets withOffsets(List<float[]> positions, List<float @Nullable []> normals) {
    ArrayChecks.size("positions", positions.size(), count());
    return new MorphTargets(positions, normals, restWeights, names, numbers);
  }

  /** Returns true if a target changes neither a position nor a normal. */
  public boolean movesNothing(int target) {
    return isZero(positionOffsets.get(target)) && isZero(normalOffsets.get(target));
  }

  private static boolean isZero(float @Nullable [] offsets) {
    for (int i = 0; offsets != null && i < offsets.length; i++) {
      if (offsets[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the same without the offsets of positions that are shorter than a length, and those of
   * normals that are shorter than another one.
   */
  public MorphTargets withoutShort(double position, double normal) {
    return with(own -> withoutShort(own, position), own -> withoutShort(own, normal));
  }

  private static float[] withoutShort(float[] offsets, double least) {
    for (int i = 0; i < offsets.length; i += 3) {
      double x = offsets[i], y = offsets[i + 1], z = offsets[i + 2];
      if (x * x + y * y + z * z < least * least) {
        Arrays.fill(offsets, i, i + 3, 0);
      }
    }
    return offsets;
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
    return withOffsets(
        positionOffsets.stream().map(float[]::clone).map(positions).toList(), turned);
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
