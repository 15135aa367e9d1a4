package dev.sinew.demo;

import dev.sinew.distance.CompareOptions;
import dev.sinew.draw.DrawOptions;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.pipeline.BoundsStep;
import dev.sinew.pipeline.CompareStep;
import dev.sinew.pipeline.DeformStep;
import dev.sinew.pipeline.InspectStep;
import dev.sinew.pipeline.PoseStep;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.SampleStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.SubdivideStep;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Measuring;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs all steps on built-in characters and writes a page with the results. */
public final class DemoStep implements Step<DemoStep.Options, DemoStep.DemoReport> {
  private static final String CHARACTER = "biped";
  private static final String CLIP = "walk";
  private static final double FRAMES_PER_SECOND = 30;
  private static final String PAGE = "index.html";

  /**
   * Where to write the results.
   *
   * @param output a folder
   */
  public record Options(Path output) {
    private static final String DEFAULT_OUTPUT = "sinew-demo";

    /** Checks the name of the folder. */
    public Options {
      Format.requireFolderName(output);
    }

    /** Returns options with a folder in the working directory that does not exist yet. */
    public static Options inNewFolder() {
      Path folder = Path.of(DEFAULT_OUTPUT);
      for (int i = 2; Files.exists(folder); i++) {
        folder = Path.of(DEFAULT_OUTPUT + "-" + i);
      }
      return new Options(folder);
    }
  }

  /**
   * The JSON report.
   *
   * @param character the built-in character
   * @param vertices its vertices
   * @param triangles its triangles
   * @param joints its joints
   * @param influences influences per vertex, on average
   * @param frames frames of the walk played into a point cache
   * @param page the page to open
   */
  public record DemoReport(
      String character,
      long vertices,
      long triangles,
      int joints,
      double influences,
      int frames,
      String page) {}

  @Override
  public Outcome<DemoReport> run(Options options, FileSession files, RunContext context)
      throws IOException {
    List<Path> names = new ArrayList<>();
    DemoReport[] report = new DemoReport[1];
    files.folder(options.output, draft -> report[0] = runIn(draft, options.output, names, context));
    return new Outcome<>(
        report[0], List.of(), names.stream().map(options.output::resolve).toList());
  }

