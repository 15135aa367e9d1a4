package dev.sinew.io;

import dev.sinew.io.fbx.FbxReader;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.ply.PlyWriter;
import dev.sinew.io.usd.UsdWriter;
import dev.sinew.model.TriMesh;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file format: its extensions, its content, and whether Sinew reads or writes it. The constants
 * are the registry of all formats; a new format is a package with its reader or writer and one
 * constant here.
 *
 * <p>A format is found by the extension of the file name. A file with an unknown extension, or with
 * none, is recognised by its first bytes. A reader may still accept a file whose content is another
 * format of the same kind: GLB and glTF JSON, PC2 and MDD are distinguished by their content.
 */
public final class Format {
  /** What a file of a format contains. */
  public enum Kind {
    /** Meshes with skeleton, skins and clips. */
    CHARACTER,
    /** One mesh. */
    MESH,
    /** The vertex positions of one mesh in several frames. */
    POINT_CACHE,
    /** A skeleton and its motion, without meshes. */
    MOTION,
    /** An image. */
    PICTURE,
    /** A stream of collapses. */
    STREAM,
    /** A database of pose-space correctives. */
    CORRECTIVES
  }

  /** Whether Sinew reads a format, writes it, or both. */
  enum Access {
    READ,
    WRITE,
    READ_WRITE
  }

  /** Recognises a file by its first bytes. */
  @FunctionalInterface
  interface Content {
    /** Matches no file: the format has no signature. */
    Content UNKNOWN = first -> false;

    /** Returns true if a file with these first bytes is of the format. */
    boolean matches(byte[] first);

    /** Returns a test for a signature at the beginning of a file; one char per byte. */
    static Content bytes(String signature) {
      byte[] expected = signature.getBytes(StandardCharsets.ISO_8859_1);
      return first ->
          first.length >= expected.length
              && Arrays.equals(first, 0, expected.length, expected, 0, expected.length);
    }

    /** Returns a test for the first word of a text file, in either case. */
    static Content text(String word) {
      return first -> {
        String text = new String(first, StandardCharsets.UTF_8);
        String start = (text.startsWith("\uFEFF") ? text.substring(1) : text).stripLeading();
        return start.regionMatches(true, 0, word, 0, word.length());
      };
    }
  }

  /** Reads a mesh from a file. */
  @FunctionalInterface
  interface MeshReader {
    MeshFile read(Path file) throws IOException;
  }

  /** Writes a mesh to a file. */
  @FunctionalInterface
  interface MeshWriter {
    void write(Path file, TriMesh mesh, FileSession files) throws IOException;
  }

  /** Writes a character that was made as a glTF document in another format. */
  @FunctionalInterface
  public interface CharacterWriter {
    void write(Path file, GltfDocument document, FileSession files) throws IOException;
  }

  private static final int FIRST_BYTES = 256;

  /** A name with an extension: a file, not a folder. Numbers, as in walk-1.5, are none. */
  private static final Pattern FILE_NAME = Pattern.compile(".+\\.[A-Za-z][A-Za-z0-9]{0,7}");

  private static final List<Format> ALL = new ArrayList<>();

  /** Binary glTF 2.0. */
  public static final Format GLB =
      add(Kind.CHARACTER, Access.READ_WRITE, Content.bytes("glTF"), "glb");

  /** glTF 2.0 as JSON. */
  public static final Format GLTF =
      add(Kind.CHARACTER, Access.READ_WRITE, Content.text("{"), "gltf");

  /** Autodesk FBX, binary or text. */
  public static final Format FBX = add(Kind.CHARACTER, Access.READ, FbxReader::isFbx, "fbx");

  /** An avatar, VRM 0.x or VRM 1.0: binary glTF 2.0 with extensions. */
  public static final Format VRM = add(Kind.CHARACTER, Access.READ_WRITE, Content.UNKNOWN, "vrm");

  /** Universal Scene Description as text. */
  public static final Format USDA = addCharacter(UsdWriter::write, Content.bytes("#usda "), "usda");

  /** Universal Scene Description as a package of text and images. */
  public static final Format USDZ = addCharacter(UsdWriter::write, Content.UNKNOWN, "usdz");

  /** Wavefront OBJ. */
  public static final Format OBJ =
      addMesh(ObjReader::read, ObjWriter::write, Content.UNKNOWN, "obj");

  /** Polygon file format, binary. */
  public static final Format PLY = addMesh(null, PlyWriter::write, Content.bytes("ply\n"), "ply");

  /** Point cache with frame numbers. */
  public static final Format PC2 =
      add(Kind.POINT_CACHE, Access.READ_WRITE, Content.bytes("POINTCACHE2\0"), "pc2");

  /** Point cache with times in seconds. */
  public static final Format MDD = add(Kind.POINT_CACHE, Access.READ_WRITE, Content.UNKNOWN, "mdd");

