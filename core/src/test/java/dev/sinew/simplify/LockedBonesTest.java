package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TangentSpace;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The sample arm with tangents, polished, with the vertices of the hand locked. */
class LockedBonesTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final Pattern HAND = Pattern.compile("(?i)hand|wrist");

  private static SkinnedCharacter armWithTangents() {
    SkinnedCharacter arm = Samples.create("arm").character();
    List<Geometry> meshes = new ArrayList<>();
    for (Geometry geometry : arm.meshes()) {
      TriMesh mesh = geometry.mesh();
      MeshAttribute tangents =
          TangentSpace.of(
              mesh,
              mesh.attribute(MeshAttribute.NORMAL).orElseThrow(),
              mesh.attribute(MeshAttribute.UV).orElseThrow());
      meshes.add(geometry.withMesh(mesh.withAttribute(tangents)));
    }
    return arm.withMeshes(meshes);
  }

  /** Returns position, weights and the attributes of all wedges of a vertex, as text. */
  private static String vertex(Geometry geometry, int v) {
    TriMesh mesh = geometry.mesh();
    Influences rows = geometry.skinning().influences().orElseThrow();
    StringBuilder weights = new StringBuilder();
    for (int i = 0; i < rows.count(v); i++) {
      weights.append(rows.joint(v, i)).append(':').append((float) rows.weight(v, i)).append(' ');
    }
    TreeSet<String> wedges = new TreeSet<>();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      if (mesh.vertexOfWedge(w) == v) {
        wedges.add(wedge(mesh, w));
      }
    }
    return weights + wedges.toString();
  }

  private static String wedge(TriMesh mesh, int w) {
    StringBuilder out = new StringBuilder();
    for (MeshAttribute attribute : mesh.attributes()) {
      float[] values = new float[attribute.components()];
      for (int k = 0; k < values.length; k++) {
        values[k] = attribute.value(w, k);
      }
      out.append(attribute.name()).append(Arrays.toString(values));
    }
    return out.toString();
  }

  private static String place(TriMesh mesh, int v) {
    return mesh.position(v, 0) + " " + mesh.position(v, 1) + " " + mesh.position(v, 2);
  }

  @Test
  void polishChangesNothingOfLockedVertices() {
    SkinnedCharacter arm = armWithTangents();
    Geometry original = arm.meshes().getFirst();
    BitSet locked = new BonePattern(HAND).points(new JoinedCharacter(arm));
    assertThat(locked.cardinality()).isGreaterThan(100);
    Geometry level =
        Simplify.run(
                arm,
                SimplifyOptions.DEFAULTS
                    .withRatios(0.4)
                    .withLockBones(HAND)
                    .withMeasuring(Measuring.NONE),
                CONTEXT)
            .levels()
            .getFirst()
            .character()
            .meshes()
            .getFirst();
    Map<String, String> found = new HashMap<>();
    for (int v = 0; v < level.mesh().vertexCount(); v++) {
      found.put(place(level.mesh(), v), vertex(level, v));
    }
    locked.stream()
        .forEach(
            v ->
                assertThat(found.get(place(original.mesh(), v)))
                    .as("vertex %d", v)
                    .isEqualTo(vertex(original, v)));
  }
}
