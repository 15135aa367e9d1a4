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
 * points, free-form surfaces, colours after a position) is passed over.
 *
 * <p>Faces may name vertices that come later in the file. A face of fewer than three corners is
 * left out with a warning; anything else that cannot be meant is an error with its line.
 */
public final class ObjReader {
  /** The name of the group of faces that stand before any {@code usemtl}. */
  public static final String NO_MATERIAL = "";

  private static final int ISSUE_LIMIT = 100;
  private static final int NONE = -1;
  private static final int FIRST_CAPACITY = 1024;

  private final TextCursor in;

  private double[] positions = new double[FIRST_CAPACITY];
  private int positionNumbers;
  private float[] uvs = new float[FIRST_CAPACITY];
  private int uvNumbers;
  private float[] normals = new float[FIRST_CAPACITY];
  private int normalNumbers;

  private int[] faceStart = new int[FIRST_CAPACITY];
  private int[] faceGroup = new int[FIRST_CAPACITY];
  private int[] faceLine = new int[FIRST_CAPACITY];
  private int faceCount;
  private int[] cornerVertex = new int[FIRST_CAPACITY];
  private int[] cornerUv = new int[FIRST_CAPACITY];
  private int[] cornerNormal = new int[FIRST_CAPACITY];
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
   * @param source what errors call the file
   * @param text not modified
   */
  public static MeshFile read(String source, byte[] text) throws MalformedAssetException {
    return parse(new TextCursor(source, text)).result();
  }

  /** A reader that has read its file to the end and found it sound. */
  static ObjReader parse(TextCursor in) throws MalformedAssetException {
    ObjReader reader = new ObjReader(in);
    reader.readLines();
    reader.checkReferences();
    return reader;
  }

  MeshFile result() {
    List<Issue> told = new ArrayList<>(issues);
    if (skippedFaces > ISSUE_LIMIT) {
      told.add(
          Issue.warning(
              "file", (skippedFaces - ISSUE_LIMIT) + " more such faces were left out likewise"));
    }
    PolygonMesh mesh =
        new PolygonMesh(
            Arrays.copyOf(positions, positionNumbers),
            Arrays.copyOf(uvs, uvNumbers),
            Arrays.copyOf(normals, normalNumbers),
            Arrays.copyOf(faceStart, faceCount + 1),
            Arrays.copyOf(cornerVertex, cornerCount),
            facesHaveUvs ? Arrays.copyOf(cornerUv, cornerCount) : new int[0],
            facesHaveNormals ? Arrays.copyOf(cornerNormal, cornerCount) : new int[0],
            Arrays.copyOf(faceGroup, faceCount),
            groupNames);
    return new MeshFile(mesh, told);
  }

  /** The line on which a face of the mesh begins. */
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
    if (positionNumbers == 0) {
      throw new MalformedAssetException(in.source(), "", "no vertices: this is no OBJ mesh");
    }
  }

  private void readVertexData() throws MalformedAssetException {
    if (in.accept("v")) {
      positions = room(positions, positionNumbers + 3);
      for (int k = 0; k < 3; k++) {
        in.skipBlanks();
        positions[positionNumbers++] = in.number();
      }
    } else if (in.accept("vn")) {
      normals = room(normals, normalNumbers + 3);
      for (int k = 0; k < 3; k++) {
        in.skipBlanks();
        normals[normalNumbers++] = in.number32();
      }
    } else if (in.accept("vt")) {
      uvs = room(uvs, uvNumbers + 2);
      in.skipBlanks();
      uvs[uvNumbers++] = in.number32();
      uvs[uvNumbers++] = hasMore() ? in.number32() : 0;
    }
    in.skipLine();
  }

  /** Whether another word follows on this line that is no comment. */
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
      if (skippedFaces++ < ISSUE_LIMIT) {
        issues.add(Issue.warning("line " + line, "a face of " + corners + " corners was left out"));
      }
      return;
    }
    faceStart = room(faceStart, faceCount + 2);
    faceGroup = room(faceGroup, faceCount + 1);
    faceLine = room(faceLine, faceCount + 1);
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

  /** Reads v, v/t, v//n or v/t/n. */
  private void readCorner() throws MalformedAssetException {
    cornerVertex = room(cornerVertex, cornerCount + 1);
    cornerUv = room(cornerUv, cornerCount + 1);
    cornerNormal = room(cornerNormal, cornerCount + 1);
    int uv = NONE;
    int normal = NONE;
    int vertex = readIndex("vertex", positionNumbers / 3);
    if (in.peek() == '/') {
      in.advance(1);
      if (in.peek() != '/' && !in.atWordEnd()) {
        uv = readIndex("texture coordinate", uvNumbers / 2);
        facesHaveUvs = true;
      }
      if (in.peek() == '/') {
        in.advance(1);
        if (!in.atWordEnd()) {
          normal = readIndex("normal", normalNumbers / 3);
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

  /** An index counted from 0; a negative one in the file counts back from the latest element. */
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
              + (index == 0 ? ": indices begin with 1" : ": only " + soFar + " came before"));
    }
    return soFar + index;
  }

  /** Indices may point ahead, so they can be checked only when everything has been read. */
  private void checkReferences() throws MalformedAssetException {
    facesHaveUvs = facesHaveUvs && thereAreAny("texture coordinates", uvNumbers);
    facesHaveNormals = facesHaveNormals && thereAreAny("normals", normalNumbers);
    checkReferences("vertex", cornerVertex, positionNumbers / 3);
    if (facesHaveUvs) {
      checkReferences("texture coordinate", cornerUv, uvNumbers / 2);
    }
    if (facesHaveNormals) {
      checkReferences("normal", cornerNormal, normalNumbers / 3);
    }
  }

  /** Some exporters number texture coordinates and normals they then leave out altogether. */
  private boolean thereAreAny(String what, int numbers) {
    if (numbers == 0) {
      issues.add(Issue.warning("file", "faces name " + what + ", but the file has none; left out"));
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

  private static double[] room(double[] array, int needed) {
    return needed <= array.length ? array : Arrays.copyOf(array, larger(array.length));
  }

  private static float[] room(float[] array, int needed) {
    return needed <= array.length ? array : Arrays.copyOf(array, larger(array.length));
  }

  private static int[] room(int[] array, int needed) {
    return needed <= array.length ? array : Arrays.copyOf(array, larger(array.length));
  }

  /** Half as much again. A number takes two bytes of a file below 2^31, so this cannot overflow. */
  private static int larger(int length) {
    return length + (length >> 1);
  }
}
