package dev.sinew.io.usd;

import dev.sinew.model.Box;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A part as a Mesh prim. Its points are the vertices of the glTF file, the wedges of the mesh, so
 * that every value is one per point: all loaders read this in the same way.
 */
final class UsdMesh {
  private static final String VERTEX = "interpolation = \"vertex\"";

  private final UsdText out;
  private final Geometry geometry;
  private final TriMesh mesh;
  private final List<UsdMaterials.Use> materials;

  /**
   * What of a mesh is not in its geometry.
   *
   * @param path the path of the prim
   * @param binding how it is bound to a skeleton, with the path of that; empty if it is not bound
   * @param transform its place if it is not bound
   * @param shapes per morph target its name; empty without morph targets
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Setting(String path, Optional<Bound> binding, double[] transform, List<String> shapes) {}

  /**
   * A skeleton that moves a mesh.
   *
   * @param skeleton its path
   * @param rig how the mesh is bound to it
   */
  record Bound(String skeleton, UsdRig.Binding rig) {}

  /**
   * Prepares a mesh.
   *
   * @param materials per group of triangles, its material
   */
  UsdMesh(UsdText out, Geometry geometry, List<UsdMaterials.Use> materials) {
    this.out = out;
    this.geometry = geometry;
    this.materials = materials;
    mesh = geometry.mesh();
  }

  /** Writes the prim. */
  void write(Setting setting) throws IOException {
    String name = setting.path().substring(setting.path().lastIndexOf('/') + 1);
    String bindings =
        setting.binding().isPresent()
            ? "[\"SkelBindingAPI\", \"MaterialBindingAPI\"]"
            : "[\"MaterialBindingAPI\"]";
    out.open("def Mesh \"" + name + '"', () -> out.line("prepend apiSchemas = " + bindings));
    boolean twoSided = materials.stream().anyMatch(UsdMaterials.Use::doubleSided);
    out.line("uniform bool doubleSided = " + (twoSided ? "1" : "0"));
    out.line("uniform token subdivisionScheme = \"none\"");
    surface();
    colors();
    if (setting.binding().isPresent()) {
      bind(setting.binding().get());
    } else if (!Arrays.equals(setting.transform(), UsdSkeleton.identity())) {
      out.line("matrix4d xformOp:transform = " + UsdText.matrix(setting.transform()));
      out.line("uniform token[] xformOpOrder = [\"xformOp:transform\"]");
    }
    shapes(setting);
    bindMaterials();
    out.close();
  }

  private void surface() throws IOException {
    float[] points = mesh.wedgePositions();
    Box box = mesh.bounds();
    if (!box.isEmpty()) {
      out.line(
          "float3[] extent = ["
              + UsdText.tuple(box.minX(), box.minY(), box.minZ())
              + ", "
              + UsdText.tuple(box.maxX(), box.maxY(), box.maxZ())
              + "]");
    }
    out.array("int[] faceVertexCounts", mesh.triangleCount(), t -> out.number(3));
    out.array(
        "int[] faceVertexIndices",
        3 * mesh.triangleCount(),
        c -> out.number(mesh.wedge(c / 3, c % 3)));
    out.array("point3f[] points", points.length / 3, p -> out.tuple(points, 3 * p, 3));
    for (MeshAttribute attribute : mesh.attributes()) {
      float[] values = attribute.toArray();
      if (attribute.name().equals(MeshAttribute.NORMAL)) {
        out.array(
            "normal3f[] normals", values.length / 3, p -> out.tuple(values, 3 * p, 3), VERTEX);
      } else if (attribute.uvSet() >= 0) {
        // Images of USD begin at the bottom.
        for (int v = 1; v < values.length; v += 2) {
          values[v] = (float) (1 - (double) values[v]);
        }
        out.array(
            "texCoord2f[] primvars:" + UsdMaterials.uvName(attribute.uvSet()),
            values.length / 2,
            p -> out.tuple(values, 2 * p, 2),
            VERTEX);
      }
    }
  }

