package dev.sinew.io.usd;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Writes documents as USD: a text layer with its images in a folder beside it, or a package with
 * both. Whatever a command makes is first a glTF document, so all of them write USD alike.
 */
public final class UsdWriter {
  private static final String PACKAGE = "usdz";

  private UsdWriter() {}

  /** Writes a .usda or .usdz file, and notes in the session what USD does not express. */
  public static void write(Path file, GltfDocument document, FileSession files) throws IOException {
    boolean packed = Format.extensionOf(file).equals(PACKAGE);
    String name = UsdNames.identifier(Format.stemOf(file));
    String folder = packed ? "textures" : name + "-textures";
    Set<String> notes = new LinkedHashSet<>();
    UsdLayer layer;
    try {
      layer = new UsdLayer(document, name, packed ? folder : "./" + folder, notes::add);
      if (packed) {
        writePackage(file, name, layer, files);
      } else {
        writeLayer(file, layer, files);
      }
    } catch (RequestException e) {
      throw e.naming("", file);
    }
    notes.forEach(note -> files.add(Issue.info(file.toString(), note)));
  }

  private static void writeLayer(Path file, UsdLayer layer, FileSession files) throws IOException {
    files.stream(file, out -> writeText(layer, out));
    for (Map.Entry<String, byte[]> texture : layer.textures().entrySet()) {
      Path target = file.resolveSibling(texture.getKey()).normalize();
      files.stream(target, out -> out.write(texture.getValue()));
    }
  }

  private static void writePackage(Path file, String name, UsdLayer layer, FileSession files)
      throws IOException {
    files.channel(
        file,
        channel -> {
          UsdzPackage zip = new UsdzPackage(channel);
          zip.add(name + ".usda", out -> writeText(layer, out));
          for (Map.Entry<String, byte[]> texture : layer.textures().entrySet()) {
            zip.add(texture.getKey(), out -> out.write(texture.getValue()));
          }
          zip.finish();
        });
  }

  private static void writeText(UsdLayer layer, OutputStream out) throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    layer.write(text);
    text.flush();
  }
}