  /**
   * Runs all steps in a folder.
   *
   * @param target the later name of the folder
   * @param names receives the names of the files
   */
  private static DemoReport runIn(Path folder, Path target, List<Path> names, RunContext context)
      throws IOException {
    new SampleStep().run(new SampleStep.Options(CHARACTER, folder.resolve("sample")), context);
    Path model = folder.resolve("sample").resolve(CHARACTER + ".glb");

    InspectStep.FileInspection found =
        new InspectStep().run(new InspectStep.Options(model), context).report();
    Path posed = folder.resolve("posed.obj");
    new PoseStep()
        .run(
            new PoseStep.Options(
                model, Optional.of(CLIP), Optional.empty(), 0.25, Optional.empty(), posed),
            context);
    Path cache = folder.resolve("walk.pc2");
    DeformStep.DeformReport played =
        new DeformStep()
            .run(
                new DeformStep.Options(
                    model,
                    Optional.of(CLIP),
                    Optional.empty(),
                    FRAMES_PER_SECOND,
                    Optional.empty(),
                    cache),
                context)
            .report();
    Path fine = folder.resolve("fine.glb");
    SubdivideStep.Subdivided subdivided =
        new SubdivideStep()
            .run(
                new SubdivideStep.Options(
                    model, SubdivisionScheme.LOOP, SubdivisionOptions.DEFAULTS, fine),
                context)
            .report();
    Path bounded = folder.resolve("bounded.glb");
    BoundsStep.BoundsReport bounds =
        new BoundsStep()
            .run(new BoundsStep.Options(model, Optional.of(bounded), Optional.empty()), context)
            .report();
    DemoLevels levels = DemoLevels.run(model, CLIP, folder, context);
    DemoLimit limited = DemoLimit.run(model, folder, context);
    DemoUnwrap unwrapped = DemoUnwrap.run(folder, context);
    DemoMaps maps = DemoMaps.run(model, levels.files().getLast(), CLIP, folder, context);
    DemoSkeleton skeleton = DemoSkeleton.run(posed, folder, context);
    DemoFit fitted = DemoFit.run(folder, context);
    DemoCorrectives corrected = DemoCorrectives.run(folder, context);
    DemoDynamics moving = DemoDynamics.run(folder, context);
    DemoCrowd crowd = DemoCrowd.run(model, levels.levels(), context);
    DemoChain chained = DemoChain.run(folder, context);
    List<Path> pictures = new ArrayList<>(draw(model, folder, context));
    pictures.add(drawMethods(folder, context));
    pictures.add(folder.resolve(DemoLevels.PICTURE));
    pictures.add(folder.resolve(DemoLevels.WAYS_PICTURE));
    pictures.add(folder.resolve(DemoLevels.CLOSE_PICTURE));
    pictures.add(folder.resolve(DemoUnwrap.PICTURE));
    pictures.add(folder.resolve(DemoMaps.PICTURE));
    pictures.add(folder.resolve(DemoSkeleton.PICTURE));
    pictures.add(folder.resolve(DemoFit.PICTURE));
    pictures.add(folder.resolve(DemoCorrectives.PICTURE));
    Map<SkinningMethod, CompareStep.Report> compared = compareMethods(model, context);
    Path page = folder.resolve(PAGE);
    new DemoPage(
            found,
            played,
            compared,
            subdivided,
            bounds,
            levels,
            limited,
            unwrapped,
            maps,
            skeleton,
            fitted,
            corrected,
            moving,
            crowd,
            chained)
        .write(page);

    List<Path> outputs =
        new ArrayList<>(
            List.of(
                page,
                model,
                posed,
                cache,
                fine,
                bounded,
                folder.resolve(DemoLimit.MODEL),
                folder.resolve(DemoLimit.HELPED_MODEL),
                folder.resolve(DemoUnwrap.MODEL),
                folder.resolve(DemoMaps.MODEL),
                folder.resolve(DemoSkeleton.MODEL),
                folder.resolve(DemoFit.MODEL),
                folder.resolve(DemoCorrectives.DATABASE),
                folder.resolve(DemoDynamics.DATABASE),
                folder.resolve(DemoChain.MODEL)));
    outputs.addAll(levels.files());
    levels.ways().stream().map(DemoLevels.Way::file).limit(3).forEach(outputs::add);
    outputs.addAll(pictures);
    outputs.forEach(file -> names.add(folder.relativize(file)));
    return new DemoReport(
        CHARACTER,
        found.vertices(),
        found.triangles(),
        found.joints(),
        found.influences().mean(),
        played.frames(),
        target.resolve(PAGE).toString());
  }

  private static List<Path> draw(Path model, Path folder, RunContext context) throws IOException {
    Path walk = folder.resolve("walk.png");
    new RenderStep()
        .run(
            RenderStep.Options.of(List.of(model), walk)
                .withTimes(Optional.of(CLIP), List.of(0.0, 0.25, 0.5, 0.75))
                .withStyle(new RenderStep.Style(false, false, true, true, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(4)),
            context);
    Path rig = folder.resolve("rig.png");
    new RenderStep()
        .run(
            RenderStep.Options.of(List.of(model), rig)
                .withStyle(new RenderStep.Style(true, true, true, false, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(800, 800)),
            context);
    return List.of(walk, rig);
  }

  /** Draws a tube twisted by a quarter turn with every skinning model. */
  private static Path drawMethods(Path folder, RunContext context) throws IOException {
    Path tube = folder.resolve("tube");
    new SampleStep().run(new SampleStep.Options("cylinder-twist", tube), context);
    Path picture = folder.resolve("methods.png");
    new RenderStep()
        .run(
            RenderStep.Options.of(List.of(tube.resolve("cylinder-twist.glb")), picture)
                .withTimes(Optional.of("twist"), List.of(1.0))
                .withMethods(List.of(SkinningMethod.values()))
                .withStyle(new RenderStep.Style(true, false, true, true, false))
                .withDraw(DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(6)),
            context);
    return picture;
  }

  /** Measures the distance of each model from linear blending over the clips of the character. */
  private static Map<SkinningMethod, CompareStep.Report> compareMethods(
      Path model, RunContext context) throws IOException {
    Map<SkinningMethod, CompareStep.Report> found = new EnumMap<>(SkinningMethod.class);
    for (SkinningMethod method : SkinningMethod.values()) {
      found.put(
          method,
          new CompareStep()
              .run(
                  new CompareStep.Options(
                      model,
                      model,
                      new CompareOptions(
                          Optional.of(SkinningMethod.SSD),
                          Optional.of(method),
                          FRAMES_PER_SECOND / 3),
                      Measuring.NONE,
                      Optional.empty()),
                  context)
              .report());
    }
    return found;
  }
}
