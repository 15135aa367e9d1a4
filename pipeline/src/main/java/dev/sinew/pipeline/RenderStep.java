package dev.sinew.pipeline;

import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Focus;
import dev.sinew.draw.Item;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Picture;
import dev.sinew.draw.Scene;
import dev.sinew.inspect.ShownCounts;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.CreaseNormals;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.picture.ErrorScale;
import dev.sinew.review.CloseUp;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.ClipPoser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Draws models, or one model at several times, side by side into a picture. */
public final class RenderStep implements Step<RenderStep.Options, RenderStep.RenderReport> {

  /** The maximum number of items in one picture. */
  private static final int MAX_ITEMS = 256;

  /** The maximum number of poses of one model that are drawn in one row. */
  private static final int ROW = 4;

  /**
   * What to draw and how.
   *
   * @param models characters (.glb, .gltf) or meshes (.obj)
   * @param output a .png file
   * @param levels levels of detail of the characters (MSFT_lod), one item each
   * @param moments the poses, one item each
   * @param deformations the skinning models, one item each
   * @param style what is drawn of each item
   * @param draw size, camera and background; each item fills its cell unless the scale is shared
   */
  public record Options(
      List<Path> models,
      Path output,
      LevelChoice levels,
      Moments moments,
      Deformations deformations,
      Style style,
      DrawOptions draw) {
    /** Checks the number of items. */
    public Options {
      Format.ofOutput(output, Format.Kind.PICTURE);
      models = List.copyOf(models);
      if (models.isEmpty() || moments.times.isEmpty()) {
        throw new IllegalArgumentException("models and times: expected at least 1 each");
      }
      moments.requireClip();
      long items = (long) models.size() * moments.count();
      items *= Math.max(1, deformations.methods.size());
      items *= Math.max(1, levels.numbers().size());
      if (items > MAX_ITEMS) {
        throw new IllegalArgumentException(
            "models × levels × times × methods: expected at most " + MAX_ITEMS + ", got " + items);
      }
      moments.requireTimes();
    }

    /** Returns options to draw models at rest. */
    public static Options of(List<Path> models, Path output) {
      return new Options(
          models,
          output,
          LevelChoice.SCENE,
          Moments.REST,
          Deformations.DEFAULTS,
          Style.DEFAULTS,
          DrawOptions.DEFAULTS);
    }

    /**
     * Returns these options with times of a clip.
     *
     * @param clip the name or index; empty for the rest pose
     */
    public Options withTimes(Optional<String> clip, List<Double> times) {
      return withMoments(new Moments(clip, times, 0));
    }

    /** Returns these options with other poses. */
    public Options withMoments(Moments moments) {
      return new Options(models, output, levels, moments, deformations, style, draw);
    }

    /** Returns these options with other levels of detail. */
    public Options withLevels(LevelChoice levels) {
      return new Options(models, output, levels, moments, deformations, style, draw);
    }

    /** Returns these options with other skinning models. */
    public Options withMethods(List<SkinningMethod> methods) {
      return withDeformations(
          new Deformations(methods, deformations.normals, deformations.correctives));
    }

    /** Returns these options with other skinning models, with correctives or without. */
    public Options withDeformations(Deformations deformations) {
      return new Options(models, output, levels, moments, deformations, style, draw);
    }

    /** Returns these options with another style. */
    public Options withStyle(Style style) {
      return new Options(models, output, levels, moments, deformations, style, draw);
    }

    /** Returns these options with other size, camera and background. */
    public Options withDraw(DrawOptions draw) {
      return new Options(models, output, levels, moments, deformations, style, draw);
    }
  }

  /**
   * The poses that are drawn of each model.
   *
   * @param clip the name or index of a clip; empty for the rest pose
   * @param times seconds into the clip, one item each; 0 without a clip
   * @param poses the number of poses spread evenly over the clip, instead of times; 0 for times
   */
  public record Moments(Optional<String> clip, List<Double> times, int poses) {
    /** The rest pose. */
    public static final Moments REST = new Moments(Optional.empty(), List.of(0.0), 0);

