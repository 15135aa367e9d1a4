package dev.sinew.io.posespace;

import dev.sinew.posespace.Block;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.posespace.dynamic.SpringModel;
import dev.sinew.posespace.interpolate.Fading;
import dev.sinew.posespace.interpolate.KernelSum;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes databases of Gaussians as the first version of the format had them: without limits. */
final class VersionOne {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataOutputStream out = new DataOutputStream(bytes);

  private VersionOne() {}

  static byte[] bytes(PoseDatabase database) throws IOException {
    VersionOne writer = new VersionOne();
    writer.write(database);
    return writer.bytes.toByteArray();
  }

  private void write(PoseDatabase database) throws IOException {
    out.write("SINEWPSD".getBytes(StandardCharsets.US_ASCII));
    out.writeInt(1);
    out.writeUTF(database.method().name());
    out.writeUTF(database.skinning().name());
    out.writeUTF(database.space().space().name());
    out.writeDouble(database.space().lengthUnit());
    out.writeInt(database.space().jointCount());
    for (int j = 0; j < database.space().jointCount(); j++) {
      out.writeUTF(database.space().joints().get(j));
      out.writeInt(database.space().indices().get(j));
    }
    out.writeInt(database.poses().size());
    for (int k = 0; k < database.poses().size(); k++) {
      out.writeUTF("pose " + k);
    }
    floats(database.coordinates(), true);
    ints(database.surface().partVertices());
    floats(database.surface().positions(), true);
    ints(database.surface().triangles());
    out.writeInt(database.blocks().size());
    for (Block block : database.blocks()) {
      write(block);
    }
    out.writeInt(database.dynamics().size());
    for (DynamicModel dynamic : database.dynamics()) {
      out.writeByte(dynamic instanceof SpringModel ? 0 : 1);
      out.writeInt(dynamic.vertexCount());
      ints(dynamic.vertices());
      doubles(dynamic.values());
    }
  }

  private void write(Block block) throws IOException {
    // Files of version 1 had no window.
    KernelSum kernel = (KernelSum) ((Fading) block.interpolator()).inside();
    out.writeBoolean(block.posed());
    out.writeByte(1);
    out.writeUTF(kernel.function().name());
    out.writeDouble(kernel.width());
    out.writeDouble(kernel.linear());
    out.writeInt(0);
    ints(block.joints());
    doubles(block.jointWeights());
    ints(block.vertices());
    out.writeInt(block.rank());
    doubles(block.weights());
    floats(block.basis(), false);
  }

  private void ints(int[] values) throws IOException {
    out.writeInt(values.length);
    for (int value : values) {
      out.writeInt(value);
    }
  }

  private void floats(float[] values, boolean withLength) throws IOException {
    if (withLength) {
      out.writeInt(values.length);
    }
    for (float value : values) {
      out.writeFloat(value);
    }
  }

  private void doubles(double[] values) throws IOException {
    for (double value : values) {
      out.writeDouble(value);
    }
  }
}
