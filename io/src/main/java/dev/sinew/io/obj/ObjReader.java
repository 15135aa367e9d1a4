package dev.sinew.io.obj;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.MeshFile;
import dev.sinew.io.text.TextCursor;
import dev.sinew.model.Issue;
import dev.sinew.model.PolygonMesh;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the polygons of a Wavefront OBJ file: {@code v}, {@code vt}, {@code vn}, {@code f}, and
 * {@code usemtl}, which begins a group of faces. Everything else (objects, smoothing groups, lines,
 * points, free-form surfaces, colours after a position) is ignored.
 *
 * <p>Faces may refer to vertices that follow later in the file. A face of fewer than three corners
 * is skipped with a warning; any other invalid content is an error with its line.
 */
public final class ObjReader {
  /** The group name of faces before the first {@code usemtl}. */
  public static final String NO_MATERIAL = "";

  private static final int MAX_ISSUES = 100;
  private static final int NONE = -1;
  private static final int INITIAL_CAPACITY = 1024;

  private final TextCursor in;

  private double[] positions = new double[INITIAL_CAPACITY];
  private int positionSize;
  private float[] uvs = new float[INITIAL_CAPACITY];
  private int uvSize;
  private float[] normals = new float[INITIAL_CAPACITY];
  private int normalSize;

  private int[] faceStart = new int[INITIAL_CAPACITY];
  private int[] faceGroup = new int[INITIAL_CAPACITY];
  private int[] faceLine = new int[INITIAL_CAPACITY];
  private int faceCount;
  private int[] cornerVertex = new int[INITIAL_CAPACITY];
  private int[] cornerUv = new int[INITIAL_CAPACITY];
  private int[] cornerNormal = new int[INITIAL_CAPACITY];
  private int cornerCount;
  private boolean facesHaveUvs;
  private boolean facesHaveNormals;

  private final Map<String, Integer> groups = new HashMap<>();
  private final List<String> groupNames = new ArrayList<>();
  private String material = NO_MATERIAL;
  private int group = NONE;

  private final List<Issue> issues = new ArrayList<>();
  private int skippedFaces;

  private ObjReader(TextCursor in) {
    this.in = in;
  }

  /** Reads a file. */
  public static MeshFile read(Path file) throws IOException {
    return parse(TextCursor.open(file)).result();
  }

  /**
   * Reads a file's bytes.
   *
   * @param source the file name in messages
   * @param text not modified
   */
  public static MeshFile read(String source, byte[] text) throws MalformedAssetException {
    return parse(new TextCursor(source, text)).result();
  }

  /** Reads and checks a whole file. */
  static ObjReader parse(TextCursor in) throws MalformedAssetException {
    ObjReader reader = new ObjReader(in);
    reader.readLines();
    reader.checkReferences();
    return reader;
  }

  MeshFile result() {
    List<Issue> reported = new ArrayList<>(issues);
    if (skippedFaces > MAX_ISSUES) {
      reported.add(
          Issue.warning(
              "file",
              (skippedFaces - MAX_ISSUES) + " more faces of fewer than 3 corners were skipped"));
    }
    PolygonMesh mesh =
        new PolygonMesh(
            Arrays.copyOf(positions, positionSize),
            Arrays.copyOf(uvs, uvSize),
            Arrays.copyOf(normals, normalSize),
            Arrays.copyOf(faceStart, faceCount + 1),
            new PolygonMesh.Corners(
                Arrays.copyOf(cornerVertex, cornerCount),
                facesHaveUvs ? Arrays.copyOf(cornerUv, cornerCount) : new int[0],
                facesHaveNormals ? Arrays.copyOf(cornerNormal, cornerCount) : new int[0]),
            Arrays.copyOf(faceGroup, faceCount),
            groupNames);
    return new MeshFile(mesh, reported);
  }

  /** Returns the line on which a face of the mesh begins. */
  int faceLine(int face) {
    return faceLine[face];
  }

  private void readLines() throws MalformedAssetException {
    while (in.skipToWord()) {
      int first = in.peek();
      if (first == 'v') {
        readVertexData();
      } else if (first == 'f' && in.accept("f")) {
        readFace();
      } else if (first == 'u' && in.accept("usemtl")) {
        material = in.restOfLine();
        group = NONE;
      } else if (first == '#') {
        in.skipComment();
      } else {
        in.skipLine();
      }
    }
    if (positionSize == 0) {
      throw new MalformedAssetException(in.source(), "", "no vertices: this is not an OBJ mesh");
    }
  }

  private void readVertexData() throws MalformedAssetException {
    if (in.accept("v")) {
      positions = grow(positions, positionSize + 3);
      for (int k = 0; k < 3; k++) {
        in.skipBlanks();
        positions[positionSize++] = in.number();
      }
    } else if (in.accept("vn")) {
      normals = grow(normals, normalSize + 3);
      for (int k = 0; k < 3; k++) {
        in.skipBlanks();
        normals[normalSize++] = in.number32();
      }
    } else if (in.accept("vt")) {
      uvs = grow(uvs, uvSize + 2);
      in.skipBlanks();
      uvs[uvSize++] = in.number32();
      uvs[uvSize++] = hasMore() ? in.number32() : 0;
    }
    in.skipLine();
  }

