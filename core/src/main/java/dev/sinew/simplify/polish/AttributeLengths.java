package dev.sinew.simplify.polish;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.ShownAttributes;
import java.util.Optional;
import java.util.stream.IntStream;

/** The attributes that materials show, as lengths, for one mesh of a character and its levels. */
record AttributeLengths(ShownAttributes shown, int firstGroup) {
  /** Returns the number of values per wedge. */
  int width() {
    return shown.width();
  }

  /** Returns the factor of every value in a level of some error, in box sides. */
  double[] factors(double error) {
    return shown.factors(error);
  }

  /** Returns where the coordinates of each texture start among the values of a wedge. */
  int[] textures() {
    IntStream.Builder out = IntStream.builder();
    int at = 0;
    for (ShownAttributes.Channel channel : shown.channels()) {
      if (channel.attribute().isUv()) {
        out.add(at);
      }
      at += channel.width();
    }
    return out.build().toArray();
  }

  /**
   * Adds changes of values to an attribute of a wedge.
   *
   * @param group the wedge's group in the mesh
   * @param changes one per value
   * @param out the attribute, from an index
   */
  void addChanges(MeshAttribute attribute, int group, double[] changes, float[] out, int index) {
    int at = 0;
    for (ShownAttributes.Channel channel : shown.channels()) {
      double scale = channel.scale()[firstGroup + group];
      boolean isIt = channel.attribute().name().equals(attribute.name());
      for (int i = 0; isIt && scale > 0 && i < channel.width(); i++) {
        out[index + i] += (float) (changes[at + i] / scale);
      }
      at += channel.width();
    }
  }

  /** Returns the values of every wedge; 0 for attributes that the mesh does not have. */
  float[] of(TriMesh mesh) {
    int[] group = new int[mesh.wedgeCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; c < 3; c++) {
        group[mesh.wedge(t, c)] = firstGroup + mesh.group(t);
      }
    }
    int width = width();
    float[] out = new float[Math.multiplyExact(width, mesh.wedgeCount())];
    int at = 0;
    for (ShownAttributes.Channel channel : shown.channels()) {
      Optional<MeshAttribute> own = mesh.attribute(channel.attribute().name());
      for (int w = 0; own.isPresent() && w < mesh.wedgeCount(); w++) {
        for (int i = 0; i < channel.width(); i++) {
          out[width * w + at + i] = (float) (channel.scale()[group[w]] * own.get().value(w, i));
        }
      }
      at += channel.width();
    }
    return out;
  }
}
