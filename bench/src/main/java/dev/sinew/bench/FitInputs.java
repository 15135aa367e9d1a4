package dev.sinew.bench;

import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.model.Box;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.subdivide.Refined;
import dev.sinew.subdivide.Subdivision;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the horse in several sizes for bench/fit: folders {@code vertices-N} with its ten poses on
 * coarser and finer meshes, and {@code examples-N} with N shapes of its gallop. Each folder holds
 * {@code reference.obj} and {@code shapes.pc2}.
 */
public final class FitInputs {
  /** Cells along the longest box side; coarser meshes have one vertex per cell. */
  private static final int[] GRIDS = {36, 58};

  private static final int FINEST_LEVEL = 2;
  private static final int[] EXAMPLE_COUNTS = {6, 12, 24, 48, 96};
  private static final double FRAMES_PER_SECOND = 30;

  private FitInputs() {}

  /** Writes the inputs; the arguments are the folder of the horse and the folder to write to. */
  public static void main(String[] args) throws IOException {
    Path horse = Path.of(args[0]);
    Path target = Path.of(args[1]);
    Path reference = horse.resolve("horse-reference.obj");
    List<Path> files = ObjFiles.expand(horse.resolve("horse-[01]*.obj").toString());
    MeshSequence poses = ObjSequence.read(reference, files, RunContext.ofThreads(1)).meshes();
    for (int cells : GRIDS) {
      writeVertices(target, coarse(poses, cells));
    }
    writeVertices(target, poses);
    for (int level = 1; level <= FINEST_LEVEL; level++) {
      writeVertices(target, fine(poses, level));
    }
    try (PointCache cache = PointCache.open(horse.resolve("horse-gallop.pc2"))) {
      MeshSequence gallop = cache.toSequence(poses.reference());
      for (int count : EXAMPLE_COUNTS) {
        write(target.resolve("examples-" + count), shapesOf(gallop, count));
      }
    }
  }

  private static void writeVertices(Path target, MeshSequence sequence) throws IOException {
    write(target.resolve("vertices-" + sequence.reference().vertexCount()), sequence);
  }

  private static void write(Path folder, MeshSequence sequence) throws IOException {
    Files.createDirectories(folder);
    ObjWriter.write(folder.resolve("reference.obj"), sequence.reference());
    PointCacheWriter.write(folder.resolve("shapes.pc2"), sequence, FRAMES_PER_SECOND);
  }

  /** Returns the sequence with one vertex per cell of a grid: the first vertex in it. */
  private static MeshSequence coarse(MeshSequence sequence, int cells) {
    TriMesh mesh = sequence.reference();
    Box box = mesh.bounds();
    double[] low = {box.minX(), box.minY(), box.minZ()};
    double side = box.longestSide();
    Map<List<Integer>, Integer> inCell = new HashMap<>();
    List<Integer> kept = new ArrayList<>();
    int[] index = new int[mesh.vertexCount()];
    for (int v = 0; v < index.length; v++) {
      List<Integer> cell = new ArrayList<>();
      for (int axis = 0; axis < 3; axis++) {
        cell.add((int) (cells * (mesh.position(v, axis) - low[axis]) / side));
      }
      Integer known = inCell.putIfAbsent(cell, kept.size());
      index[v] = known == null ? kept.size() : known;
      if (known == null) {
        kept.add(v);
      }
    }
    int[] rows = kept.stream().mapToInt(Integer::intValue).toArray();
    TriMesh reference = TriMesh.of(restOf(mesh, rows), triangles(mesh, index));
    return mapped(sequence, reference, shape -> pick(shape, rows));
  }

  private static double[] restOf(TriMesh mesh, int[] rows) {
    double[] rest = new double[3 * rows.length];
    Arrays.setAll(rest, i -> mesh.position(rows[i / 3], i % 3));
    return rest;
  }

  /** Returns the triangles that keep three different corners. */
  private static int[] triangles(TriMesh mesh, int[] index) {
    int[] old = mesh.triangles();
    int[] out = new int[old.length];
    int n = 0;
    for (int c = 0; c < old.length; c += 3) {
      int p = index[old[c]];
      int q = index[old[c + 1]];
      int r = index[old[c + 2]];
      if (p != q && q != r && r != p) {
        out[n++] = p;
        out[n++] = q;
        out[n++] = r;
      }
    }
    return Arrays.copyOf(out, n);
  }

  private static float[] pick(float[] shape, int[] rows) {
    float[] out = new float[3 * rows.length];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(shape, 3 * rows[i], out, 3 * i, 3);
    }
    return out;
  }

  /** Returns the sequence with every shape subdivided by Loop's scheme. */
  private static MeshSequence fine(MeshSequence sequence, int levels) {
    Refined refined =
        Subdivision.of(
            sequence.reference(),
            SubdivisionScheme.LOOP,
            SubdivisionOptions.DEFAULTS.withLevels(levels));
    TriMesh reference = TriMesh.of(refined.mesh().positions(), refined.mesh().triangles());
    return mapped(sequence, reference, shape -> refined.vertices().apply(shape, 3));
  }

  /** Returns shapes at evenly spaced times of a sequence, interpolated between its frames. */
  private static MeshSequence shapesOf(MeshSequence sequence, int count) {
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double time = (double) i * (sequence.frameCount() - 1) / (count - 1);
      int frame = Math.min((int) time, sequence.frameCount() - 2);
      float part = (float) (time - frame);
      float[] shape = sequence.positions(frame);
      float[] next = sequence.positions(frame + 1);
      float[] blend = new float[shape.length];
      for (int k = 0; k < blend.length; k++) {
        blend[k] = shape[k] + part * (next[k] - shape[k]);
      }
      names.add("moment " + i);
      shapes.add(blend);
    }
    return new MeshSequence(sequence.reference(), names, shapes);
  }

  /** A function that is applied to all shapes of a sequence. */
  private interface Change {
    float[] of(float[] shape);
  }

  private static MeshSequence mapped(MeshSequence sequence, TriMesh reference, Change change) {
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = 0; k < sequence.frameCount(); k++) {
      names.add(sequence.name(k));
      shapes.add(change.of(sequence.positions(k)));
    }
    return new MeshSequence(reference, names, shapes);
  }
}
