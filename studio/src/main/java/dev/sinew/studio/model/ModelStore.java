package dev.sinew.studio.model;

import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.sample.Samples;
import dev.sinew.studio.http.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The open models. Their bytes are limited: beyond the limit, the least recently used models are
 * closed.
 */
public final class ModelStore {
  /** The most open models. */
  public static final int MAX_MODELS = 64;

  /** The longest name of a model. */
  private static final int MAX_NAME = 80;

  private final ModelMemory memory;
  private final WorkSettings work;
  private final Decoding decoding;
  // In the order of use, the last used last; guarded by itself.
  private final Map<Integer, OpenModel> models = new LinkedHashMap<>(16, 0.75f, true);
  private int nextId = 1;

  /**
   * Creates an empty store.
   *
   * @param memory the limits of models
   * @param work threads and seed of what is computed from the models
   */
  public ModelStore(ModelMemory memory, WorkSettings work) {
    this.memory = memory;
    this.work = work;
    decoding = new Decoding(memory.decodedBytes());
  }

  /** Returns threads and seed of what is computed from the models. */
  public WorkSettings work() {
    return work;
  }

  /** Opens a file: a .glb, or a .gltf with the files that it refers to. */
  public OpenModel open(Path file) throws IOException {
    Format.of(file, Format.Kind.CHARACTER);
    GltfDocument document = GltfDocument.read(file);
    GltfReader.read(document).requireSound();
    return add(Format.stemOf(file), document.toGlb(), OpenModel.Source.FILE);
  }

  /** Opens a built-in character. */
  public OpenModel openSample(String name) throws IOException {
    if (!Samples.names().contains(name)) {
      throw Refusal.notFound("no sample '" + name + "': there are " + Samples.names());
    }
    GltfDocument document =
        CharacterWriter.toDocument(name + ".glb", Samples.create(name).character());
    return add(name, document.toGlb(), OpenModel.Source.sample(name));
  }

  /**
   * Opens a GLB, or glTF as JSON with all its data inside.
   *
   * @param file the whole file; kept, not copied
   * @throws IOException if it is neither
   */
  public OpenModel add(String name, byte[] file, OpenModel.Source source) throws IOException {
    if (file.length > memory.fileBytes()) {
      throw new Refusal(413, "expected at most " + (memory.fileBytes() >> 20) + " MB");
    }
    String wanted = plain(name);
    boolean json = file.length > 0 && file[0] != 'g';
    byte[] glb = json ? decoding.toGlb(wanted + ".gltf", file) : file;
    OpenModel draft = new OpenModel(0, wanted, glb, source, decoding);
    draft.asset();
    synchronized (models) {
      OpenModel model = draft.numbered(nextId++, free(wanted));
      models.put(model.id(), model);
      closeOldest();
      return model;
    }
  }

  /** Returns a name that no open model has: the files of a job have the names of its models. */
  private String free(String wanted) {
    Set<String> taken = new HashSet<>();
    models.values().forEach(model -> taken.add(model.name().toLowerCase(Locale.ROOT)));
    String free = wanted;
    for (int n = 2; taken.contains(free.toLowerCase(Locale.ROOT)); n++) {
      free = wanted + "-" + n;
    }
    return free;
  }

  /** Closes models until the rest is within the limits; the last used one stays. */
  private void closeOldest() {
    long bytes = models.values().stream().mapToLong(model -> model.glb().length).sum();
    for (OpenModel oldest : List.copyOf(models.values())) {
      if (models.size() <= 1 || (bytes <= memory.fileBytes() && models.size() <= MAX_MODELS)) {
        return;
      }
      models.remove(oldest.id());
      bytes -= oldest.glb().length;
    }
  }

  /** Returns a model. */
  public OpenModel get(int id) {
    synchronized (models) {
      OpenModel model = models.get(id);
      if (model == null) {
        throw Refusal.notFound("model " + id + " is not open");
      }
      return model;
    }
  }

  /** Returns a model by the segment of a path. */
  public OpenModel get(String id) {
    return get(id.matches("[0-9]{1,9}") ? Integer.parseInt(id) : 0);
  }

  /** Closes a model. */
  public void close(int id) {
    synchronized (models) {
      models.remove(get(id).id());
    }
  }

  /** Returns all models in the order in which they were opened. */
  public List<OpenModel> all() {
    synchronized (models) {
      List<OpenModel> all = new ArrayList<>(models.values());
      all.sort(Comparator.comparingInt(OpenModel::id));
      return all;
    }
  }

  /** Returns a name that is also a file name everywhere: no path, no ending, no odd characters. */
  private static String plain(String name) {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    String stem = last.replaceFirst("(?i)\\.(glb|gltf|vrm)$", "");
    String plain = stem.replaceAll("[^\\p{L}\\p{N}._ -]", "_").replaceFirst("^[.-]+", "").strip();
    int end =
        plain.offsetByCodePoints(0, Math.min(MAX_NAME, plain.codePointCount(0, plain.length())));
    return plain.isEmpty() ? "model" : plain.substring(0, end);
  }
}