  /** Returns true if another word follows on this line, other than a comment. */
  private boolean hasMore() {
    return in.skipBlanks() && in.peek() != '#';
  }

  private void readFace() throws MalformedAssetException {
    int line = in.line();
    int firstCorner = cornerCount;
    boolean hadUvs = facesHaveUvs;
    boolean hadNormals = facesHaveNormals;
    while (hasMore()) {
      readCorner();
    }
    in.skipLine();
    int corners = cornerCount - firstCorner;
    if (corners < 3) {
      cornerCount = firstCorner;
      facesHaveUvs = hadUvs;
      facesHaveNormals = hadNormals;
      if (skippedFaces++ < MAX_ISSUES) {
        issues.add(Issue.warning("line " + line, "a face of " + corners + " corners was skipped"));
      }
      return;
    }
    faceStart = grow(faceStart, faceCount + 2);
    faceGroup = grow(faceGroup, faceCount + 1);
    faceLine = grow(faceLine, faceCount + 1);
    faceGroup[faceCount] = currentGroup();
    faceLine[faceCount] = line;
    faceStart[++faceCount] = cornerCount;
  }

  private int currentGroup() {
    if (group == NONE) {
      group = groups.computeIfAbsent(material, name -> groups.size());
      if (group == groupNames.size()) {
        groupNames.add(material);
      }
    }
    return group;
  }

  /** Reads a corner: v, v/t, v//n or v/t/n. */
  private void readCorner() throws MalformedAssetException {
    cornerVertex = grow(cornerVertex, cornerCount + 1);
    cornerUv = grow(cornerUv, cornerCount + 1);
    cornerNormal = grow(cornerNormal, cornerCount + 1);
    int uv = NONE;
    int normal = NONE;
    int vertex = readIndex("vertex", positionSize / 3);
    if (in.peek() == '/') {
      in.advance(1);
      if (in.peek() != '/' && !in.atWordEnd()) {
        uv = readIndex("texture coordinate", uvSize / 2);
        facesHaveUvs = true;
      }
      if (in.peek() == '/') {
        in.advance(1);
        if (!in.atWordEnd()) {
          normal = readIndex("normal", normalSize / 3);
          facesHaveNormals = true;
        }
      }
    }
    if (!in.atWordEnd()) {
      throw in.expected("a corner such as 7, 7/8, 7//9 or 7/8/9 to end");
    }
    cornerVertex[cornerCount] = vertex;
    cornerUv[cornerCount] = uv;
    cornerNormal[cornerCount] = normal;
    cornerCount++;
  }

  /** Reads an index and counts it from 0; a negative one is relative to the last element. */
  private int readIndex(String what, int soFar) throws MalformedAssetException {
    int index = in.integer();
    if (index > 0) {
      return index - 1;
    }
    if (index == 0 || soFar + index < 0) {
      throw in.malformed(
          what
              + " "
              + index
              + (index == 0 ? ": indices begin with 1" : ": only " + soFar + " precede it"));
    }
    return soFar + index;
  }

  /** Checks all indices at the end, since they may refer to later lines. */
  private void checkReferences() throws MalformedAssetException {
    facesHaveUvs = facesHaveUvs && hasAny("texture coordinates", uvSize);
    facesHaveNormals = facesHaveNormals && hasAny("normals", normalSize);
    checkReferences("vertex", cornerVertex, positionSize / 3);
    if (facesHaveUvs) {
      checkReferences("texture coordinate", cornerUv, uvSize / 2);
    }
    if (facesHaveNormals) {
      checkReferences("normal", cornerNormal, normalSize / 3);
    }
  }

  /** Some exporters refer to texture coordinates and normals that the file does not contain. */
  private boolean hasAny(String what, int numbers) {
    if (numbers == 0) {
      issues.add(
          Issue.warning("file", "faces refer to " + what + ", but the file has none; ignored"));
    }
    return numbers > 0;
  }

  private void checkReferences(String what, int[] indices, int count)
      throws MalformedAssetException {
    for (int c = 0; c < cornerCount; c++) {
      if (indices[c] >= count) {
        int found = Arrays.binarySearch(faceStart, 0, faceCount + 1, c);
        int face = found >= 0 ? found : -found - 2;
        throw in.malformed(
            faceLine[face], what + " " + (indices[c] + 1L) + ": the file has only " + count);
      }
    }
  }

  private static double[] grow(double[] array, int needed) {
    return needed <= array.length ? array : Arrays.copyOf(array, larger(array.length));
  }

  private static float[] grow(float[] array, int needed) {
    return needed <= array.length ? array : Arrays.copyOf(array, larger(array.length));
  }

  private static int[] grow(int[] array, int needed) {
    return needed <= array.length ? array : Arrays.copyOf(array, larger(array.length));
  }

  /** Grows by half. A number needs two bytes of a file below 2^31, so this cannot overflow. */
  private static int larger(int length) {
    return length + (length >> 1);
  }
}
