package dev.sinew.distance;

import dev.sinew.distance.Comparison.ClipError;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.ClipPlayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares a character with a reference, pose by pose; their skinning models may differ. What
 * depends on motion starts at rest in the first frame of every clip. Lengths are in units of the
 * reference's longest box side at rest.
 */
public final class CharacterComparison {
  private final Side referenceSide;
  private final Side candidateSide;
  private final SkinnedCharacter reference;
  private final SkinnedCharacter candidate;
  private final SurfaceComparison comparison;
  private final double framesPerSecond;
  private final double unit;
  private final ErrorCollector all;
  private final RunContext context;
  private final double[] squares;
  private final double[] distances;
  private final double[] angles;
  private final List<String> notes = new ArrayList<>();
  private int poses;

  /**
   * Prepares a comparison.
   *
   * @param reference the reference
   * @param candidate the character to measure
   * @throws RequestException if a rest pose is empty or not finite; about "candidate" if it is the
   *     candidate's
   */
  public CharacterComparison(
      SkinnedCharacter reference,
      SkinnedCharacter candidate,
      CompareOptions options,
      RunContext context) {
    this.context = context;
    this.reference = reference;
    this.candidate = candidate;
    this.framesPerSecond = options.framesPerSecond();
    referenceSide = new Side(reference, options.referenceMethod(), context);
    try {
      candidateSide = new Side(candidate, options.candidateMethod(), context);
    } catch (RequestException e) {
      throw e.naming("", "candidate");
    }
    comparison =
        new SurfaceComparison(
            referenceSide.surface.vertexCount(),
            referenceSide.restMesh.triangles(),
            candidateSide.surface.vertexCount(),
            candidateSide.restMesh.triangles(),
            context);
    if (referenceSide.surface.vertexCount() == 0) {
      throw new RequestException("there are no vertices to compare with");
    }
    unit = referenceSide.restMesh.bounds().longestSide();
    all = new ErrorCollector(unit);
    squares = new double[referenceSide.surface.vertexCount()];
    distances = new double[squares.length];
    angles = new double[squares.length];
  }

  /** Compares two characters at rest and in all frames of their {@link ClipPairs}. */
  public static Comparison run(
      SkinnedCharacter reference,
      SkinnedCharacter candidate,
      CompareOptions options,
      RunContext context) {
    CharacterComparison comparison =
        new CharacterComparison(reference, candidate, options, context);
    comparison.compareRest();
    return comparison.result(comparison.compareClips("comparing clips"));
  }

  /** Compares the rest poses. */
  public void compareRest() {
    resetMotion();
    compare("rest", List.of(all));
  }

  /** Compares all frames of all {@link ClipPairs}; returns the error of each clip. */
  public List<ClipError> compareClips(String phase) {
    List<Pairing> pairings = pair();
    List<ClipError> clips = new ArrayList<>();
    long frames = 0;
    for (Pairing pairing : pairings) {
      frames += frameCount(pairing);
    }
    long done = 0;
    for (Pairing pairing : pairings) {
      ErrorCollector own = new ErrorCollector(unit);
      resetMotion();
      for (int f = 0; f < frameCount(pairing); f++) {
        compareFrame(pairing, f, own);
        context.report(phase, ++done, frames);
      }
      clips.add(new ClipError(pairing.reference.name(), own.summary()));
    }
    return clips;
  }

  /** Compares given poses with names of their own. */
  public void comparePoses(List<Pose> given, List<String> names) {
    for (int i = 0; i < given.size(); i++) {
      resetMotion();
      compare(names.get(i), given.get(i), given.get(i), List.of(all));
      context.report("comparing poses", i + 1, given.size());
    }
  }

  private void resetMotion() {
    referenceSide.shape.reset();
    candidateSide.shape.reset();
  }

  /** Returns the errors measured so far. */
  public Comparison result(List<ClipError> clips) {
    return new Comparison(
        all.summary(),
        clips,
        poses,
        all.perPose(),
        comparison.isCorresponding(),
        vertexRms(),
        notes);
  }

  private double[] vertexRms() {
    double[] out = new double[squares.length];
    for (int v = 0; v < out.length; v++) {
      out[v] = Math.sqrt(squares[v] / Math.max(1, poses));
    }
    return out;
  }

  /** One of the two characters with its pose and shape. */
  private static final class Side {
    private final CharacterSurface surface;
    private final CharacterSurface.Posed shape;
    private final TriMesh restMesh;
    private final Pose pose;
    private final float[] positions;
    private final RunContext context;

    Side(
        SkinnedCharacter character, Optional<? extends DeformerChoice> method, RunContext context) {
      DeformerChoice own = SkinningMethod.of(character);
      surface = CharacterSurface.of(character, method.isPresent() ? method.get() : own);
      shape = surface.newPosed();
      pose = character.restPose();
      this.context = context;
      shape.set(pose, context);
      context.checkCancelled();
      restMesh = shape.mesh();
      positions = new float[3 * surface.vertexCount()];
    }

    float[] positions(Pose posed) {
      shape.set(posed, context);
      shape.copyVertexPositions(positions);
      return positions;
    }
  }

  private record Pairing(Clip reference, Clip candidate) {}

  private List<Pairing> pair() {
    ClipPairs clips = ClipPairs.of(reference, candidate, context.seed());
    List<Pairing> pairs = new ArrayList<>();
    for (int c = 0; c < clips.reference().size(); c++) {
      pairs.add(new Pairing(clips.reference().get(c), clips.candidate().get(c)));
    }
    notes.addAll(clips.notes());
    return pairs;
  }

  private int frameCount(Pairing pairing) {
    return ClipPlayer.frameCount(pairing.reference, framesPerSecond);
  }

  private void compareFrame(Pairing pairing, int frame, ErrorCollector own) {
    double time = frame / framesPerSecond;
    pairing.reference.sample(time, referenceSide.pose);
    pairing.candidate.sample(time, candidateSide.pose);
    compare(
        String.format(Locale.ROOT, "%s %.3f s", pairing.reference.name(), time), List.of(all, own));
  }

  private void compare(String name, List<ErrorCollector> collectors) {
    compare(name, referenceSide.pose, candidateSide.pose, collectors);
  }

  private void compare(
      String name, Pose referencePose, Pose candidatePose, List<ErrorCollector> collectors) {
    comparison.compare(
        referenceSide.positions(referencePose),
        candidateSide.positions(candidatePose),
        distances,
        angles);
    collectors.forEach(collector -> collector.addAll(name, distances, angles));
    poses++;
    for (int v = 0; v < distances.length; v++) {
      squares[v] += distances[v] * distances[v];
    }
  }
}
