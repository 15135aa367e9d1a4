package dev.sinew.pipeline.posespace;

import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.skin.SkinningMethod;

/** The time that correctives take in a frame, for reports. */
final class CorrectiveCost {
  private static final int TIMED_FRAMES = 20;

  private CorrectiveCost() {}

  /** Returns the time of a frame with correctives less that of one without, per vertex. */
  static double microsecondsPerVertex(
      SkinnedCharacter character, PoseDatabase database, SkinningMethod skinning) {
    long nanoseconds = 0;
    long vertices = 0;
    for (SkinnedCharacter.Part part : character.parts()) {
      nanoseconds += time(new Correctives(database, skinning).deformer(character, part), character);
      nanoseconds -= time(skinning.deformer(character, part), character);
      vertices += character.geometry(part).mesh().vertexCount();
    }
    return Math.max(0, nanoseconds) / 1e3 / TIMED_FRAMES / Math.max(1, vertices);
  }

  private static long time(Deformer deformer, SkinnedCharacter character) {
    Deformer.Posed posed = deformer.newPosed();
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), false);
    long start = 0;
    for (int frame = -TIMED_FRAMES; frame < TIMED_FRAMES; frame++) {
      start = frame == 0 ? System.nanoTime() : start; // The frames before warm up.
      posed.set(character.restPose());
      posed.fill(0, deformer.pointCount(), out);
    }
    return System.nanoTime() - start;
  }
}
