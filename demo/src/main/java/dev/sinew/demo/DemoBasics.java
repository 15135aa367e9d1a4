package dev.sinew.demo;

import dev.sinew.distance.CompareOptions;
import dev.sinew.pipeline.BoundsStep;
import dev.sinew.pipeline.CompareStep;
import dev.sinew.pipeline.DeformStep;
import dev.sinew.pipeline.InspectStep;
import dev.sinew.pipeline.PoseStep;
import dev.sinew.pipeline.SubdivideStep;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Measuring;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The character as it is: inspected, posed, played, bounded, subdivided, under all skinning models.
 *
 * @param posed a pose of the clip, an OBJ file
 * @param files all files that were written
 */
record DemoBasics(
    InspectStep.FileInspection found,
    DeformStep.DeformReport played,
    Map<SkinningMethod, CompareStep.Report> compared,
    SubdivideStep.Subdivided subdivided,
    BoundsStep.BoundsReport bounds,
    Path posed,
    List<Path> files) {
  private static final double FRAMES_PER_SECOND = 30;

  static DemoBasics run(Path model, String clip, Path folder, RunContext context)
      throws IOException {
    Optional<String> walk = Optional.of(clip);
    Path posed = folder.resolve("posed.obj");
    Path cache = folder.resolve("walk.pc2");
    Path fine = folder.resolve("fine.glb");
    Path bounded = folder.resolve("bounded.glb");
    new PoseStep()
        .run(
            new PoseStep.Options(model, walk, Optional.empty(), 0.25, Optional.empty(), posed),
            context);
    return new DemoBasics(
        new InspectStep().run(new InspectStep.Options(model), context).report(),
        new DeformStep()
            .run(
                new DeformStep.Options(
                    model, walk, Optional.empty(), FRAMES_PER_SECOND, Optional.empty(), cache),
                context)
            .report(),
        compareMethods(model, context),
        new SubdivideStep()
            .run(
                new SubdivideStep.Options(
                    model, SubdivisionScheme.LOOP, SubdivisionOptions.DEFAULTS, fine),
                context)
            .report(),
        new BoundsStep()
            .run(new BoundsStep.Options(model, Optional.of(bounded), Optional.empty()), context)
            .report(),
        posed,
        List.of(posed, cache, fine, bounded));
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
