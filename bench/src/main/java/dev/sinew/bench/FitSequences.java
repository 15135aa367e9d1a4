package dev.sinew.bench;

import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sequences of meshes in correspondence to fit to.
 *
 * @param name what is fitted
 * @param training shapes to fit to
 * @param holdout shapes to measure on, if there are enough
 */
record FitSequences(String name, MeshSequence training, Optional<MeshSequence> holdout) {

  /** Returns the ten poses of the horse; its gallop is held out. */
  static FitSequences horse(Path data) throws IOException {
    MeshSequence poses = poses(data.resolve("horse"), "horse-reference.obj", "horse-[01]*.obj");
    return new FitSequences(
        "horse, ten poses", poses, Optional.of(cache(data, "horse/horse-gallop.pc2", poses)));
  }

  /** Returns every second frame of the horse's gallop; the others are held out. */
  static FitSequences gallop(Path data) throws IOException {
    MeshSequence poses = poses(data.resolve("horse"), "horse-reference.obj", "horse-01.obj");
    return split("gallop", cache(data, "horse/horse-gallop.pc2", poses), 2);
  }

  /** Returns every eighth frame of the elastic bone; those between are held out. */
  static FitSequences bone(Path data) throws IOException {
    TriMesh mesh = ObjReader.read(data.resolve("bone/bone-reference.obj")).mesh().toTriMesh();
    MeshSequence all = cache(data, "bone/bone.pc2", new MeshSequence(mesh, List.of(), List.of()));
    return split("elastic bone", all, 8);
  }

  /** Returns all poses of a known skeleton. */
  static FitSequences truth(Path data, String name, String poses) throws IOException {
    return new FitSequences(
        name + ", " + poses,
        poses(data.resolve("truth").resolve(name), name + ".obj", poses + "/" + name + "-*.obj"),
        Optional.empty());
  }

  /** Returns every second example of a built-in character; the others are held out. */
  static FitSequences sample(String name) {
    return split(name, Samples.create(name).examples(), 2);
  }

  private static MeshSequence poses(Path folder, String reference, String pattern)
      throws IOException {
    return ObjSequence.read(
            folder.resolve(reference),
            ObjFiles.expand(folder.resolve(pattern).toString()),
            RunContext.ofThreads(1))
        .meshes();
  }

  private static MeshSequence cache(Path data, String file, MeshSequence like) throws IOException {
    try (PointCache cache = PointCache.open(data.resolve(file))) {
      return cache.toSequence(like.reference());
    }
  }

  private static FitSequences split(String name, MeshSequence all, int step) {
    return new FitSequences(
        name + ", every " + (step == 2 ? "second" : step + "th"),
        every(all, 0, step),
        Optional.of(every(all, step / 2, step)));
  }

  private static MeshSequence every(MeshSequence all, int first, int step) {
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = first; k < all.frameCount(); k += step) {
      names.add(all.name(k));
      shapes.add(all.positions(k));
    }
    return new MeshSequence(all.reference(), names, shapes);
  }
}
