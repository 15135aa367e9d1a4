package dev.sinew.gpu;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A skeleton and its clips in the arrays of the kernel that samples clips (see {@code Rig} in
 * crowd.cu). It has the nodes that bones depend on, sorted by depth.
 *
 * @param tracks four integers per clip, node and property: first time, keys, first value, mode; the
 *     last clip is the rest pose
 * @param times of the keys of all tracks
 * @param values four per key, of cubic splines three times four
 * @param restLocals {@link Affine#SIZE} per node
 * @param restValues four per node and property
 * @param parents per node, −1 for roots
 * @param depths the first node of each depth, and the end
 * @param boneNodes the node of each bone
 */
record RigPlan(
    int[] tracks,
    double[] times,
    float[] values,
    float[] restLocals,
    float[] restValues,
    int[] parents,
    int[] depths,
    int[] boneNodes) {
  private static final int PROPERTIES = 3;
  private static final int TRACK = 4;

  int nodeCount() {
    return parents.length;
  }

  /** Returns the index of the clip that is the rest pose. */
  int restClip() {
    return tracks.length / (TRACK * PROPERTIES * nodeCount()) - 1;
  }

  /** Plans the nodes that move a table of bones. */
  static RigPlan of(SkinnedCharacter character, BoneTable bones) {
    Skeleton skeleton = character.skeleton();
    int[] depth = depths(skeleton, bones);
    List<Integer> nodes =
        IntStream.range(0, depth.length)
            .filter(j -> depth[j] >= 0)
            .boxed()
            .sorted(Comparator.comparingInt(j -> depth[j]))
            .toList();
    int[] index = new int[depth.length];
    Arrays.fill(index, -1);
    for (int n = 0; n < nodes.size(); n++) {
      index[nodes.get(n)] = n;
    }
    int levels = nodes.isEmpty() ? 0 : depth[nodes.getLast()] + 1;
    int[] ends = new int[levels + 1];
    nodes.forEach(j -> ends[depth[j] + 1]++);
    Arrays.parallelPrefix(ends, Integer::sum);
    KeyWriter keys = new KeyWriter(index, nodes.size());
    character.clips().forEach(keys::add);
    keys.addRest();
    return new RigPlan(
        keys.tracks.stream().flatMapToInt(Arrays::stream).toArray(),
        keys.times.stream().flatMapToDouble(Arrays::stream).toArray(),
        keys.values(),
        restLocals(skeleton, nodes),
        restValues(skeleton, nodes),
        nodes.stream().mapToInt(j -> parent(skeleton, j, index)).toArray(),
        ends,
        IntStream.range(0, bones.size()).map(b -> index[bones.node(b)]).toArray());
  }

  private static int parent(Skeleton skeleton, int joint, int[] index) {
    int parent = skeleton.parent(joint);
    return parent == Skeleton.NO_PARENT ? -1 : index[parent];
  }

  /** Returns the depth of the nodes that bones depend on, −1 for all others. */
  private static int[] depths(Skeleton skeleton, BoneTable bones) {
    boolean[] needed = new boolean[skeleton.jointCount()];
    for (int b = 0; b < bones.size(); b++) {
      needed[bones.node(b)] = true;
    }
    for (int j = needed.length - 1; j >= 0; j--) {
      if (needed[j] && skeleton.parent(j) != Skeleton.NO_PARENT) {
        needed[skeleton.parent(j)] = true;
      }
    }
    int[] depth = new int[needed.length];
    for (int j = 0; j < depth.length; j++) {
      int parent = skeleton.parent(j);
      depth[j] = !needed[j] ? -1 : parent == Skeleton.NO_PARENT ? 0 : depth[parent] + 1;
    }
    return depth;
  }

  private static float[] restLocals(Skeleton skeleton, List<Integer> nodes) {
    double[] wide = new double[Affine.SIZE * nodes.size()];
    for (int n = 0; n < nodes.size(); n++) {
      skeleton.copyRestLocal(nodes.get(n), wide, Affine.SIZE * n);
    }
    return narrow(wide);
  }

  private static float[] restValues(Skeleton skeleton, List<Integer> nodes) {
    double[] wide = new double[4 * PROPERTIES * nodes.size()];
    for (int n = 0; n < nodes.size(); n++) {
      int at = 4 * PROPERTIES * n;
      skeleton.copyRestTranslation(nodes.get(n), wide, at);
      skeleton.copyRestRotation(nodes.get(n), wide, at + 4);
      skeleton.copyRestScale(nodes.get(n), wide, at + 8);
    }
    return narrow(wide);
  }

  private static float[] narrow(double[] wide) {
    float[] out = new float[wide.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) wide[i];
    }
    return out;
  }

  /** Collects the keys of clips; tracks with the same times share them. */
  private static final class KeyWriter {
    private final int[] index;
    private final int nodes;
    private final List<int[]> tracks = new ArrayList<>();
    private final List<double[]> times = new ArrayList<>();
    private final List<float[]> values = new ArrayList<>();
    private final Map<List<Double>, Integer> known = new HashMap<>();
    private int timeCount;
    private int valueCount;

    private KeyWriter(int[] index, int nodes) {
      this.index = index;
      this.nodes = nodes;
    }

    private void addRest() {
      tracks.add(new int[TRACK * PROPERTIES * nodes]);
    }

    private void add(Clip clip) {
      addRest();
      for (Track track : clip.tracks()) {
        if (track.property() == Property.WEIGHTS || index[track.joint()] < 0) {
          continue;
        }
        int property =
            switch (track.property()) {
              case TRANSLATION -> 0;
              case ROTATION -> 1;
              case SCALE, WEIGHTS -> 2;
            };
        int at = TRACK * (PROPERTIES * index[track.joint()] + property);
        int[] out = tracks.getLast();
        out[at] = addTimes(track.times());
        out[at + 1] = track.keyCount();
        out[at + 2] = valueCount;
        out[at + 3] =
            switch (track.interpolation()) {
              case STEP -> 0;
              case LINEAR -> 1;
              case CUBICSPLINE -> 2;
            };
        addValues(track);
      }
    }

    private int addTimes(double[] own) {
      Integer first = known.putIfAbsent(Arrays.stream(own).boxed().toList(), timeCount);
      if (first != null) {
        return first;
      }
      times.add(own);
      timeCount += own.length;
      return timeCount - own.length;
    }

    private void addValues(Track track) {
      int rows = track.keyCount() * (track.interpolation() == Interpolation.CUBICSPLINE ? 3 : 1);
      double[] own = track.values();
      float[] out = new float[4 * rows];
      for (int row = 0; row < rows; row++) {
        for (int k = 0; k < track.components(); k++) {
          out[4 * row + k] = (float) own[track.components() * row + k];
        }
      }
      values.add(out);
      valueCount += rows;
    }

    private float[] values() {
      float[] out = new float[4 * valueCount];
      int at = 0;
      for (float[] own : values) {
        System.arraycopy(own, 0, out, at, own.length);
        at += own.length;
      }
      return out;
    }
  }
}
