package dev.sinew.pipeline;

import dev.sinew.distance.ErrorCollector;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.SurfaceComparison;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.CompareStep.ClipError;
import dev.sinew.run.RunContext;
import dev.sinew.skin.CharacterSurface;
import dev.sinew.skin.SkinningMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds one character against another in pose after pose. Lengths are in units of the reference's
 * longest box side at rest.
 */
final class CharacterComparison {
  private final Side left;
  private final Side right;
  private final SkinnedCharacter reference;
  private final SkinnedCharacter candidate;
  private final SurfaceComparison comparison;
  private final double unit;
  private final ErrorCollector all;
  private final double[] squares;
  private final double[] distances;
  private final double[] angles;
  private int poses;

  /** Compares characters, each with its skinning model; empty for the one it is made for. */
  CharacterComparison(
      SkinnedCharacter reference,
      Optional<SkinningMethod> referenceMethod,
      SkinnedCharacter candidate,
      Optional<SkinningMethod> candidateMethod) {
    this.reference = reference;
    this.candidate = candidate;
    left = new Side(reference, referenceMethod);
    right = new Side(candidate, candidateMethod);
    comparison =
        new SurfaceComparison(
            left.surface.vertexCount(),
            left.restMesh.triangles(),
            right.surface.vertexCount(),
            right.restMesh.triangles());
    unit = left.restMesh.bounds().longestSide();
    all = new ErrorCollector(unit);
    squares = new double[left.surface.vertexCount()];
    distances = new double[squares.length];
    angles = new double[squares.length];
  }

  /** Whether vertex i of one is held against vertex i of the other. */
  boolean isCorresponding() {
    return comparison.isCorresponding();
  }

  /** Compares both as they are before anything was played. */
  void compareRest() {
    compare("rest", List.of(all));
  }

  /** Compares all frames of all clips, and tells of each. */
  List<ClipError> playClips(double framesPerSecond, RunContext context, String phase) {
    List<Pairing> pairings = pair(reference, candidate);
    List<ClipError> clips = new ArrayList<>();
    for (Pairing pairing : pairings) {
      ErrorCollector own = new ErrorCollector(unit);
      play(pairing, framesPerSecond, own);
      clips.add(new ClipError(pairing.reference.name(), own.summary()));
      context.report(phase, clips.size(), pairings.size());
    }
    return clips;
  }

  /** Compares poses that both take, as characters of one skeleton can. */
  void comparePoses(List<Pose> given) {
    for (int i = 0; i < given.size(); i++) {
      compare("pose " + i, given.get(i), given.get(i), List.of(all));
    }
  }

  /** What was found so far. */
  ErrorSummary summary() {
    return all.summary();
  }

  /** How many poses were compared. */
  int poses() {
    return poses;
  }

  /** The reference's vertices. */
  int vertices() {
    return squares.length;
  }

  /** The root mean square error of every reference vertex over the poses, in the file's units. */
  double[] vertexRms() {
    double[] out = new double[squares.length];
    for (int v = 0; v < out.length; v++) {
      out[v] = Math.sqrt(squares[v] / Math.max(1, poses));
    }
    return out;
  }

  /** The reference's vertex of every wedge, part after part. */
  int[] wedgeVertices() {
    return left.restMesh.wedgeVertices();
  }

  /** Where a part of the reference begins among the wedges. */
  int firstWedge(int part) {
    return left.surface.firstWedge(part);
  }

  /** One of the two characters, its pose and its shape in it. */
  private static final class Side {
    private final CharacterSurface surface;
    private final CharacterSurface.Posed shape;
    private final TriMesh restMesh;
    private final Pose pose;
    private final float[] positions;

    Side(SkinnedCharacter character, Optional<SkinningMethod> method) {
      surface =
          CharacterSurface.of(character, method.orElseGet(() -> SkinningMethod.of(character)));
      shape = surface.newPosed();
      pose = character.restPose();
      shape.set(pose);
      restMesh = shape.mesh();
      positions = new float[3 * surface.vertexCount()];
    }

    float[] positions(Pose taken) {
      shape.set(taken);
      shape.copyVertexPositions(positions);
      return positions;
    }
  }

  private record Pairing(Clip reference, Clip candidate) {}

  /** Clips of the same name, or of the same place where names differ but numbers agree. */
  private static List<Pairing> pair(SkinnedCharacter reference, SkinnedCharacter candidate) {
    List<Pairing> pairs = new ArrayList<>();
    for (int c = 0; c < reference.clips().size(); c++) {
      Clip clip = reference.clips().get(c);
      Optional<Clip> same =
          candidate.clips().stream().filter(o -> o.name().equals(clip.name())).findFirst();
      if (same.isEmpty() && candidate.clips().size() == reference.clips().size()) {
        same = Optional.of(candidate.clips().get(c));
      }
      if (same.isEmpty()) {
        throw new IllegalArgumentException("the candidate has no clip '" + clip.name() + "'");
      }
      pairs.add(new Pairing(clip, same.get()));
    }
    return pairs;
  }

  private void play(Pairing pairing, double framesPerSecond, ErrorCollector own) {
    int frames = (int) Math.floor(pairing.reference.duration() * framesPerSecond + 1e-6) + 1;
    for (int f = 0; f < frames; f++) {
      double time = f / framesPerSecond;
      pairing.reference.sample(time, left.pose);
      pairing.candidate.sample(time, right.pose);
      compare(
          String.format(Locale.ROOT, "%s %.3f s", pairing.reference.name(), time),
          List.of(all, own));
    }
  }

  private void compare(String name, List<ErrorCollector> collectors) {
    compare(name, left.pose, right.pose, collectors);
  }

  private void compare(String name, Pose ofLeft, Pose ofRight, List<ErrorCollector> collectors) {
    comparison.compare(left.positions(ofLeft), right.positions(ofRight), distances, angles);
    collectors.forEach(collector -> collector.addAll(name, distances, angles));
    poses++;
    for (int v = 0; v < distances.length; v++) {
      squares[v] += distances[v] * distances[v];
    }
  }
}
