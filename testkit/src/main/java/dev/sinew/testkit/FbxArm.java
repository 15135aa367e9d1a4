package dev.sinew.testkit;

import static dev.sinew.testkit.FbxFile.connection;
import static dev.sinew.testkit.FbxFile.properties;
import static dev.sinew.testkit.FbxFile.property;
import static dev.sinew.testkit.FbxFile.vector;

import dev.sinew.testkit.FbxFile.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * A small character in FBX, in centimetres: a bar of two cubes along y, of quads, that two bones
 * bend, with a blend shape, a texture and a clip of one second.
 */
public final class FbxArm {
  /** Ticks per second. */
  public static final long SECOND = 46_186_158_000L;

  private static final long MESH = 11;
  private static final long ROOT = 12;
  private static final long TIP = 13;
  private static final long GEOMETRY = 21;
  private static final long SKIN = 31;
  private static final long CLUSTER_ROOT = 32;
  private static final long CLUSTER_TIP = 33;
  private static final long SHAPES = 41;
  private static final long CHANNEL = 42;
  private static final long SHAPE = 43;
  private static final long MATERIAL = 51;
  private static final long TEXTURE = 52;
  private static final long VIDEO = 53;
  private static final long STACK = 61;
  private static final long LAYER = 62;
  private static final long TURN = 63;
  private static final long TURN_Z = 64;
  private static final long SWELL = 65;
  private static final long SWELL_CURVE = 66;

  private FbxArm() {}

  /**
   * Returns the file.
   *
   * @param image the bytes of its texture
   */
  public static FbxFile file(int version, byte[] image) {
    List<Node> records = new ArrayList<>();
    records.add(Node.of("FBXHeaderExtension").with(Node.of("FBXVersion", version)));
    records.add(settings());
    records.add(
        Node.of("Definitions")
            .with(
                Node.of("ObjectType", "Model")
                    .with(
                        Node.of("PropertyTemplate", "FbxNode")
                            .with(properties(vector("Lcl Scaling", 1, 1, 1))))));
    records.add(Node.of("Objects").with(models()).with(surface()).with(look(image)).with(motion()));
    records.add(connections());
    return new FbxFile(version, records);
  }

  private static Node settings() {
    return Node.of("GlobalSettings")
        .with(
            properties(
                property("UpAxis", "int", 1),
                property("UpAxisSign", "int", 1),
                property("FrontAxis", "int", 2),
                property("FrontAxisSign", "int", 1),
                property("CoordAxis", "int", 0),
                property("CoordAxisSign", "int", 1),
                property("UnitScaleFactor", "double", 1.0),
                property("TimeMode", "enum", 6)));
  }

  private static Node model(long id, String name, String kind, Node... all) {
    return Node.of("Model", id, "Model::" + name, kind)
        .with(Node.of("Version", 232), properties(all));
  }

  private static List<Node> models() {
    return List.of(
        model(MESH, "Arm", "Mesh"),
        model(ROOT, "Root", "LimbNode"),
        model(TIP, "Tip", "LimbNode", vector("Lcl Translation", 0, 100, 0)));
  }

  /** Returns two cubes of a metre, one on the other, whose ends are one polygon each. */
  private static List<Node> surface() {
    double[] points = new double[36];
    for (int ring = 0; ring < 3; ring++) {
      double[] square = {-50, -50, 50, -50, 50, 50, -50, 50};
      for (int k = 0; k < 4; k++) {
        points[12 * ring + 3 * k] = square[2 * k];
        points[12 * ring + 3 * k + 1] = 100 * ring;
        points[12 * ring + 3 * k + 2] = square[2 * k + 1];
      }
    }
    List<Integer> corners = new ArrayList<>(List.of(0, 1, 2, ~3, 11, 10, 9, ~8));
    for (int ring = 0; ring < 2; ring++) {
      for (int k = 0; k < 4; k++) {
        int next = (k + 1) % 4;
        corners.addAll(
            List.of(4 * ring + k, 4 * ring + 4 + k, 4 * ring + 4 + next, ~(4 * ring + next)));
      }
    }
    int[] indices = corners.stream().mapToInt(Integer::intValue).toArray();
    double[] uvs = new double[24];
    int[] uvIndex = new int[indices.length];
    for (int i = 0; i < uvIndex.length; i++) {
      int point = indices[i] < 0 ? ~indices[i] : indices[i];
      uvIndex[i] = point;
      uvs[2 * point] = point % 4 / 4.0;
      int ring = point / 4;
      uvs[2 * point + 1] = ring / 2.0;
    }
    Node geometry =
        Node.of("Geometry", GEOMETRY, "Geometry::Bar", "Mesh")
            .with(
                Node.of("Vertices", (Object) points),
                Node.of("PolygonVertexIndex", (Object) indices),
                Node.of("LayerElementNormal", 0)
                    .with(
                        Node.of("MappingInformationType", "ByVertice"),
                        Node.of("ReferenceInformationType", "Direct"),
                        Node.of("Normals", (Object) normals(points))),
                Node.of("LayerElementUV", 0)
                    .with(
                        Node.of("Name", "map1"),
                        Node.of("MappingInformationType", "ByPolygonVertex"),
                        Node.of("ReferenceInformationType", "IndexToDirect"),
                        Node.of("UV", (Object) uvs),
                        Node.of("UVIndex", (Object) uvIndex)),
                Node.of("LayerElementMaterial", 0)
                    .with(
                        Node.of("MappingInformationType", "AllSame"),
                        Node.of("ReferenceInformationType", "IndexToDirect"),
                        Node.of("Materials", (Object) new int[] {0})));
    return List.of(
        geometry,
        Node.of("Deformer", SKIN, "Deformer::", "Skin"),
        cluster(CLUSTER_ROOT, new int[] {0, 1, 2, 3, 4, 5, 6, 7}, 0),
        cluster(CLUSTER_TIP, new int[] {4, 5, 6, 7, 8, 9, 10, 11}, 100),
        Node.of("Deformer", SHAPES, "Deformer::", "BlendShape"),
        Node.of("Deformer", CHANNEL, "SubDeformer::Swell", "BlendShapeChannel")
            .with(
                Node.of("DeformPercent", 0.0), Node.of("FullWeights", (Object) new double[] {100})),
        Node.of("Geometry", SHAPE, "Geometry::Swell", "Shape")
            .with(
                Node.of("Indexes", (Object) new int[] {8, 10}),
                Node.of("Vertices", (Object) new double[] {-25, 0, -25, 25, 0, 25})));
  }

