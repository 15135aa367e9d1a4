package dev.sinew;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.Comparison;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Picture;
import dev.sinew.draw.Scene;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.inspect.CharacterFindings;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.merge.Merge;
import dev.sinew.merge.MergeOptions;
import dev.sinew.merge.MergeResult;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.TrainResult;
import dev.sinew.posespace.bake.MorphBake;
import dev.sinew.posespace.bake.MorphBakeOptions;
import dev.sinew.posespace.bake.MorphBakeResult;
import dev.sinew.retarget.Motion;
import dev.sinew.retarget.Retarget;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.retarget.RetargetResult;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.ClipPlayer;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import dev.sinew.subdivide.Subdivide;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import dev.sinew.transform.TransformResult;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A character and the file it came from. Immutable: every verb makes a new model. Whatever a verb
 * does not concern, such as materials, cameras and extensions, is kept in the file that is written.
 */
public final class Model {
  private final @Nullable GltfAsset source;
  private final SkinnedCharacter character;
  private final RunContext context;

  /** Whether the file that is written loses the nodes of joints that went. */
  private final boolean prunes;

  Model(@Nullable GltfAsset source, SkinnedCharacter character, RunContext context) {
    this(source, character, false, context);
  }

  private Model(
      @Nullable GltfAsset source, SkinnedCharacter character, boolean prunes, RunContext context) {
    this.source = source;
    this.character = character;
    this.prunes = prunes;
    this.context = context;
  }

  /** Returns the character, for the verbs of core. */
  public SkinnedCharacter character() {
    return character;
  }

  /** Returns what is wrong with the file that the model came from, and what was repaired. */
  public List<Issue> issues() {
    return source == null ? List.of() : source.issues();
  }

  /**
   * Returns this model with a changed character: any result of the verbs of core on {@link
   * #character}. {@link #write} refuses what the file cannot express, such as another skeleton.
   */
  public Model with(SkinnedCharacter changed) {
    return new Model(source, changed, prunes, context);
  }

  // ---- verbs that make a model -----------------------------------------------------------------

  /**
   * Makes a level of detail with a fraction of the triangles that holds in all clips. Its errors
   * are not measured: {@link #simplify(SimplifyOptions)} does, as its options ask.
   */
  public Made<SimplifyResult> simplify(double ratio) {
    return simplify(SimplifyOptions.DEFAULTS.withRatios(ratio).withMeasuring(Measuring.NONE));
  }

  /** Makes levels of detail; the model is the first, the result has all. */
  public Made<SimplifyResult> simplify(SimplifyOptions options) {
    boolean fewerJoints = !options.skin().joints().max().isEmpty();
    SimplifyOptions asked =
        fewerJoints && source != null
            ? options.withJoints(options.skin().joints().withUsed(source.referencedJoints()))
            : options;
    SimplifyResult result = Simplify.run(character, asked, context);
    SkinnedCharacter first = result.levels().getFirst().character();
    return new Made<>(new Model(source, first, prunes || fewerJoints, context), result);
  }

  /** Makes a character with at most some influences per vertex, with the least error for it. */
  public Made<LimitResult> limit(int maxInfluences) {
    return limit(LimitOptions.DEFAULTS.withMaxInfluences(maxInfluences));
  }

  /** Makes a character with fewer influences per vertex, and helper joints if options ask. */
  public Made<LimitResult> limit(LimitOptions options) {
    LimitResult result = Limit.run(character, options, context);
    return made(result.character(), result);
  }

  /** Makes an atlas with the least stretch over all poses. */
  public Made<UnwrapResult> unwrap() {
    return unwrap(UnwrapOptions.DEFAULTS);
  }

  /** Makes an atlas. */
  public Made<UnwrapResult> unwrap(UnwrapOptions options) {
    UnwrapResult result = Unwrap.run(character, options, context);
    return made(result.character(), result);
  }

  /** Bakes the normal map of a full model, as {@link #bake(Model, Map, BakeOptions)}. */
  public Made<BakeResult> bake(Model detail, Map<Integer, Integer> sets) {
    return bake(detail, sets, BakeOptions.DEFAULTS);
  }

  /**
   * Bakes maps of a full model.
   *
   * @param detail the full model, in the same rest pose
   * @param sets the set of texture coordinates of every mesh, such as {@link UnwrapResult#sets}
   */
  public Made<BakeResult> bake(Model detail, Map<Integer, Integer> sets, BakeOptions options) {
    BakeResult result = Bake.run(detail.character, character, sets, options, context);
    return made(result.character(), result);
  }

  /** Makes one mesh of all meshes, with as few materials as their shaders allow. */
  public Made<MergeResult> merge() {
    return merge(MergeOptions.DEFAULTS);
  }

  /** Makes one mesh of all meshes but those that options keep. */
  public Made<MergeResult> merge(MergeOptions options) {
    MergeResult result = Merge.run(character, options, context);
    return made(result.character(), result);
  }

  /** Refines the surface once, in animation space. */
  public Made<Subdivide.Result> subdivide(SubdivisionScheme scheme) {
    return subdivide(scheme, SubdivisionOptions.DEFAULTS);
  }

  /** Refines the surface in animation space. */
  public Made<Subdivide.Result> subdivide(SubdivisionScheme scheme, SubdivisionOptions options) {
    Subdivide.Result result = Subdivide.run(character, scheme, options, context);
    return made(result.character(), result);
  }