    /** Copies the times. */
    public Moments {
      times = List.copyOf(times);
    }

    private int count() {
      return Math.max(times.size(), poses);
    }

    private void requireClip() {
      if (poses < 0 || (poses > 0 && clip.isEmpty())) {
        throw new IllegalArgumentException("poses: " + poses + " poses need a clip");
      }
    }

    private void requireTimes() {
      for (double time : times) {
        if (!Double.isFinite(time)) {
          throw new IllegalArgumentException("time: expected a finite number, got " + time);
        }
        if (clip.isEmpty() && time != 0) {
          throw new IllegalArgumentException("time: " + time + " s needs a clip");
        }
      }
    }

    /** Returns the times: as given, or the middles of equal parts of the clip. */
    private List<Double> in(Optional<Clip> played) {
      if (poses == 0 || played.isEmpty()) {
        return times;
      }
      double part = played.get().duration() / poses;
      return IntStream.range(0, poses).mapToObj(i -> (i + 0.5) * part).toList();
    }
  }

  /**
   * The skinning models of each pose.
   *
   * @param methods skinning models, one item each; empty for the model of the character
   * @param normals the normals of linear blending
   * @param correctives a database of correctives over the skinning models; its dynamics are run
   *     from the start of the clip
   */
  public record Deformations(
      List<SkinningMethod> methods, NormalMode normals, Optional<Path> correctives) {
    /** The model of the character. */
    public static final Deformations DEFAULTS =
        new Deformations(List.of(), NormalMode.DEFAULT, Optional.empty());

    /** Copies the list. */
    public Deformations {
      methods = List.copyOf(methods);
    }

    private List<CorrectivesFile> read(SkinnedCharacter character, FileSession files)
        throws IOException {
      List<Optional<SkinningMethod>> each =
          methods.isEmpty()
              ? List.of(Optional.empty())
              : methods.stream().map(Optional::of).toList();
      List<CorrectivesFile> out = new ArrayList<>();
      for (Optional<SkinningMethod> method : each) {
        Deformation one = new Deformation(method, normals, correctives);
        out.add(CorrectivesFile.of(character, one, files));
      }
      return out;
    }
  }

  /**
   * What is drawn of each item.
   *
   * @param wireframe whether triangle edges are drawn over the surface
   * @param skeleton whether joints and bones are drawn over the surface
   * @param colors whether material and vertex colours are used; otherwise plain clay
   * @param labels whether names and times are written below
   * @param normals whether normals are shown as colours instead of light
   * @param closeUp what is shown of a character, if not all
   */
  public record Style(
      boolean wireframe,
      boolean skeleton,
      boolean colors,
      boolean labels,
      boolean normals,
      Optional<CloseUp> closeUp) {
    /** The coloured surface only. */
    public static final Style DEFAULTS = new Style(false, false, true, false, false);

    /** Shows all of an item. */
    public Style(
        boolean wireframe, boolean skeleton, boolean colors, boolean labels, boolean normals) {
      this(wireframe, skeleton, colors, labels, normals, Optional.empty());
    }
  }

  /**
   * What was drawn.
   *
   * @param width pixels per row
   * @param height rows
   * @param items the number of items
   */
  public record RenderReport(int width, int height, int items) {}

  @Override
  public Outcome<RenderReport> run(Options options, FileSession files, RunContext context)
      throws IOException {
    ModelFile.outputFormat(options.output, Format.Kind.PICTURE);
    Drawing drawing = drawing(options, files, context);
    Picture picture = drawing.paint(context);
    PngWriter.write(options.output, picture, files);
    return new Outcome<>(
        new RenderReport(picture.width(), picture.height(), drawing.items),
        inputs(options),
        List.of(options.output));
  }

