package dev.sinew.posespace;

import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The built-in arm with a few of its vertices, without triangles: for what needs only points. */
final class SmallArm {
  static final Sample WHOLE = Samples.create("arm");
  static final Sample POINTS = sample(vertices(12, 0));

  private SmallArm() {}

  private static int[] vertices(int step, int first) {
    return IntStream.range(0, WHOLE.mesh().vertexCount()).filter(v -> v % step == first).toArray();
  }

  private static Sample sample(int[] vertices) {
    Geometry mesh = geometry("points", vertices);
    List<float[]> frames = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int f = 0; f < WHOLE.examples().frameCount(); f++) {
      frames.add(shape(f, vertices));
      names.add(WHOLE.examples().name(f));
    }
    return new Sample(
        "points",
        "Some vertices of the arm.",
        character(List.of(mesh)),
        new MeshSequence(mesh.mesh(), names, frames),
        WHOLE.poses());
  }

  private static Geometry geometry(String name, int[] vertices) {
    double[] rest = WHOLE.mesh().positions();
    double[] own = new double[3 * vertices.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = rest[3 * vertices[i / 3] + i % 3];
    }
    return new Geometry(
        name, TriMesh.of(own, new int[0]), new Skinning.Linear(WHOLE.influences().rows(vertices)));
  }

  private static SkinnedCharacter character(List<Geometry> meshes) {
    Part only = WHOLE.character().parts().getFirst();
    List<Part> parts = new ArrayList<>();
    for (int m = 0; m < meshes.size(); m++) {
      parts.add(new Part(meshes.get(m).name(), only.node(), m, only.skin()));
    }
    return new SkinnedCharacter(
        WHOLE.character().skeleton(),
        WHOLE.character().skins(),
        meshes,
        parts,
        WHOLE.character().clips());
  }

  private static float[] shape(int frame, int[] vertices) {
    float[] whole = WHOLE.examples().positions(frame);
    float[] own = new float[3 * vertices.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = whole[3 * vertices[i / 3] + i % 3];
    }
    return own;
  }

  /** Returns two meshes on the joints of the arm, with different vertices. */
  static SkinnedCharacter twoMeshes() {
    return character(
        List.of(geometry("body", vertices(24, 0)), geometry("sleeve", vertices(30, 1))));
  }

  /** Returns the examples of {@link #twoMeshes}: the vertices of both, one after the other. */
  static PoseExamples twoMeshExamples() {
    int[] body = vertices(24, 0);
    int[] sleeve = vertices(30, 1);
    int[] both = IntStream.concat(IntStream.of(body), IntStream.of(sleeve)).toArray();
    List<float[]> shapes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int f = 0; f < WHOLE.examples().frameCount(); f++) {
      shapes.add(shape(f, both));
      names.add(WHOLE.examples().name(f));
    }
    return new PoseExamples(names, WHOLE.poses(), shapes);
  }
}
