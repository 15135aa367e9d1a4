package dev.sinew.io.draco;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the triangles of a mesh from the symbols of the edgebreaker, as in Rossignac's
 * "Edgebreaker: Connectivity compression for triangle meshes" (1999), with the extensions of Draco:
 * splits that name their other side, and seams of attributes.
 */
final class Edgebreaker {
  /** The steps around vertices that a triangle may need on average; ordinary meshes need six. */
  private static final long STEPS_PER_FACE = 256;

  private final Memory memory;
  private final ByteInput in;
  private final int faces;
  private final int symbolCount;
  private final CornerTable corners;
  private final boolean[] onHole;
  private final int[] splitSources;
  private final int[] splitSymbols;
  private final boolean[] splitRight;
  private final SeamTable[] seams;
  private final Symbols symbols;
  private final RansBits startFaces;
  private final RansBits[] seamBits;
  private final IntStack active = new IntStack();
  private final Map<Integer, Integer> waiting = new HashMap<>();
  private final IntStack unused = new IntStack();
  private int splitsLeft;
  private int found;
  private int vertexCount;
  private long steps;

  /**
   * Reads the connectivity.
   *
   * @param traversal how symbols are coded
   * @param expectedFaces the number of triangles that the stream must have
   */
  Edgebreaker(ByteInput in, int traversal, int expectedFaces, Memory memory) {
    this.in = in;
    this.memory = memory;
    int encodedVertices = in.varint();
    faces = in.varint();
    DracoDecoder.requireFaces(faces, expectedFaces);
    int attributeData = in.unsignedByte();
    symbolCount = in.varint();
    int splits = in.varint();
    if (encodedVertices > 3L * faces
        || symbolCount > faces
        || faces > symbolCount + symbolCount / 3
        || splits > symbolCount) {
      throw new DracoException("the numbers of its triangles and vertices do not fit together");
    }
    int maxVertices = encodedVertices + splits;
    corners = new CornerTable(faces, maxVertices, memory);
    memory.use(maxVertices);
    onHole = new boolean[maxVertices];
    java.util.Arrays.fill(onHole, true);
    splitsLeft = in.varint();
    if (splitsLeft > faces) {
      throw new DracoException("more splits than triangles");
    }
    memory.use(100L * splitsLeft);
    splitSources = new int[splitsLeft];
    splitSymbols = new int[splitsLeft];
    splitRight = new boolean[splitsLeft];
    readSplits();
    ByteInput plain = traversal == 0 ? new ByteInput(in.take(in.varint())) : in;
    startFaces = new RansBits(in);
    seams = new SeamTable[attributeData];
    seamBits = new RansBits[attributeData];
    for (int i = 0; i < attributeData; i++) {
      seamBits[i] = new RansBits(in);
    }
    symbols =
        traversal == 0
            ? new Symbols.Plain(plain)
            : new Symbols.ByValence(in, corners, maxVertices, memory);
  }

  private void readSplits() {
    int source = 0;
    for (int i = 0; i < splitSources.length; i++) {
      source += in.varint();
      int back = in.varint();
      if (source < 0 || back > source) {
        throw CornerTable.inconsistent();
      }
      splitSources[i] = source;
      splitSymbols[i] = source - back;
    }
    for (int i = 0; i < splitSources.length; i++) {
      splitRight[i] = in.bits(1) == 1;
    }
    in.endBits();
  }

  /** Finds all triangles and the seams of all attributes. */
  void decode() {
    for (int i = 0; i < symbolCount; i++) {
      addFace(i);
    }
    addStartFaces();
    if (found != faces) {
      throw CornerTable.inconsistent();
    }
    vertexCount = corners.vertexCount();
    if (seams.length == 0) {
      fillUnused();
    }
    for (int i = 0; i < seams.length; i++) {
      seams[i] = new SeamTable(corners, memory);
    }
    for (int corner = 0; corner < corners.cornerCount() && seams.length > 0; corner++) {
      // A triangle's corners in the order of the format: the first, the next, the one before.
      readSeams(corner);
    }
    for (SeamTable table : seams) {
      table.findVertices();
    }
  }

