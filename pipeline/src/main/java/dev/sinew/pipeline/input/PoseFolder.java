package dev.sinew.pipeline.input;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.pose.PoseSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A folder of example poses: .glb or .gltf files that each contain a skeleton in one pose, the
 * transforms of its nodes. Clips in the files are not played; {@link PoseSamples#ofClips} is for
 * those.
 *
 * <p>Waits for the pose databases of pose-space deformation, which are read from such folders.
 */
public final class PoseFolder {
  private PoseFolder() {}

  /**
   * Reads all poses of a folder, in the order of the files' names.
   *
   * @param folder the folder of the files; its subfolders are skipped
   * @param skeleton whose poses they are: every joint takes the transform of the node that has its
   *     name, so a file may have more nodes but not fewer
   * @throws MalformedAssetException if a file cannot be read, lacks a joint or has two of one name,
   *     or if there is no file
   */
  public static PoseSamples read(Path folder, Skeleton skeleton) throws IOException {
    List<Pose> poses = new ArrayList<>();
    for (Path file : models(folder)) {
      poses.add(pose(file, skeleton));
    }
    if (poses.isEmpty()) {
      throw new MalformedAssetException(
          folder.toString(),
          "",
          "expected " + Format.expected(Format.Kind.CHARACTER) + " with a pose in this folder");
    }
    return PoseSamples.of(poses);
  }

  private static List<Path> models(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).filter(PoseFolder::isCharacter).sorted().toList();
    }
  }

  /** By name only, since a folder may contain other files with JSON text. */
  private static boolean isCharacter(Path file) {
    return Format.named(file).filter(f -> f.kind() == Format.Kind.CHARACTER).isPresent();
  }

  private static Pose pose(Path file, Skeleton skeleton) throws IOException {
    Skeleton found = ModelFile.read(file, new FileSession()).character().skeleton();
    Map<String, Integer> places = new HashMap<>();
    for (int j = 0; j < found.jointCount(); j++) {
      // -1: the name of several nodes.
      places.merge(found.name(j), j, (a, b) -> -1);
    }
    Pose pose = new Pose(skeleton);
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int place = places.getOrDefault(skeleton.name(j), -2);
      if (place < 0) {
        throw new MalformedAssetException(
            file.toString(),
            "",
            (place == -1 ? "several nodes" : "no node") + " called '" + skeleton.name(j) + "'");
      }
      found.copyRestLocal(place, local, 0);
      pose.setLocal(j, local, 0);
    }
    pose.update();
    return pose;
  }
}
