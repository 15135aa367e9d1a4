package dev.sinew.pipeline.input;

import dev.sinew.extract.NamedShape;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Shapes of a character with any triangles, from command-line arguments: OBJ files, folders and
 * patterns of them, and glTF files without a skin.
 *
 * @param shapes the shapes, the reference first
 * @param files the file of each shape
 * @param asset the reference, if it is a glTF file
 */
public record ShapeFiles(List<NamedShape> shapes, List<Path> files, Optional<GltfAsset> asset) {

  /**
   * Reads shapes.
   *
   * @param reference the shape at rest; empty for the first
   */
  public static ShapeFiles read(
      List<String> arguments, Optional<Path> reference, FileSession session, RunContext context)
      throws IOException {
    List<Path> files = new ArrayList<>();
    reference.ifPresent(files::add);
    for (String argument : arguments) {
      for (Path file : ObjFiles.expand(argument, session.allowsOutside())) {
        if (!files.contains(file)) {
          files.add(file);
        }
      }
    }
    if (files.isEmpty()) {
      throw new IllegalArgumentException("examples: expected at least 1 file, got 0");
    }
    Optional<GltfAsset> asset = Optional.empty();
    List<NamedShape> shapes = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      context.report("reading", i, files.size());
      Path file = files.get(i);
      if (Format.is(file, Format.Kind.CHARACTER)) {
        GltfAsset read = ModelFile.read(file, session);
        asset = i == 0 ? Optional.of(read) : asset;
        shapes.add(new NamedShape(Format.stemOf(file), surface(file, read)));
      } else {
        shapes.add(new NamedShape(Format.stemOf(file), mesh(file, session)));
      }
    }
    context.report("reading", files.size(), files.size());
    return new ShapeFiles(shapes, files, asset);
  }

  private static TriMesh surface(Path file, GltfAsset asset) {
    if (!asset.character().skins().isEmpty()) {
      throw new RequestException(
          file.toString(),
          "it has a skeleton already; write its mesh as OBJ with PoseStep.run to find another one");
    }
    CharacterSurface.Posed posed = CharacterSurface.of(asset.character()).newPosed();
    posed.set(asset.character().restPose());
    ModelFile.requireFinite(file, posed);
    TriMesh mesh = posed.mesh();
    ModelFile.requireShown(file, mesh.vertexCount());
    return mesh;
  }

  private static TriMesh mesh(Path file, FileSession session) throws IOException {
    Optional<Format> format =
        Format.find(file).filter(found -> found.kind() == Format.Kind.MESH && found.reads());
    if (format.isEmpty()) {
      throw new MalformedAssetException(
          file.toString(),
          "",
          "expected " + Format.expected(Format.Kind.MESH, Format.Kind.CHARACTER) + " with a shape");
    }
    session.reading(file);
    return format.get().readMesh(file).mesh().toTriMesh();
  }
}