  private void readSeams(int corner) {
    int other = corners.opposite(corner);
    for (int i = 0; i < seams.length; i++) {
      if (other < 0 || (other / 3 >= corner / 3 && seamBits[i].next())) {
        seams[i].addSeam(corner);
      }
    }
  }

  CornerTable corners() {
    return corners;
  }

  int seamTables() {
    return seams.length;
  }

  SeamTable seams(int attributeData) {
    return seams[attributeData];
  }

  // ---- triangles -------------------------------------------------------------------------------

  private void addFace(int id) {
    int symbol = symbols.next();
    int corner = 3 * found++;
    switch (symbol) {
      case Symbols.C -> addClosing(corner);
      case Symbols.L, Symbols.R -> addSide(corner, symbol == Symbols.R);
      case Symbols.S -> addSplit(corner, id);
      case Symbols.E -> addEnd(corner);
      default -> throw CornerTable.inconsistent();
    }
    symbols.reached(active.last());
    if (symbol == Symbols.L || symbol == Symbols.R || symbol == Symbols.E) {
      noteSplits(symbolCount - id - 1);
    }
  }

  /** A triangle between the active edge and the next one around their common vertex. */
  private void addClosing(int corner) {
    int a = active.last();
    int x = corners.vertex(Corners.next(a));
    int b = Corners.next(corners.leftmost(x));
    corners.join(a, corner + 1);
    corners.join(b, corner + 2);
    corners.setVertex(corner, x);
    corners.setVertex(corner + 1, corners.vertex(Corners.next(b)));
    int before = corners.vertex(Corners.previous(a));
    corners.setVertex(corner + 2, before);
    corners.setLeftmost(before, corner + 2);
    onHole[x] = false;
    active.setLast(corner);
  }

  /** A triangle at the active edge with a new vertex. */
  private void addSide(int corner, boolean isRight) {
    int a = active.last();
    int opposite = isRight ? corner + 2 : corner + 1;
    int left = isRight ? corner + 1 : corner;
    int right = isRight ? corner : corner + 2;
    corners.join(opposite, a);
    int added = corners.addVertex();
    corners.setVertex(opposite, added);
    corners.setLeftmost(added, opposite);
    int r = corners.vertex(Corners.previous(a));
    corners.setVertex(right, r);
    corners.setLeftmost(r, right);
    corners.setVertex(left, corners.vertex(Corners.next(a)));
    active.setLast(corner);
  }

  /** A triangle between the two last active edges, whose ends are one vertex. */
  private void addSplit(int corner, int id) {
    int b = active.removeLast();
    Integer other = waiting.get(id);
    if (other != null) {
      active.add(other);
    }
    int a = active.last();
    corners.join(a, corner + 2);
    corners.join(b, corner + 1);
    int p = corners.vertex(Corners.previous(a));
    corners.setVertex(corner, p);
    corners.setVertex(corner + 1, corners.vertex(Corners.next(a)));
    int beforeB = corners.vertex(Corners.previous(b));
    corners.setVertex(corner + 2, beforeB);
    corners.setLeftmost(beforeB, corner + 2);
    int first = Corners.next(b);
    int n = corners.vertex(first);
    symbols.merged(p, n);
    corners.setLeftmost(p, corners.leftmost(n));
    int at = first;
    while (at >= 0) {
      corners.setVertex(at, p);
      at = corners.swingLeft(at);
      step();
      if (at == first) {
        throw CornerTable.inconsistent();
      }
    }
    corners.setLeftmost(n, Corners.NONE);
    unused.add(n);
    active.setLast(corner);
  }

  private void step() {
    if (++steps > STEPS_PER_FACE * (faces + 1024L)) {
      throw new DracoException("its vertices have too many triangles");
    }
  }

  /** A triangle of its own with three new vertices. */
  private void addEnd(int corner) {
    for (int i = 0; i < 3; i++) {
      int added = corners.addVertex();
      corners.setVertex(corner + i, added);
      corners.setLeftmost(added, corner + i);
    }
    active.add(corner);
  }