  /** Returns the picture without writing it; the output of the options is not used. */
  public static Picture paint(Options options, FileSession files, RunContext context)
      throws IOException {
    return drawing(options, files, context).paint(context);
  }

  /** What is drawn, and how. */
  private record Drawing(Scene scene, int items, DrawOptions layout) {
    Picture paint(RunContext context) {
      return Painter.paint(scene, layout, context);
    }
  }

  private static Drawing drawing(Options options, FileSession files, RunContext context)
      throws IOException {
    List<Item> items = new ArrayList<>();
    Set<ErrorScale> scales = new LinkedHashSet<>();
    int read = 0;
    for (Path model : options.models) {
      Format format = Format.of(model, Format.Kind.CHARACTER, Format.Kind.MESH);
      items.addAll(
          format.kind() == Format.Kind.MESH
              ? List.of(meshItem(model, format, options, files))
              : characterItems(model, options, scales, files, context));
      context.report("reading", ++read, options.models.size());
    }
    if (items.size() > MAX_ITEMS) {
      throw new RequestException(
          "there are " + items.size() + " models to draw: expected at most " + MAX_ITEMS);
    }
    Scene scene = Scene.of(items);
    // A picture from an exact place shows what is seen from there, and nothing else.
    boolean isWhole = options.draw.view().viewpoint().isEmpty() && options.style.closeUp.isEmpty();
    if (scales.size() == 1 && isWhole) {
      scene = scene.withLegend(scales.iterator().next().legend());
    }
    return new Drawing(scene, items.size(), layout(options, items.size()));
  }

  private static List<Path> inputs(Options options) {
    List<Path> out = new ArrayList<>(options.models);
    options.deformations.correctives.ifPresent(out::add);
    return out;
  }

  /** Returns the drawing options; levels and a few poses of one model are in a row of their own. */
  private static DrawOptions layout(Options options, int items) {
    if (options.models.size() > 1 || options.draw.columns() > 0) {
      return options.draw;
    }
    int perLevel = options.moments.count() * Math.max(1, options.deformations.methods.size());
    if (options.levels.isScene()) {
      return items <= ROW ? options.draw.withColumns(items) : options.draw;
    }
    return options.draw.withColumns(perLevel == 1 ? items : perLevel);
  }

  private static Item meshItem(Path file, Format format, Options options, FileSession files)
      throws IOException {
    if (!options.levels.isScene()) {
      throw new RequestException(file.toString(), "only glTF files have levels of detail");
    }
    if (options.moments.clip.isPresent() && options.models.size() == 1) {
      throw new RequestException(file.toString(), "a mesh has no clips");
    }
    if (options.style.closeUp.isPresent()) {
      throw new RequestException(file.toString(), "a mesh has no joints or parts to look at");
    }
    options.moments.clip.ifPresent(clip -> Remarks.onMesh(file, "the clip " + clip, files));
    options.deformations.methods.forEach(
        m -> Remarks.onMesh(file, "the skinning model " + m, files));
    options.deformations.correctives.ifPresent(
        any -> Remarks.onMesh(file, "a database of correctives", files));
    // A mesh file without normals says nothing about them: as in characters made from it.
    TriMesh mesh = CreaseNormals.ensure(format.readMesh(file).mesh().toTriMesh());
    Item item =
        Item.of(mesh.wedgePositions(), mesh.cornerWedges())
            .withNormals(mesh.attribute(MeshAttribute.NORMAL).orElseThrow().toArray())
            .withWireframe(options.style.wireframe)
            .withNormalColors(options.style.normals);
    return options.style.labels ? item.withLabel(Format.stemOf(file)) : item;
  }

