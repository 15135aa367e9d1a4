package dev.sinew.bounds;

import dev.sinew.bounds.BoundsResult.Bound;
import dev.sinew.bounds.BoundsResult.Entry;
import dev.sinew.bounds.BoundsResult.JointEntry;
import dev.sinew.bounds.BoundsResult.MeshEntry;
import dev.sinew.model.Box;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.JointRanges;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes spheres and boxes that contain a character: while its clips play, for all poses within
 * the joint ranges, and for all rotations of its joints (Merry's thesis, 2007, sections 3.5 and
 * 7.2).
 */
public final class Bounds {
  private static final int PHASES = 4;

  private final SkinnedCharacter character;
  private final CharacterPieces pieces;
  private final List<Support> ranges;
  private final List<Support> anys;
  private final ClipBounds clips;
  private final RunContext context;

  private Bounds(PoseKnowledge knowledge, RunContext context) {
    this.context = context;
    character = knowledge.character();
    pieces = new CharacterPieces(character);
    if (pieces.pieces().isEmpty()) {
      throw new RequestException("no mesh is in the scene");
    }
    var skeleton = character.skeleton();
    ReachBounds played = ReachBounds.of(skeleton, JointRanges.ofClips(skeleton, character.clips()));
    context.report("ranges", 0, PHASES);
    ranges = pieces.supports(ReachBounds.of(skeleton, knowledge.jointRanges()), context);
    context.report("any rotation", 1, PHASES);
    anys =
        pieces.supports(
            ReachBounds.of(
                skeleton,
                JointRanges.anyRotation(skeleton, character.clips(), skinJoints(character))),
            context);
    context.report("clips", 2, PHASES);
    clips = new ClipBounds(pieces, played, context);
  }

  /**
   * Computes bounds; the range of a joint is that of the clips, or of {@link
   * dev.sinew.pose.PlausiblePoses} if no clip moves the character.
   *
   * @throws RequestException if the character has no mesh in its scene or no finite bounds
   */
  public static BoundsResult run(SkinnedCharacter character, RunContext context) {
    return run(PoseKnowledge.orSkeleton(PoseSource.RANGE, character, context.seed()), context);
  }

  /** Computes bounds with the joint ranges of given knowledge. */
  public static BoundsResult run(PoseKnowledge knowledge, RunContext context) {
    return new Bounds(knowledge, context).run(notes(knowledge));
  }

  private BoundsResult run(List<String> notes) {
    List<int[]> sets = new ArrayList<>();
    sets.add(IntStream.range(0, pieces.pieces().size()).toArray());
    int[] parts =
        pieces.pieces().stream().mapToInt(CharacterPieces.Piece::part).distinct().toArray();
    int[] joints =
        pieces.pieces().stream()
            .mapToInt(CharacterPieces.Piece::joint)
            .distinct()
            .sorted()
            .toArray();
    for (int part : parts) {
      sets.add(pieces.ofPart(part));
    }
    for (int joint : joints) {
      sets.add(pieces.ofJoint(joint));
    }
    List<Entry> entries = entries(sets);
    requireFinite(entries.getFirst());
    return new BoundsResult(
        entries.getFirst(),
        IntStream.range(0, parts.length)
            .mapToObj(i -> new MeshEntry(parts[i], entries.get(1 + i)))
            .toList(),
        IntStream.range(0, joints.length)
            .mapToObj(i -> new JointEntry(joints[i], entries.get(1 + parts.length + i)))
            .toList(),
        notes);
  }

  private static List<String> notes(PoseKnowledge knowledge) {
    List<String> notes = new ArrayList<>();
    if (knowledge.character().clips().isEmpty()) {
      notes.add("the model has no clips: 'clips' is its rest pose");
    } else if (knowledge.clips().isEmpty()) {
      notes.add("the clips hardly move");
    }
    switch (knowledge.source()) {
      case SKELETON ->
          notes.add("'range' holds for poses with each joint turned by up to 45 degrees");
      case REST -> {
        if (!knowledge.hasGivenRanges()) {
          notes.add("'range' is the rest pose");
        }
      }
      default -> {}
    }
    return notes;
  }

  private static void requireFinite(Entry whole) {
    for (Bound bound : List.of(whole.clips(), whole.range(), whole.any())) {
      if (!Double.isFinite(bound.sphere().radius())) {
        throw new RequestException("the transforms are out of range: no finite bounds");
      }
    }
  }

  private static BitSet skinJoints(SkinnedCharacter character) {
    BitSet joints = new BitSet();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        joints.set(skin.joint(i));
      }
    }
    return joints;
  }

  /**
   * Computes the bounds of every set, each from three centres: of the clips, the ranges, any
   * rotation.
   */
  private List<Entry> entries(List<int[]> sets) {
    context.report("clips", 3, PHASES);
    List<ClipBounds.Query> queries = new ArrayList<>();
    List<Sphere> spheres = new ArrayList<>();
    List<Box> boxes = new ArrayList<>();
    for (int[] set : sets) {
      double[] c = clips.centre(set);
      Support range = CharacterPieces.union(ranges, set);
      Support any = CharacterPieces.union(anys, set);
      spheres.add(new Sphere(c[0], c[1], c[2], 0));
      spheres.add(range.sphere());
      spheres.add(any.sphere());
      boxes.add(clips.box(set));
      boxes.add(range.box());
      boxes.add(any.box());
      for (Sphere sphere : spheres.subList(spheres.size() - 3, spheres.size())) {
        queries.add(new ClipBounds.Query(set, sphere.x(), sphere.y(), sphere.z()));
      }
    }
    List<ClipBounds.Reach> reaches = clips.reaches(queries);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < queries.size(); i += 3) {
      double played = reaches.get(i).bound();
      entries.add(
          new Entry(
              bound(spheres.get(i).grown(played), boxes.get(i), reaches.get(i)),
              bound(spheres.get(i + 1), boxes.get(i + 1), reaches.get(i + 1)),
              bound(spheres.get(i + 2), boxes.get(i + 2), reaches.get(i + 2))));
    }
    context.report("clips", PHASES, PHASES);
    return entries;
  }

  private static Bound bound(Sphere sphere, Box box, ClipBounds.Reach reach) {
    double reached = reach.reached();
    return new Bound(sphere, box, reached > 0 ? sphere.radius() / reached : 1);
  }
}
