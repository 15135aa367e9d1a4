package dev.sinew.io.fbx;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A property of one or three numbers that curves of one or several layers drive. */
final class FbxAnimated {
  /** How a layer changes what the layers below it give. */
  enum Blend {
    ADD,
    MULTIPLY,
    REPLACE
  }

  /**
   * What a layer says of a property.
   *
   * @param curves a curve per number; null for a constant one
   * @param constants the numbers without a curve
   * @param weight 0 to 1
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Layer(@Nullable FbxCurve[] curves, double[] constants, Blend blend, double weight) {
    private double at(int i, long time, boolean before) {
      FbxCurve curve = curves[i];
      return curve == null ? constants[i] : curve.at(time, before);
    }
  }

  private final double[] rest;
  private final List<Layer> layers = new ArrayList<>(1);

  /**
   * @param rest the numbers without clips
   */
  FbxAnimated(double[] rest) {
    this.rest = rest;
  }

  void add(Layer layer) {
    layers.add(layer);
  }

  /** Returns true if no layer has a key. */
  boolean isStill() {
    return curves().findAny().isEmpty();
  }

  Stream<FbxCurve> curves() {
    return layers.stream()
        .flatMap(layer -> Stream.of(layer.curves))
        .filter(curve -> curve != null && !curve.isEmpty());
  }

  /**
   * Returns the numbers at a time.
   *
   * @param before whether to return those just before, which differ where a curve jumps
   */
  double[] at(long time, boolean before) {
    double[] out = rest.clone();
    for (int l = 0; l < layers.size(); l++) {
      Layer layer = layers.get(l);
      for (int i = 0; i < out.length; i++) {
        double value = layer.at(i, time, before);
        out[i] =
            l == 0
                ? value
                : switch (layer.blend) {
                  case ADD -> out[i] + layer.weight * value;
                  case MULTIPLY -> out[i] * (1 + layer.weight * (value - 1));
                  case REPLACE -> out[i] + layer.weight * (value - out[i]);
                };
      }
    }
    return out;
  }
}