  /** Biovision BVH. */
  public static final Format BVH =
      add(Kind.MOTION, Access.READ_WRITE, Content.text("HIERARCHY"), "bvh");

  /** Portable network graphics. */
  public static final Format PNG =
      add(Kind.PICTURE, Access.WRITE, Content.bytes("\u0089PNG\r\n\u001a\n"), "png");

  /** A stream of collapses, which has no extension of its own. */
  public static final Format STREAM =
      add(Kind.STREAM, Access.READ_WRITE, Content.bytes("SINEWOPS"));

  /** Pose-space correctives. */
  public static final Format CORRECTIVES =
      add(Kind.CORRECTIVES, Access.READ_WRITE, Content.bytes("SINEWPSD"), "psdb");

  private final Kind kind;
  private final Access access;
  private final Content content;
  private final List<String> extensions;
  private final @Nullable MeshReader meshReader;
  private final @Nullable MeshWriter meshWriter;
  private final @Nullable CharacterWriter characterWriter;

  private Format(
      Kind kind,
      Access access,
      Content content,
      List<String> extensions,
      @Nullable MeshReader meshReader,
      @Nullable MeshWriter meshWriter,
      @Nullable CharacterWriter characterWriter) {
    this.kind = kind;
    this.access = access;
    this.content = content;
    this.extensions = List.copyOf(extensions);
    this.meshReader = meshReader;
    this.meshWriter = meshWriter;
    this.characterWriter = characterWriter;
  }

  private static Format add(Kind kind, Access access, Content content, String... extensions) {
    Format format = new Format(kind, access, content, List.of(extensions), null, null, null);
    ALL.add(format);
    return format;
  }

  /** Adds a format of characters that is only written. */
  private static Format addCharacter(
      CharacterWriter writer, Content content, String... extensions) {
    Format format =
        new Format(Kind.CHARACTER, Access.WRITE, content, List.of(extensions), null, null, writer);
    ALL.add(format);
    return format;
  }

  private static Format addMesh(
      @Nullable MeshReader reader,
      @Nullable MeshWriter writer,
      Content content,
      String... extensions) {
    Format format = mesh(reader, writer, content, extensions);
    ALL.add(format);
    return format;
  }

  /** Returns a mesh format with a reader, a writer or both, outside the registry. */
  static Format mesh(
      @Nullable MeshReader reader,
      @Nullable MeshWriter writer,
      Content content,
      String... extensions) {
    Access access =
        reader == null ? Access.WRITE : writer == null ? Access.READ : Access.READ_WRITE;
    return new Format(Kind.MESH, access, content, List.of(extensions), reader, writer, null);
  }

  /** Returns all formats. */
  public static List<Format> all() {
    return List.copyOf(ALL);
  }

  /**
   * Returns the format of an input file, of any kind.
   *
   * @throws MalformedAssetException if Sinew does not read the file
   */
  public static Format of(Path file) throws MalformedAssetException {
    return of(file, Kind.values());
  }

  /**
   * Returns the format of an input file.
   *
   * @param kinds the kinds that the caller accepts
   * @throws MalformedAssetException if Sinew does not read the file or it is of another kind
   */
  public static Format of(Path file, Kind... kinds) throws MalformedAssetException {
    Optional<Format> format = find(file);
    String only =
        format.isPresent() && !format.get().reads() && Files.isRegularFile(file)
            ? format.get() + " is written, but not read; "
            : "";
    return format
        .filter(found -> found.reads() && List.of(kinds).contains(found.kind))
        .orElseThrow(
            () ->
                new MalformedAssetException(
                    file.toString(), "", only + "expected " + expected(kinds)));
  }

