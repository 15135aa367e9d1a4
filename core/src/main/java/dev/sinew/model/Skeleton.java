package dev.sinew.model;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.human.Humanoid;
import dev.sinew.run.ArrayChecks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A forest of named joints with rest transforms; parents precede their children. In a character
 * read from glTF the joints are all nodes of the file, including nodes that carry meshes; a {@link
 * Skin} lists the joints that move vertices.
 */
public final class Skeleton {
  /** The parent of a root. */
  public static final int NO_PARENT = -1;

  private final int[] parents;
  private final List<String> names;
  private final double[] translations;
  private final double[] rotations;
  private final double[] scales;
  private final double[] locals;
  private final Humanoid humanoid;

  private Skeleton(Builder b) {
    parents = b.parents.stream().mapToInt(Integer::intValue).toArray();
    names = List.copyOf(b.names);
    humanoid = b.humanoid;
    int n = parents.length;
    translations = new double[3 * n];
    rotations = new double[4 * n];
    scales = new double[3 * n];
    locals = new double[Affine.SIZE * n];
    for (int j = 0; j < n; j++) {
      double[] local = b.locals.get(j);
      double[] trs = b.trs.get(j);
      System.arraycopy(local, 0, locals, Affine.SIZE * j, Affine.SIZE);
      System.arraycopy(trs, 0, translations, 3 * j, 3);
      System.arraycopy(trs, 3, rotations, 4 * j, 4);
      System.arraycopy(trs, 7, scales, 3 * j, 3);
    }
  }

  /** Returns the number of joints. */
  public int jointCount() {
    return parents.length;
  }

  /** Returns the parent, whose index is smaller, or {@link #NO_PARENT}. */
  public int parent(int joint) {
    return parents[joint];
  }

  /** Returns the name of a joint. */
  public String name(int joint) {
    return names.get(joint);
  }

  /** Returns the first joint with a name, or -1. */
  public int find(String name) {
    return names.indexOf(name);
  }

  /** Returns which joints are bones of a human body; {@link Humanoid#NONE} if that is not known. */
  public Humanoid humanoid() {
    return humanoid;
  }

  /** Returns the same joints, of which some are bones of a human body. */
  public Skeleton withHumanoid(Humanoid known) {
    return builder(this).humanoid(known).build();
  }

  /** Copies a joint's local rest transform. */
  public void copyRestLocal(int joint, double[] out, int offset) {
    System.arraycopy(locals, Affine.SIZE * joint, out, offset, Affine.SIZE);
  }

  /** Copies a joint's rest translation. */
  public void copyRestTranslation(int joint, double[] out, int offset) {
    System.arraycopy(translations, 3 * joint, out, offset, 3);
  }

  /** Copies a joint's rest rotation, a unit quaternion. */
  public void copyRestRotation(int joint, double[] out, int offset) {
    System.arraycopy(rotations, 4 * joint, out, offset, 4);
  }

  /** Copies a joint's rest scale. */
  public void copyRestScale(int joint, double[] out, int offset) {
    System.arraycopy(scales, 3 * joint, out, offset, 3);
  }

  /** Returns true if {@code joint} is {@code ancestor} or one of its descendants. */
  public boolean isUnder(int joint, int ancestor) {
    int j = joint;
    while (j > ancestor) {
      j = parents[j];
    }
    return j == ancestor;
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with all joints of a skeleton, and what is known of them. */
  public static Builder builder(Skeleton start) {
    Builder builder = new Builder().humanoid(start.humanoid);
    for (int j = 0; j < start.jointCount(); j++) {
      builder.add(start, j);
    }
    return builder;
  }

  /** Collects joints, parents first. */
  public static final class Builder {
    private final List<Integer> parents = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<double[]> locals = new ArrayList<>();
    private final List<double[]> trs = new ArrayList<>();
    private Humanoid humanoid = Humanoid.NONE;

    private Builder() {}

    /** Adds a joint with a translation from its parent and no rotation; returns its index. */
    public int add(String name, int parent, double x, double y, double z) {
      return add(name, parent, new double[] {x, y, z}, new double[] {0, 0, 0, 1}, ones());
    }

    /** Adds a joint with a translation, unit quaternion and scale; returns its index. */
    public int add(
        String name, int parent, double[] translation, double[] rotation, double[] scale) {
      ArrayChecks.size(name + " translation", translation.length, 3);
      ArrayChecks.size(name + " rotation", rotation.length, 4);
      ArrayChecks.size(name + " scale", scale.length, 3);
      double[] parts = new double[10];
      System.arraycopy(translation, 0, parts, 0, 3);
      System.arraycopy(rotation, 0, parts, 3, 4);
      System.arraycopy(scale, 0, parts, 7, 3);
      Quaternion.normalize(parts, 3);
      double[] local = new double[Affine.SIZE];
      Affine.fromTrs(parts, 0, parts, 3, parts, 7, local, 0);
      return add(name, parent, parts, local);
    }

    /** Adds a joint of another skeleton with the same parent index; returns its index. */
    public int add(Skeleton from, int joint) {
      double[] parts = new double[10];
      double[] local = new double[Affine.SIZE];
      from.copyRestTranslation(joint, parts, 0);
      from.copyRestRotation(joint, parts, 3);
      from.copyRestScale(joint, parts, 7);
      from.copyRestLocal(joint, local, 0);
      return add(from.name(joint), from.parent(joint), parts, local);
    }

    /** Adds a joint with a 3×4 matrix, which is kept exactly; returns its index. */
    public int addMatrix(String name, int parent, double[] local) {
      ArrayChecks.size(name + " matrix", local.length, Affine.SIZE);
      double[] parts = new double[10];
      Affine.toTrs(local, 0, parts, 0, parts, 3, parts, 7);
      return add(name, parent, parts, local.clone());
    }

    private int add(String name, int parent, double[] parts, double[] local) {
      int joint = parents.size();
      if (parent < NO_PARENT || parent >= joint) {
        throw new IllegalArgumentException(
            name + " parent: expected -1 to " + (joint - 1) + ", got " + parent);
      }
      ArrayChecks.finite(name + " transform", local);
      parents.add(parent);
      names.add(name);
      trs.add(parts);
      locals.add(local);
      return joint;
    }

    /** Tells which joints are bones of a human body; returns this builder. */
    public Builder humanoid(Humanoid known) {
      humanoid = known;
      return this;
    }

    /** Returns the skeleton. */
    public Skeleton build() {
      humanoid
          .joints()
          .forEach((bone, joint) -> ArrayChecks.index("joint of " + bone, 0, joint, names.size()));
      return new Skeleton(this);
    }

    private static double[] ones() {
      double[] out = new double[3];
      Arrays.fill(out, 1);
      return out;
    }
  }
}