  /** Returns true if some vertex has a colour other than white, which changes nothing. */
  static boolean isColored(TriMesh mesh) {
    Optional<MeshAttribute> colors = mesh.attribute(MeshAttribute.COLOR);
    if (colors.isPresent()) {
      for (float value : colors.get().toArray()) {
        if (value != 1) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Writes the colours of vertices. A material without a texture shows them as they are, so its
   * base colour is in them.
   */
  private void colors() throws IOException {
    if (!isColored(mesh)) {
      return;
    }
    MeshAttribute given = mesh.attribute(MeshAttribute.COLOR).orElseThrow();
    int components = given.components();
    int count = mesh.wedgeCount();
    float[] color = new float[3 * count];
    float[] opacity = new float[count];
    Arrays.fill(opacity, 1);
    for (int w = 0; w < count; w++) {
      for (int k = 0; k < 3; k++) {
        color[3 * w + k] = given.value(w, k);
      }
      opacity[w] = components > 3 ? given.value(w, 3) : 1;
    }
    boolean[] done = new boolean[count];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] factor = materials.get(mesh.group(t)).vertexColorFactor();
      for (int c = 0; c < 3; c++) {
        int w = mesh.wedge(t, c);
        for (int k = 0; k < 3 && !done[w]; k++) {
          color[3 * w + k] *= (float) factor[k];
        }
        opacity[w] *= done[w] ? 1 : (float) factor[3];
        done[w] = true;
      }
    }
    out.array("color3f[] primvars:displayColor", count, p -> out.tuple(color, 3 * p, 3), VERTEX);
    if (components > 3) {
      out.array("float[] primvars:displayOpacity", count, p -> out.number(opacity[p]), VERTEX);
    }
  }

  private void bind(Bound bound) throws IOException {
    UsdRig.Binding rig = bound.rig();
    Influences weights =
        rig.attached() ? wholly(0) : geometry.skinning().influences().orElseThrow();
    int size = Math.max(1, weights.maxCount());
    String elements = "elementSize = " + size;
    int count = Math.multiplyExact(size, mesh.wedgeCount());
    out.array(
        "int[] primvars:skel:jointIndices",
        count,
        i -> {
          int vertex = mesh.vertexOfWedge(i / size);
          boolean used = i % size < weights.count(vertex);
          out.number(used ? rig.joints()[weights.joint(vertex, i % size)] : 0);
        },
        elements,
        VERTEX);
    out.array(
        "float[] primvars:skel:jointWeights",
        count,
        i -> {
          int vertex = mesh.vertexOfWedge(i / size);
          boolean used = i % size < weights.count(vertex);
          out.number(used ? (float) weights.weight(vertex, i % size) : 0f);
        },
        elements,
        VERTEX);
    out.line("matrix4d primvars:skel:geomBindTransform = " + UsdText.matrix(rig.bind()));
    out.line("rel skel:skeleton = <" + bound.skeleton() + ">");
  }

  /** Returns weights that give every vertex to one joint. */
  private Influences wholly(int joint) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      rows.add(joint, 1).endRow();
    }
    return rows.build();
  }

  private void shapes(Setting setting) throws IOException {
    MorphTargets morphs = geometry.morphs();
    List<String> names = setting.shapes();
    if (names.isEmpty()) {
      return;
    }
    out.array(
        "uniform token[] skel:blendShapes", names.size(), s -> out.raw('"' + names.get(s) + '"'));
    out.array(
        "rel skel:blendShapeTargets",
        names.size(),
        s -> out.raw("<" + setting.path() + "/" + names.get(s) + ">"));
    for (int s = 0; s < names.size(); s++) {
      float[] offsets = morphs.positionOffsets(s);
      float[] turns = morphs.normalOffsets(s);
      int[] moved = moved(offsets, turns == null ? new float[offsets.length] : turns);
      out.open("def BlendShape \"" + names.get(s) + '"');
      out.array(
          "uniform vector3f[] offsets", moved.length, i -> out.tuple(offsets, 3 * moved[i], 3));
      if (turns != null) {
        out.array(
            "uniform vector3f[] normalOffsets",
            moved.length,
            i -> out.tuple(turns, 3 * moved[i], 3));
      }
      out.array("uniform int[] pointIndices", moved.length, i -> out.number(moved[i]));
      out.close();
    }
  }

  private static int[] moved(float[] offsets, float[] turns) {
    int[] points = new int[offsets.length / 3];
    int count = 0;
    for (int p = 0; p < points.length; p++) {
      boolean moves = false;
      for (int i = 3 * p; i < 3 * p + 3; i++) {
        moves |= offsets[i] != 0 || turns[i] != 0;
      }
      if (moves) {
        points[count++] = p;
      }
    }
    return Arrays.copyOf(points, count);
  }

  /** Binds the material of the mesh, or the materials of its parts. */
  private void bindMaterials() throws IOException {
    Map<String, List<Integer>> faces = new LinkedHashMap<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      String path = materials.get(mesh.group(t)).path();
      faces.computeIfAbsent(path, p -> new ArrayList<>()).add(t);
    }
    if (faces.size() == 1) {
      out.line("rel material:binding = <" + faces.keySet().iterator().next() + ">");
    }
    if (faces.size() < 2) {
      return;
    }
    out.line("uniform token subsetFamily:materialBind:familyType = \"partition\"");
    UsdNames names = new UsdNames();
    for (Map.Entry<String, List<Integer>> own : faces.entrySet()) {
      String name = names.unique(own.getKey().substring(own.getKey().lastIndexOf('/') + 1));
      List<Integer> of = own.getValue();
      out.open(
          "def GeomSubset \"" + name + '"',
          () -> out.line("prepend apiSchemas = [\"MaterialBindingAPI\"]"));
      out.line("uniform token elementType = \"face\"");
      out.line("uniform token familyName = \"materialBind\"");
      out.array("int[] indices", of.size(), i -> out.number(of.get(i)));
      out.line("rel material:binding = <" + own.getKey() + ">");
      out.close();
    }
  }
}
