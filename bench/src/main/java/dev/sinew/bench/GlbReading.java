package dev.sinew.bench;

import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how fast a GLB of about 50 MB is read: a skinned grid of 640,000 vertices with normals,
 * UVs and four weights each. {@code bytes} reads only the bytes of the file, {@code document} adds
 * its structure, {@code character} decodes, checks and welds everything into a character.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class GlbReading {
  private static final int SIDE = 800;
  private static final int JOINTS = 64;

  private Path file = Path.of("");
  private long size;

  /** Writes the file to read. */
  @Setup(Level.Trial)
  public void writeFile() throws IOException {
    file = Files.createTempFile("sinew-glb-reading", ".glb");
    CharacterWriter.toDocument("grid", character()).write(file);
    size = Files.size(file);
  }

  /** Deletes the file. */
  @TearDown(Level.Trial)
  public void removeFile() throws IOException {
    Files.delete(file);
  }

  /** Reads the bytes of the file. */
  @Benchmark
  public byte[] bytes(BytesRead read) throws IOException {
    read.bytes += size;
    return Files.readAllBytes(file);
  }

  /** Reads the JSON and the buffers. */
  @Benchmark
  public GltfDocument document(BytesRead read) throws IOException {
    read.bytes += size;
    return GltfDocument.read(file);
  }

  /** Reads a whole character. */
  @Benchmark
  public GltfAsset character(BytesRead read) throws IOException {
    read.bytes += size;
    return GltfReader.read(file);
  }

  private static SkinnedCharacter character() {
    int vertices = SIDE * SIDE;
    double[] positions = new double[3 * vertices];
    float[] normals = new float[3 * vertices];
    float[] uvs = new float[2 * vertices];
    Influences.Builder influences = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      float x = (v % SIDE) / (float) SIDE;
      float y = Math.floorDiv(v, SIDE) / (float) SIDE;
      positions[3 * v] = x;
      positions[3 * v + 1] = y;
      positions[3 * v + 2] = (float) (0.1 * Math.sin(9 * x + 7 * y));
      normals[3 * v + 2] = 1;
      uvs[2 * v] = x;
      uvs[2 * v + 1] = y;
      for (int k = 0; k < 4; k++) {
        influences.add((v + 7 * k) % JOINTS, 1 + k + x);
      }
      influences.endRow();
    }
    int[] triangles = new int[6 * (SIDE - 1) * (SIDE - 1)];
    int n = 0;
    for (int row = 0; row + 1 < SIDE; row++) {
      for (int column = 0; column + 1 < SIDE; column++) {
        int a = row * SIDE + column;
        for (int corner : new int[] {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE}) {
          triangles[n++] = corner;
        }
      }
    }
    TriMesh mesh =
        TriMesh.of(positions, triangles)
            .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals))
            .withAttribute(new MeshAttribute(MeshAttribute.UV, 2, uvs));
    Skeleton.Builder skeleton = Skeleton.builder();
    int[] joints = new int[JOINTS];
    double[] binds = new double[Affine.SIZE * JOINTS];
    for (int j = 0; j < JOINTS; j++) {
      joints[j] = skeleton.add("joint " + j, j - 1, 0, j == 0 ? 0 : 0.01, 0);
      Affine.identity(binds, Affine.SIZE * j);
    }
    int node = skeleton.add("grid", Skeleton.NO_PARENT, 0, 0, 0);
    return new SkinnedCharacter(
        skeleton.build(),
        List.of(new Skin("skin", joints, binds)),
        List.of(new Geometry("grid", mesh, new Skinning.Linear(influences.build()))),
        List.of(new Part("grid", node, 0, 0)),
        List.of());
  }
}