  /** Moves, turns or scales the model, or gives it another rest pose. */
  public Made<TransformResult> transform(TransformOptions options) {
    TransformResult result = Transform.run(character, options, context);
    return made(result.character(), result);
  }

  /** Brings a motion of another character or capture to the model, as its last clip. */
  public Made<RetargetResult> retarget(Motion motion) {
    return retarget(motion, RetargetOptions.DEFAULTS);
  }

  /** Brings a motion of another character or capture to the model, as its last clip. */
  public Made<RetargetResult> retarget(Motion motion, RetargetOptions options) {
    RetargetResult result = Retarget.run(motion, character, options, context);
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.add(result.clip());
    return made(character.withClips(clips), result);
  }

  /** Finds the poses in which the model has given shapes, and adds them as a clip. */
  public Made<SolveResult> solve(MeshSequence shapes) {
    return solve(shapes, SolveOptions.DEFAULTS);
  }

  /** Finds the poses in which the model has given shapes, and adds them as a clip. */
  public Made<SolveResult> solve(MeshSequence shapes, SolveOptions options) {
    SolveResult result = Solve.run(character, shapes, options, context);
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.add(result.clip());
    return made(character.withClips(clips), result);
  }

  /**
   * Turns the difference of another deformer from the linear blend in all clips into morph targets,
   * which any engine plays.
   *
   * @param corrected correctives, or another skinning model
   */
  public Made<MorphBakeResult> bakeTargets(DeformerChoice corrected) {
    List<Integer> all = IntStream.range(0, character.clips().size()).boxed().toList();
    return bakeTargets(seconds -> corrected, all, MorphBakeOptions.DEFAULTS);
  }

  /**
   * Turns the difference of another deformer from the linear blend into morph targets.
   *
   * @param corrected returns it for frames at a distance in seconds; see {@link MorphBake#run}
   * @param clips the indices of the clips to bake
   */
  public Made<MorphBakeResult> bakeTargets(
      DoubleFunction<DeformerChoice> corrected, List<Integer> clips, MorphBakeOptions options) {
    MorphBakeResult result = MorphBake.run(character, corrected, clips, options, context);
    return made(result.character(), result);
  }

  private <R> Made<R> made(SkinnedCharacter changed, R result) {
    return new Made<>(with(changed), result);
  }

  // ---- verbs that look and measure -------------------------------------------------------------

  /** Returns spheres and boxes that the model never leaves. */
  public BoundsResult bounds() {
    return Bounds.run(character, context);
  }

  /** Trains correctives of the skin on example shapes. */
  public TrainResult train(PoseExamples examples, TrainOptions options) {
    return PoseSpaceTraining.run(character, examples, options, context);
  }

  /** Measures the distance of another model from this one over all clips. */
  public Comparison compare(Model candidate) {
    return compare(candidate, CompareOptions.DEFAULTS);
  }

  /** Measures the distance of another model from this one. */
  public Comparison compare(Model candidate, CompareOptions options) {
    return CharacterComparison.run(character, candidate.character, options, context);
  }

  /** Returns what the model consists of. */
  public CharacterFindings inspect() {
    return CharacterFindings.of(character);
  }

  /**
   * Returns the surface in a pose.
   *
   * @param clip the name or index of a clip
   * @param seconds the time in the clip
   * @throws RequestException if there is no such clip
   */
  public TriMesh pose(String clip, double seconds) {
    return pose(clip, seconds, SkinningMethod.of(character));
  }

  /** Returns the surface in a pose as a skinning model or correctives deform it. */
  public TriMesh pose(String clip, double seconds, DeformerChoice method) {
    return posed(CharacterSurface.of(character, method), clip, seconds).mesh();
  }

  /** Returns a player of the frames of a clip. */
  public ClipPlayer player(String clip, double framesPerSecond) {
    return player(clip, framesPerSecond, SkinningMethod.of(character));
  }

  /** Returns a player of the frames of a clip as a skinning model or correctives deform them. */
  public ClipPlayer player(String clip, double framesPerSecond, DeformerChoice method) {
    return new ClipPlayer(character, character.clip(clip), method, framesPerSecond);
  }

  /** Draws the model in a pose, with its materials. */
  public Picture render(String clip, double seconds, DrawOptions options) {
    CharacterSurface surface = CharacterSurface.of(character);
    Scene scene = Scene.of(CharacterItem.withMaterials(surface, posed(surface, clip, seconds)));
    return Painter.paint(scene, options, context);
  }

  private CharacterSurface.Posed posed(CharacterSurface surface, String clip, double seconds) {
    Pose pose = character.restPose();
    character.clip(clip).sample(seconds, pose);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    return posed;
  }

  // ---- files -----------------------------------------------------------------------------------

  /**
   * Writes a .glb or .gltf file; it appears whole or not at all.
   *
   * @return what was dropped from the file that the model came from, and what happened to stored
   *     bounds
   * @throws RequestException if the file cannot express what verbs changed
   */
  public List<Issue> write(Path file) throws IOException {
    List<Issue> remarks = new ArrayList<>();
    document(file, remarks).write(file);
    return List.copyOf(remarks);
  }

  private GltfDocument document(Path file, List<Issue> remarks) throws IOException {
    if (source == null) {
      return CharacterWriter.toDocument(Format.stemOf(file), character);
    }
    return prunes
        ? source.withFewerJoints(character, remarks::add, context)
        : source.with(character, remarks::add, context);
  }
}
