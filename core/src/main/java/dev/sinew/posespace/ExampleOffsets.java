package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.model.Deformer;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.inverse.InverseSkin;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import java.util.List;

/**
 * The offsets that reproduce the examples, per database pose and vertex of the surface; pose 0 is
 * the rest pose.
 *
 * @param rest x, y, z per vertex, per pose: offsets of the rest points
 * @param posed the same for what is added after skinning, in the frame of the anchor
 */
record ExampleOffsets(double[][] rest, double[][] posed) {

  /**
   * Inverts the skinning model at every example.
   *
   * @param examples the database poses after the rest pose
   */
  static ExampleOffsets of(
      SkinnedCharacter character,
      DeformerChoice skin,
      PoseSpace space,
      PoseExamples examples,
      boolean forward,
      RunContext context) {
    RestSurface surface = RestSurface.of(character);
    JoinedCharacter joined = new JoinedCharacter(character);
    double[] meshUnits = joined.meshUnits(joined.restMesh());
    double unit = CharacterSurface.restBox(character).longestSide();
    List<Deformer> deformers =
        character.parts().stream().map(part -> skin.deformer(character, part)).toList();
    double[][] rest = new double[examples.count() + 1][3 * surface.vertexCount()];
    double[][] posed = new double[rest.length][3 * surface.vertexCount()];
    context.run(
        "inverting the skin",
        examples.count(),
        k -> {
          for (int p = 0; p < deformers.size(); p++) {
            int from = 3 * surface.firstVertex(p);
            int to = 3 * surface.firstVertex(p + 1);
            int mesh = character.parts().get(p).mesh();
            InverseSkin.Offsets found =
                new InverseSkin(
                        deformers.get(p),
                        character.meshes().get(mesh).mesh(),
                        unit > 0 ? unit : 1,
                        meshUnits[mesh])
                    .solve(
                        examples.poses().get(k),
                        Arrays.copyOfRange(examples.shapes().get(k), from, to),
                        forward);
            System.arraycopy(found.rest(), 0, rest[k + 1], from, to - from);
            System.arraycopy(found.posed(), 0, posed[k + 1], from, to - from);
          }
          turnBack(examples.poses().get(k), space, posed[k + 1]);
        });
    return new ExampleOffsets(rest, posed);
  }

  /** Turns offsets of a posed character into the frame of its anchor. */
  private static void turnBack(Pose pose, PoseSpace space, double[] offsets) {
    PoseReader reader = new PoseReader(space, pose.skeleton());
    double[] motion = new double[Affine.SIZE];
    reader.read(pose, new double[reader.size()]);
    reader.copyAnchorMotion(motion);
    if (!Affine.invert(motion, 0, motion, 0)) {
      return;
    }
    for (int i = 0; i < offsets.length; i += 3) {
      Affine.transformVector(motion, 0, offsets, i, offsets, i);
    }
  }

  /** Returns the same with the offsets of an example at the rest pose, too. */
  ExampleOffsets withRestOf(int example) {
    double[][] before = rest.clone();
    double[][] after = posed.clone();
    before[0] = rest[example + 1].clone();
    after[0] = posed[example + 1].clone();
    return new ExampleOffsets(before, after);
  }

  ExampleOffsets without(int example) {
    return new ExampleOffsets(without(rest, example + 1), without(posed, example + 1));
  }

  private static double[][] without(double[][] rows, int row) {
    double[][] out = Arrays.copyOf(rows, rows.length - 1);
    System.arraycopy(rows, row + 1, out, row, out.length - row);
    return out;
  }
}