  private static List<Item> characterItems(
      Path file, Options options, Set<ErrorScale> scales, FileSession files, RunContext context)
      throws IOException {
    List<Item> items = new ArrayList<>();
    GltfAsset asset = ModelFile.read(file, files).withInstances();
    if (options.style.colors && !options.style.normals) {
      ErrorScale.of(asset.document()).ifPresent(scales::add);
    }
    options.deformations.methods.forEach(
        method -> Remarks.onMethod(file, asset.character(), method, files));
    List<LevelChoice.Level> levels = options.levels.of(file, asset);
    if (options.deformations.correctives.isPresent() && levels.size() > 1) {
      throw new RequestException(
          file.toString(),
          "correctives fit one level of detail, not "
              + levels.size()
              + ": choose one by RenderStep.Options.levels, with a database that"
              + " PoseSpaceTransferStep.Options.level made for it");
    }
    for (LevelChoice.Level level : levels) {
      String label = options.style.labels || levels.size() == 1 ? Format.stemOf(file) : "";
      if (!options.levels.isScene()) {
        label = (label + " level " + level.number()).strip() + triangles(level.character());
      }
      boolean labels = options.style.labels || levels.size() > 1;
      items.addAll(
          levelItems(
              file,
              level.character(),
              labels ? Optional.of(label) : Optional.empty(),
              options,
              files,
              context));
    }
    return items;
  }

  private static String triangles(SkinnedCharacter character) {
    return ", " + ShownCounts.of(character).triangles() + " triangles";
  }

  /**
   * Returns the items of a character.
   *
   * @param name its name in labels; empty without labels
   */
  private static List<Item> levelItems(
      Path file,
      SkinnedCharacter character,
      Optional<String> name,
      Options options,
      FileSession files,
      RunContext context)
      throws IOException {
    Optional<Clip> clip;
    try {
      clip = options.moments.clip.map(character::clip);
    } catch (RequestException e) {
      throw e.naming("", file);
    }
    List<Double> times = options.moments.in(clip);
    clip.ifPresent(played -> times.forEach(time -> Remarks.onTime(file, played, time, files)));
    Pose pose = character.restPose();
    List<Item> items = new ArrayList<>();
    for (CorrectivesFile method : options.deformations.read(character, files)) {
      CharacterSurface surface =
          CharacterSurface.of(
              character, method.shown(clip, options.deformations.correctives, files));
      CharacterSurface.Posed posed = surface.newPosed();
      for (double time : times) {
        if (clip.isPresent()) {
          new ClipPoser(posed, clip.get()).set(time, pose, context);
        } else {
          posed.set(pose, context);
        }
        ModelFile.requireFinite(file, posed);
        Item item =
            surfaceOf(surface, posed, options)
                .withFront(CharacterItem.front(character, options.draw.view().up()))
                .withWireframe(options.style.wireframe)
                .withNormalColors(options.style.normals);
        if (options.style.closeUp.isPresent()) {
          CloseUp closeUp = options.style.closeUp.get();
          item = item.withFocus(focus(closeUp, file, character, surface, posed, pose));
        }
        if (options.style.skeleton) {
          item = CharacterItem.withSkeleton(item, character, pose);
        }
        if (name.isPresent()) {
          String which =
              options.deformations.methods.isEmpty() ? name.get() : method.skinning().toString();
          item =
              item.withLabel(which + (options.moments.clip.isPresent() ? " " + seconds(time) : ""));
        }
        items.add(item);
      }
    }
    return items;
  }

  private static Focus focus(
      CloseUp closeUp,
      Path file,
      SkinnedCharacter character,
      CharacterSurface surface,
      CharacterSurface.Posed posed,
      Pose pose) {
    try {
      return closeUp.focus(character, surface, posed, pose);
    } catch (RequestException e) {
      throw e.naming("", file);
    }
  }

  private static Item surfaceOf(
      CharacterSurface surface, CharacterSurface.Posed posed, Options options) {
    if (!options.style.colors) {
      return CharacterItem.of(posed);
    }
    return options.draw.shading().unlit()
        ? CharacterItem.asInFile(surface, posed)
        : CharacterItem.withMaterials(surface, posed);
  }

  private static String seconds(double time) {
    return String.format(Locale.ROOT, "%.2f s", time);
  }
}
