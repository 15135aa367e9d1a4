package dev.sinew.io.gltf;

import dev.sinew.io.FilePolicy.Storage;
import dev.sinew.io.FileSession;
import dev.sinew.model.Issue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a document is stored: quantised or not, compressed or not, as the session's policy says. */
record StoredForm(FileSession files, Path target) {
  static final String QUANTIZATION = "KHR_mesh_quantization";

  /** Returns a document quantised and decoded, where the policy asks for it. */
  GltfDocument prepared(GltfDocument document) throws IOException {
    boolean compressed = isCompressed(document);
    boolean quantizes =
        isWanted(files.policy().quantize(), List.of(QUANTIZATION, DracoMeshes.EXTENSION));
    boolean decodes = compressed && (quantizes || files.policy().compress() == Storage.NEVER);
    GltfDocument plain = document;
    if (decodes) {
      plain =
          GltfDocument.of(document, new AccessorEdits(document).build(document.json().deepCopy()));
    }
    if (compressed && files.policy().compress() == Storage.NEVER) {
      note("decompressed");
    }
    if (!quantizes) {
      if (files.policy().quantize() == Storage.NEVER
          && document.extensions("extensionsUsed").contains(QUANTIZATION)) {
        note("what is quantised already stays so");
      }
      return plain;
    }
    QuantizedDocument quantized = QuantizedDocument.of(plain);
    if (!quantized.note().isEmpty()) {
      note(quantized.note());
    }
    return quantized.document();
  }

  /** Returns true if a document is to be compressed when it is written. */
  boolean compresses() {
    List<String> forms = new ArrayList<>(MeshoptViews.EXTENSIONS);
    forms.add(DracoMeshes.EXTENSION);
    return isWanted(files.policy().compress(), forms);
  }

  /** Notes that a document was compressed. */
  void noteCompressed(long before, long after) {
    note("compressed (EXT_meshopt_compression), " + after + " of " + before + " bytes");
  }

  private void note(String what) {
    files.add(Issue.info(target.toString(), what));
  }

  private boolean isWanted(Storage storage, List<String> extensions) {
    return switch (storage) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AS_INPUT -> extensions.stream().anyMatch(files::hasFound);
    };
  }

  static boolean isCompressed(GltfDocument document) {
    List<String> used = document.extensions("extensionsUsed");
    return MeshoptViews.EXTENSIONS.stream().anyMatch(used::contains);
  }
}
