package dev.sinew.pipeline;

import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.skin.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A character and the file it came from. Immutable: every change is a new model. Whatever a change
 * does not concern, such as materials, cameras and extensions, is kept in the file that is written.
 */
public final class Model {
  private final @Nullable GltfAsset source;
  private final SkinnedCharacter character;
  private final SimplifyResult.@Nullable Level level;
  private final RunContext context;

  Model(@Nullable GltfAsset source, SkinnedCharacter character, RunContext context) {
    this(source, character, null, context);
  }

  private Model(
      @Nullable GltfAsset source,
      SkinnedCharacter character,
      SimplifyResult.@Nullable Level level,
      RunContext context) {
    this.source = source;
    this.character = character;
    this.level = level;
    this.context = context;
  }

  /** Returns the character, for the verbs of core. */
  public SkinnedCharacter character() {
    return character;
  }

  /**
   * Returns this model with a changed character: any result of the verbs of core on {@link
   * #character}. {@link #write} refuses what the file cannot express, such as another skeleton.
   */
  public Model with(SkinnedCharacter changed) {
    return new Model(source, changed, context);
  }

  /**
   * Returns the surface in a pose.
   *
   * @param clip the name or index of a clip
   * @param seconds the time in the clip
   * @throws RequestException if there is no such clip
   */
  public TriMesh pose(String clip, double seconds) {
    Pose pose = character.restPose();
    character.clip(clip).sample(seconds, pose);
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(pose);
    return posed.mesh();
  }

  /** Returns a level of detail with a fraction of the triangles that holds in all clips. */
  public Model simplify(double ratio) {
    return simplify(SimplifyOptions.DEFAULTS.withRatios(ratio));
  }

  /** Returns the first level of detail that options ask for. */
  public Model simplify(SimplifyOptions options) {
    SimplifyResult.Level made = Simplify.run(character, options, context).levels().getFirst();
    return new Model(source, made.character(), made, context);
  }

  /**
   * Returns the figures of the level that {@link #simplify} made: its size, its measured errors and
   * how it looks; empty if this model is the result of something else.
   */
  public Optional<SimplifyResult.Level> level() {
    return Optional.ofNullable(level);
  }

  /** Returns the model with at most some influences per vertex, and the least error for it. */
  public Model limit(int maxInfluences) {
    LimitOptions options = LimitOptions.DEFAULTS.withMaxInfluences(maxInfluences);
    return with(Limit.run(character, options, context).character());
  }

  /** Writes a .glb or .gltf file; it appears whole or not at all. */
  public void write(Path file) throws IOException {
    document(Format.stemOf(file)).write(file);
  }

  private GltfDocument document(String name) throws IOException {
    return source == null
        ? CharacterWriter.toDocument(name, character)
        : source.with(character, remark -> {}, context);
  }
}
