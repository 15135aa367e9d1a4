package dev.sinew.io.usd;

import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The scales of nodes that clips move: which ones an animation of USD cannot store exactly. */
final class UsdScales {
  /** The largest error of a scale that is stored well enough, relative to it. */
  private static final double EXACT = 1e-6;

  /** The largest error of a scale that is not worth a note. */
  private static final double FAIR = 1e-5;

  private final Map<Integer, double[]> fixed = new HashMap<>();

  /** Looks at all clips of a character; notes scales that change and lose precision. */
  UsdScales(SkinnedCharacter character, Consumer<String> notes) {
    Skeleton skeleton = character.skeleton();
    Set<Integer> moved = new HashSet<>();
    Set<Integer> changing = new HashSet<>();
    Set<Integer> rough = new HashSet<>();
    double[] rest = new double[3];
    for (Clip clip : character.clips()) {
      for (Clip.Track track : clip.tracks()) {
        if (track.property() != Property.WEIGHTS) {
          moved.add(track.joint());
        }
        if (track.property() == Property.SCALE) {
          skeleton.copyRestScale(track.joint(), rest, 0);
          double[] values = track.values();
          for (int i = 0; i < values.length; i++) {
            boolean tangent =
                track.interpolation() == Clip.Interpolation.CUBICSPLINE && i / 3 % 3 != 1;
            if (tangent ? values[i] != 0 : !isSame(values[i], rest[i % 3], EXACT)) {
              changing.add(track.joint());
            }
            if (!tangent && !isHalf(values[i], FAIR)) {
              rough.add(track.joint());
            }
          }
        }
      }
    }
    for (int node : moved) {
      skeleton.copyRestScale(node, rest, 0);
      boolean exact = isHalf(rest[0], EXACT) && isHalf(rest[1], EXACT) && isHalf(rest[2], EXACT);
      boolean flat = rest[0] == 0 || rest[1] == 0 || rest[2] == 0;
      if (!exact && !flat && !changing.contains(node)) {
        fixed.put(node, rest.clone());
      }
    }
    rough.retainAll(changing);
    if (!rough.isEmpty()) {
      notes.accept(
          "clips change the scale of "
              + rough.size()
              + (rough.size() == 1 ? " joint" : " joints")
              + ": USD stores such scales with 11 bits, about 3 digits");
    }
  }

  /** Returns the scales that never change and are not exact in half precision, by node. */
  Map<Integer, double[]> fixed() {
    return fixed;
  }

  private static boolean isHalf(double value, double error) {
    return isSame(Float.float16ToFloat(Float.floatToFloat16((float) value)), value, error);
  }

  private static boolean isSame(double one, double other, double error) {
    return Math.abs(one - other) <= error * Math.abs(other);
  }
}