  private static double[] normals(double[] points) {
    double[] normals = new double[points.length];
    for (int i = 0; i < points.length; i += 3) {
      normals[i] = points[i] / Math.hypot(50, 50);
      normals[i + 2] = points[i + 2] / Math.hypot(50, 50);
    }
    return normals;
  }

  private static Node cluster(long id, int[] points, double height) {
    double[] weights = new double[points.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = points[i] >= 4 && points[i] < 8 ? 0.5 : 1;
    }
    double[] mesh = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -height, 0, 1};
    double[] link = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, height, 0, 1};
    return Node.of("Deformer", id, "SubDeformer::", "Cluster")
        .with(
            Node.of("Indexes", (Object) points),
            Node.of("Weights", (Object) weights),
            Node.of("Transform", (Object) mesh),
            Node.of("TransformLink", (Object) link));
  }

  private static List<Node> look(byte[] image) {
    return List.of(
        Node.of("Material", MATERIAL, "Material::Skin", "")
            .with(
                Node.of("ShadingModel", "phong"),
                properties(
                    vector("DiffuseColor", 0.5, 0.25, 1), property("Shininess", "double", 14.0))),
        Node.of("Texture", TEXTURE, "Texture::Skin", "")
            .with(
                Node.of("RelativeFilename", "skin.png"),
                properties(property("UVSet", "KString", "map1"))),
        Node.of("Video", VIDEO, "Video::Skin", "Clip")
            .with(Node.of("RelativeFilename", "skin.png"), Node.of("Content", (Object) image)));
  }

  private static List<Node> motion() {
    return List.of(
        Node.of("AnimationStack", STACK, "AnimStack::Bend", "")
            .with(properties(property("LocalStart", "KTime", SECOND))),
        Node.of("AnimationLayer", LAYER, "AnimLayer::Base", ""),
        Node.of("AnimationCurveNode", TURN, "AnimCurveNode::R", "")
            .with(properties(property("d|X", "Number", 0.0), property("d|Y", "Number", 0.0))),
        curve(TURN_Z, 0, 90),
        Node.of("AnimationCurveNode", SWELL, "AnimCurveNode::DeformPercent", ""),
        curve(SWELL_CURVE, 0, 100));
  }

  /** Returns a curve that goes in a line within the second second. */
  private static Node curve(long id, float from, float to) {
    return Node.of("AnimationCurve", id, "AnimCurve::", "")
        .with(
            Node.of("KeyTime", (Object) new long[] {SECOND, 2 * SECOND}),
            Node.of("KeyValueFloat", (Object) new float[] {from, to}),
            Node.of("KeyAttrFlags", (Object) new int[] {0x4}),
            Node.of("KeyAttrDataFloat", (Object) new float[4]),
            Node.of("KeyAttrRefCount", (Object) new int[] {2}));
  }

  private static Node connections() {
    return Node.of("Connections")
        .with(
            connection(MESH, 0, ""),
            connection(ROOT, 0, ""),
            connection(TIP, ROOT, ""),
            connection(GEOMETRY, MESH, ""),
            connection(MATERIAL, MESH, ""),
            connection(SKIN, GEOMETRY, ""),
            connection(CLUSTER_ROOT, SKIN, ""),
            connection(CLUSTER_TIP, SKIN, ""),
            connection(ROOT, CLUSTER_ROOT, ""),
            connection(TIP, CLUSTER_TIP, ""),
            connection(SHAPES, GEOMETRY, ""),
            connection(CHANNEL, SHAPES, ""),
            connection(SHAPE, CHANNEL, ""),
            connection(TEXTURE, MATERIAL, "DiffuseColor"),
            connection(VIDEO, TEXTURE, ""),
            connection(LAYER, STACK, ""),
            connection(TURN, LAYER, ""),
            connection(TURN, TIP, "Lcl Rotation"),
            connection(TURN_Z, TURN, "d|Z"),
            connection(SWELL, LAYER, ""),
            connection(SWELL, CHANNEL, "DeformPercent"),
            connection(SWELL_CURVE, SWELL, "d|DeformPercent"));
  }
}
