package dev.sinew.pipeline.posespace;

import dev.sinew.io.FileSession;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.MotionExamples;
import dev.sinew.posespace.dynamic.DynamicMethod;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shapes in motion that dynamics are trained on.
 *
 * @param method the dynamic model
 * @param takes per take a point cache, folder or pattern of meshes, "=" and the name or index of
 *     the clip that it shows
 * @param framesPerSecond the rate of the frames, above 0
 */
public record MotionTakes(DynamicMethod method, List<String> takes, double framesPerSecond) {
  /** Checks the form of the takes and the rate. */
  public MotionTakes {
    takes = List.copyOf(takes);
    if (takes.isEmpty()) {
      throw new IllegalArgumentException("takes: expected at least 1, got 0");
    }
    for (String take : takes) {
      int split = take.lastIndexOf('=');
      if (split < 1 || split == take.length() - 1) {
        throw new IllegalArgumentException("take: expected FILE=CLIP, got " + take);
      }
    }
    if (!(framesPerSecond > 0) || framesPerSecond > 1e6) {
      throw new IllegalArgumentException(
          "take fps: expected more than 0 and at most a million, got " + framesPerSecond);
    }
  }

  /**
   * Reads the takes.
   *
   * @param reference a mesh at rest with the vertices of the takes, as for examples
   * @param inputs receives the files read
   */
  List<MotionExamples> read(
      Optional<Path> reference,
      Path model,
      SkinnedCharacter character,
      List<Path> inputs,
      FileSession files,
      RunContext context)
      throws IOException {
    List<MotionExamples> out = new ArrayList<>();
    for (String take : takes) {
      int split = take.lastIndexOf('=');
      PosedExamples read =
          PosedExamples.read(
              List.of(take.substring(0, split)),
              reference,
              model,
              character,
              new PosedExamples.Times(take.substring(split + 1), framesPerSecond),
              files,
              context);
      out.add(new MotionExamples(take, framesPerSecond, read.examples()));
      inputs.addAll(read.files());
    }
    return out;
  }
}
