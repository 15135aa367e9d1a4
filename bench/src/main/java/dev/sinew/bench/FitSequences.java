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

  /** Returns all frames of the horse's gallop. */
  static FitSequences wholeGallop(Path data) throws IOException {
    MeshSequence poses = poses(data.resolve("horse"), "horse-reference.obj", "horse-01.obj");
    return new FitSequences(
        "gallop", cache(data, "horse/horse-gallop.pc2", poses), Optional.empty());
  }

  /** Returns some of the shapes, evenly spaced; the others are held out. */
  FitSequences few(int count) {
    List<Integer> chosen = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int k = 0, next = 0; k < training.frameCount(); k++) {
      boolean use = next < count && k == (2 * next + 1) * training.frameCount() / (2 * count);
      (use ? chosen : others).add(k);
      next += use ? 1 : 0;
    }
    return new FitSequences(name, frames(training, chosen), Optional.of(frames(training, others)));
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

  /** Returns every second of the shapes; the others are held out. */
  FitSequences everySecond() {
    return split(name, training, 2);
  }

  private static FitSequences split(String name, MeshSequence all, int step) {
    return new FitSequences(
        name + ", every " + (step == 2 ? "second" : step + "th"),
        every(all, 0, step),
        Optional.of(every(all, step / 2, step)));
  }

  private static MeshSequence every(MeshSequence all, int first, int step) {
    List<Integer> chosen = new ArrayList<>();
    for (int k = first; k < all.frameCount(); k += step) {
      chosen.add(k);
    }
    return frames(all, chosen);
  }

  private static MeshSequence frames(MeshSequence all, List<Integer> chosen) {
    return new MeshSequence(
        all.reference(),
        chosen.stream().map(all::name).toList(),
        chosen.stream().map(all::positions).toList());
  }
}