  /**
   * Returns the format of an output file, by its extension.
   *
   * @param kinds the kinds that the caller can write
   * @throws IllegalArgumentException if Sinew does not write such a file or it is of another kind
   */
  public static Format ofOutput(Path file, Kind... kinds) {
    return named(file)
        .filter(format -> format.writes() && List.of(kinds).contains(format.kind))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    file
                        + ": "
                        + named(file)
                            .filter(format -> !format.writes())
                            .map(format -> format + " is read, but not written; ")
                            .orElse("")
                        + "expected "
                        + expectedOutput(kinds)
                        + " as output"));
  }

  /**
   * Refuses an output folder that is named like a file, unless it exists: such a name is meant as a
   * file of a format, mostly of one that Sinew does not write.
   *
   * @param kinds the kinds of files that the caller writes instead of a folder
   * @throws IllegalArgumentException with the files that can be written
   */
  public static void requireFolderName(Path output, Kind... kinds) {
    if (isNamedAsFile(output) && !Files.isDirectory(output)) {
      throw new IllegalArgumentException(
          output
              + ": expected "
              + (kinds.length == 0 ? "" : expectedOutput(kinds) + ", or ")
              + "the name of a folder, without an extension");
    }
  }

  /**
   * Refuses the name of an output whose format has no extension of its own, if it has one.
   *
   * @param extension the one that it may have, without the dot
   * @throws IllegalArgumentException with the names that are possible
   */
  public static void requirePlainName(Path output, String extension) {
    if (isNamedAsFile(output) && !extensionOf(output).equals(extension)) {
      throw new IllegalArgumentException(
          output + ": expected a ." + extension + " file, or a name without an extension");
    }
  }

  /** Returns true if the last name of a path has an extension. */
  public static boolean isNamedAsFile(Path file) {
    return FILE_NAME.matcher(String.valueOf(file.getFileName())).matches();
  }

  /**
   * Returns the format of a file, by its extension, or by its content if the extension is unknown.
   * Empty if neither is known, and for folders and missing files without a known extension.
   */
  public static Optional<Format> find(Path file) {
    return find(file, ALL);
  }

  static Optional<Format> find(Path file, List<Format> formats) {
    Optional<Format> named = named(file, formats);
    if (named.isPresent()) {
      return named;
    }
    byte[] first = firstBytes(file);
    return formats.stream().filter(format -> format.content.matches(first)).findFirst();
  }

  /** Returns the format that the extension of a file name belongs to. */
  public static Optional<Format> named(Path file) {
    return named(file, ALL);
  }

  private static Optional<Format> named(Path file, List<Format> formats) {
    String extension = extensionOf(file);
    return formats.stream().filter(format -> format.extensions.contains(extension)).findFirst();
  }

  /** Returns true if a file is of a kind, by its extension or content. */
  public static boolean is(Path file, Kind kind) {
    return find(file).filter(format -> format.kind == kind).isPresent();
  }

  /** Returns true if a file is of a kind and Sinew reads it, by its extension or content. */
  public static boolean isRead(Path file, Kind kind) {
    return find(file).filter(format -> format.kind == kind && format.reads()).isPresent();
  }

  /** Returns the extension of a file name in lower case, without the dot; empty if it has none. */
  public static String extensionOf(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /** Returns a file name without its extension. */
  public static String stemOf(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /** Describes the files of some kinds that Sinew reads: "a .glb, .gltf or .vrm file". */
  public static String expected(Kind... kinds) {
    return describe(ofKinds(ALL, kinds).stream().filter(Format::reads).toList());
  }

  /** Describes the files of some formats: "a .pc2 or .mdd file". */
  public static String expected(Format... formats) {
    return describe(List.of(formats));
  }

  /** Describes the files of some kinds that Sinew writes: "a .glb, .gltf or .vrm file". */
  public static String expectedOutput(Kind... kinds) {
    return describe(ofKinds(ALL, kinds).stream().filter(Format::writes).toList());
  }

  private static List<Format> ofKinds(List<Format> formats, Kind... kinds) {
    List<Format> found = new ArrayList<>();
    for (Kind kind : kinds) {
      formats.stream().filter(format -> format.kind == kind).forEach(found::add);
    }
    return found;
  }

  private static String describe(List<Format> formats) {
    List<String> names =
        formats.stream().flatMap(f -> f.extensions.stream()).map(e -> "." + e).toList();
    int last = names.size() - 1;
    return "a "
        + (last > 0 ? String.join(", ", names.subList(0, last)) + " or " : "")
        + names.get(last)
        + " file";
  }

  private static byte[] firstBytes(Path file) {
    if (!Files.isRegularFile(file)) {
      return new byte[0];
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(FIRST_BYTES);
    } catch (IOException e) {
      return new byte[0]; // Its reader reports the error.
    }
  }

  /** Returns the kind of content. */
  public Kind kind() {
    return kind;
  }

  /** Returns the extensions in lower case, without the dot. */
  public List<String> extensions() {
    return extensions;
  }

  /** Returns true if Sinew reads files of this format. */
  public boolean reads() {
    return access != Access.WRITE;
  }

  /** Returns true if Sinew writes files of this format. */
  public boolean writes() {
    return access != Access.READ;
  }

  /** Reads a mesh; only for formats of kind {@link Kind#MESH} that are read. */
  public MeshFile readMesh(Path file) throws IOException {
    if (meshReader == null) {
      throw new UnsupportedOperationException(this + ": no reader of meshes");
    }
    return meshReader.read(file);
  }

  /** Writes a mesh; only for formats of kind {@link Kind#MESH} that are written. */
  public void writeMesh(Path file, TriMesh mesh, FileSession files) throws IOException {
    if (meshWriter == null) {
      throw new UnsupportedOperationException(this + ": no writer of meshes");
    }
    meshWriter.write(file, mesh, files);
  }

  /**
   * Returns what writes glTF documents in this format; empty if it is glTF, or not a format of
   * characters.
   */
  public Optional<CharacterWriter> characterWriter() {
    return Optional.ofNullable(characterWriter);
  }

  /** Returns the extension in upper case: "PC2". */
  @Override
  public String toString() {
    return extensions.isEmpty() ? kind.name() : extensions.getFirst().toUpperCase(Locale.ROOT);
  }
}
