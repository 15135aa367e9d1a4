package dev.sinew.pipeline;

import dev.sinew.draw.Picture;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.png.PngWriter;
import dev.sinew.io.tangentmap.TangentMapFile;
import dev.sinew.math.Affine;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.shade.TangentMap;
import dev.sinew.shade.TangentMapBake;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files made from the tangent map of a full model.
 *
 * @param map the map itself, in all resolutions; empty for none
 * @param normals the object-space normal map of a pose; empty for none
 */
public record TangentOutputs(Optional<Path> map, Optional<PoseNormals> normals) {
  /** Checks the name of the map. */
  public TangentOutputs {
    map.ifPresent(file -> Format.requirePlainName(file, "tangents"));
  }

  /** No tangent map. */
  public static final TangentOutputs NONE = new TangentOutputs(Optional.empty(), Optional.empty());

  /**
   * An object-space normal map.
   *
   * @param file a PNG file
   * @param clip the clip of the pose, by name or number; empty for the rest pose
   * @param time seconds into the clip
   */
  public record PoseNormals(Path file, Optional<String> clip, double time) {
    /** Checks the name of the file and the time. */
    public PoseNormals {
      Format.ofOutput(file, Format.Kind.PICTURE);
      if (!Double.isFinite(time) || (clip.isEmpty() && time != 0)) {
        throw new IllegalArgumentException("time: expected seconds into a clip, got " + time);
      }
    }

    private Pose pose(SkinnedCharacter full) {
      Pose pose = full.restPose();
      clip.ifPresent(name -> full.clip(name).sample(time, pose));
      return pose;
    }
  }

  /** Returns true if a tangent map is needed. */
  boolean any() {
    return map.isPresent() || normals.isPresent();
  }

  /**
   * Checks that the full model has the pose.
   *
   * @throws RequestException if it has no such clip
   */
  void check(SkinnedCharacter full) {
    normals.ifPresent(n -> n.pose(full));
  }

  /**
   * Makes the map and writes the files.
   *
   * @param knowledge of the full model
   * @param outputs receives the files
   */
  TangentMapBake.Result write(
      PoseKnowledge knowledge,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      int side,
      List<Path> outputs,
      FileSession files,
      RunContext context)
      throws IOException {
    SkinnedCharacter full = knowledge.character();
    TangentMapBake.Result made = TangentMapBake.run(knowledge, level, sets, side, context);
    if (map.isPresent()) {
      List<TangentMap> levels = made.map().levels(made.metric());
      TangentMapFile.write(map.get(), new TangentMapFile.Contents(levels, bones(full)), files);
      outputs.add(map.get());
    }
    if (normals.isPresent()) {
      double[] matrices = new JoinedCharacter(full).matrices(normals.get().pose(full));
      Pixels shown = made.map().normalMap(matrices, context);
      Picture picture = new Picture(shown.width(), shown.height(), shown.argb());
      PngWriter.write(normals.get().file, picture, files);
      outputs.add(normals.get().file);
    }
    return made;
  }

  private static List<TangentMapFile.Bone> bones(SkinnedCharacter full) {
    Skin bones = new JoinedCharacter(full).boneSkin();
    List<TangentMapFile.Bone> named = new ArrayList<>();
    for (int b = 0; b < bones.jointCount(); b++) {
      double[] bind = new double[Affine.SIZE];
      bones.copyInverseBind(b, bind, 0);
      named.add(
          new TangentMapFile.Bone(
              full.skeleton().name(bones.joint(b)), Arrays.stream(bind).boxed().toList()));
    }
    return named;
  }
}