  /** Notes where later splits go on from here. */
  private void noteSplits(int id) {
    while (splitsLeft > 0 && splitSources[splitsLeft - 1] >= id) {
      splitsLeft--;
      if (splitSources[splitsLeft] != id) {
        throw CornerTable.inconsistent();
      }
      int top = active.last();
      int edge = splitRight[splitsLeft] ? Corners.next(top) : Corners.previous(top);
      waiting.put(symbolCount - splitSymbols[splitsLeft] - 1, edge);
    }
  }

  /**
   * Closes what is still open: the first triangle of each part, unless the part has a hole there.
   */
  private void addStartFaces() {
    while (!active.isEmpty()) {
      int a = active.removeLast();
      if (!startFaces.next()) {
        continue;
      }
      if (found >= faces) {
        throw CornerTable.inconsistent();
      }
      int n = corners.vertex(Corners.next(a));
      int b = Corners.next(corners.leftmost(n));
      int x = corners.vertex(Corners.next(b));
      int c = Corners.next(corners.leftmost(x));
      int p = corners.vertex(Corners.next(c));
      int corner = 3 * found++;
      corners.join(corner, a);
      corners.join(corner + 1, b);
      corners.join(corner + 2, c);
      corners.setVertex(corner, x);
      corners.setVertex(corner + 1, p);
      corners.setVertex(corner + 2, n);
      onHole[x] = false;
      onHole[p] = false;
      onHole[n] = false;
    }
  }

  /** Moves the last vertices to the places of those that splits left without triangles. */
  private void fillUnused() {
    for (int free : unused.toArray()) {
      int source = vertexCount - 1;
      while (source >= 0 && corners.leftmost(source) < 0) {
        vertexCount--;
        source--;
      }
      if (source < free) {
        continue;
      }
      int start = corners.leftmost(source);
      int at = start;
      boolean toLeft = true;
      while (at >= 0) {
        corners.setVertex(at, free);
        step();
        at = toLeft ? corners.swingLeft(at) : corners.swingRight(at);
        if (at < 0 && toLeft) {
          toLeft = false;
          at = corners.swingRight(start);
        } else if (at == start) {
          break;
        }
      }
      corners.setLeftmost(free, start);
      corners.setLeftmost(source, Corners.NONE);
      onHole[free] = onHole[source];
      onHole[source] = false;
      vertexCount--;
    }
  }

  // ---- points ----------------------------------------------------------------------------------

  /** The points of the corners: vertices, split along the seams of all attributes. */
  record Points(int[] ofCorner, int count) {}

  Points points() {
    memory.use(4L * corners.cornerCount());
    int[] pointOf = new int[corners.cornerCount()];
    if (seams.length == 0) {
      for (int c = 0; c < pointOf.length; c++) {
        pointOf[c] = corners.vertex(c);
      }
      return new Points(pointOf, vertexCount);
    }
    int points = 0;
    for (int v = 0; v < corners.vertexCount(); v++) {
      if (corners.leftmost(v) < 0) {
        continue;
      }
      int first = firstCorner(v);
      pointOf[first] = points++;
      int before = first;
      int at = corners.swingRight(first);
      while (at >= 0 && at != first) {
        pointOf[at] = differs(at, before) ? points++ : pointOf[before];
        before = at;
        at = corners.swingRight(at);
      }
    }
    return new Points(pointOf, points);
  }

  /** Returns a corner of a vertex after which no point continues around a seam. */
  private int firstCorner(int vertex) {
    int start = corners.leftmost(vertex);
    if (onHole[vertex]) {
      return start;
    }
    for (SeamTable table : seams) {
      @Nullable Integer seam = table.isOnSeam(start) ? seamAround(table, start) : null;
      if (seam != null) {
        return seam;
      }
    }
    return start;
  }

  private @Nullable Integer seamAround(SeamTable table, int start) {
    int own = table.vertex(start);
    int at = corners.swingRight(start);
    while (at != start) {
      if (table.vertex(at) != own) {
        return at;
      }
      at = corners.swingRight(at);
    }
    return null;
  }

  private boolean differs(int corner, int other) {
    for (SeamTable table : seams) {
      if (table.vertex(corner) != table.vertex(other)) {
        return true;
      }
    }
    return false;
  }
}
