package dev.sinew.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.pipeline.InspectStep;
import dev.sinew.pipeline.RenderStep;
import dev.sinew.pipeline.SampleStep;
import dev.sinew.pipeline.Step;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs all steps on built-in characters and writes a page with the results. */
public final class DemoStep implements Step<DemoStep.Options, DemoStep.DemoReport> {
  private static final String CHARACTER = "biped";
  private static final String CLIP = "walk";
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
    DemoBasics basics = DemoBasics.run(model, CLIP, folder, context);
    DemoPage demo = run(basics, model, folder, context);
    List<Path> pictures = pictures(model, folder, context);
    Path page = folder.resolve(PAGE);
    demo.write(page);
    List<Path> outputs = new ArrayList<>(List.of(page, model));
    outputs.addAll(basics.files());
    outputs.addAll(models(folder));
    outputs.addAll(demo.simplified().files());
    demo.simplified().ways().stream().map(DemoLevels.Way::file).limit(3).forEach(outputs::add);
    outputs.addAll(pictures);
    outputs.forEach(file -> names.add(folder.relativize(file)));
    InspectStep.Counts counts = basics.found().counts();
    return new DemoReport(
        CHARACTER,
        counts.vertices(),
        counts.triangles(),
        counts.joints(),
        counts.influences().mean(),
        basics.played().frames(),
        target.resolve(PAGE).toString());
  }

  private static DemoPage run(DemoBasics basics, Path model, Path folder, RunContext context)
      throws IOException {
    DemoLevels levels = DemoLevels.run(model, CLIP, folder, context);
    DemoLimit limited = DemoLimit.run(model, folder, context);
    DemoUnwrap unwrapped = DemoUnwrap.run(folder, context);
    DemoMaps maps = DemoMaps.run(model, levels.files().getLast(), CLIP, folder, context);
    DemoSkeleton skeleton = DemoSkeleton.run(basics.posed(), folder, context);
    DemoFit fitted = DemoFit.run(folder, context);
    DemoCorrectives correctives = DemoCorrectives.run(folder, context);
    DemoDynamics dynamics = DemoDynamics.run(folder, context);
    DemoCrowd crowd = DemoCrowd.run(model, levels.levels(), context);
    DemoChain chained = DemoChain.run(folder, context);
    return new DemoPage(
        basics,
        levels,
        limited,
        new DemoPage.Textures(unwrapped, maps),
        new DemoPage.Rigs(skeleton, fitted),
        new DemoPage.Corrections(correctives, dynamics),
        crowd,
        chained);
  }

  /** Draws what no other step has drawn; returns all pictures. */
  private static List<Path> pictures(Path model, Path folder, RunContext context)
      throws IOException {
    List<Path> pictures = new ArrayList<>(draw(model, folder, context));
    pictures.add(drawMethods(folder, context));
    Stream.of(
            DemoLevels.PICTURE,
            DemoLevels.WAYS_PICTURE,
            DemoLevels.CLOSE_PICTURE,
            DemoUnwrap.PICTURE,
            DemoMaps.PICTURE,
            DemoSkeleton.PICTURE,
            DemoFit.PICTURE,
            DemoCorrectives.PICTURE)
        .map(folder::resolve)
        .forEach(pictures::add);
    return pictures;
  }

  /** Returns the models and databases of the steps with one output each. */
  private static List<Path> models(Path folder) {
    return Stream.of(
            DemoLimit.MODEL,
            DemoLimit.HELPED_MODEL,
            DemoUnwrap.MODEL,
            DemoMaps.MODEL,
            DemoSkeleton.MODEL,
            DemoFit.MODEL,
            DemoCorrectives.DATABASE,
            DemoDynamics.DATABASE,
            DemoChain.MODEL)
        .map(folder::resolve)
        .toList();
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
}
