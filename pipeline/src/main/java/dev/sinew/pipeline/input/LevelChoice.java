package dev.sinew.pipeline.input;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The levels of detail of a file that a command uses.
 *
 * @param all whether it uses all levels
 * @param numbers the levels, 0 for the original; empty for the scene of the file as it is
 */
public record LevelChoice(boolean all, List<Integer> numbers) {
  /** The scene as it is: what a viewer shows that knows no levels. */
  public static final LevelChoice SCENE = new LevelChoice(false, List.of());

  /** All levels, from the original. */
  public static final LevelChoice ALL = new LevelChoice(true, List.of());

  /** Copies the list. */
  public LevelChoice {
    numbers = List.copyOf(numbers);
  }

  /**
   * Returns the choice of a text.
   *
   * @param text {@code all}, or numbers separated by commas
   */
  public static LevelChoice parse(String text) {
    if (text.equals("all")) {
      return ALL;
    }
    if (!text.matches("[0-9]{1,6}(,[0-9]{1,6})*")) {
      throw new IllegalArgumentException(
          "level: expected a number, numbers separated by commas, or all, got " + text);
    }
    return new LevelChoice(
        false, Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList());
  }

  /** Returns true if the scene is used as it is. */
  public boolean isScene() {
    return equals(SCENE);
  }

  /** A level with its number. */
  public record Level(int number, SkinnedCharacter character) {}

  /** Returns the levels of a file; for the scene as it is, that alone as level 0. */
  public List<Level> of(Path file, GltfAsset asset) throws IOException {
    if (isScene()) {
      return List.of(new Level(0, asset.character()));
    }
    List<Integer> chosen = all ? IntStream.range(0, asset.levelCount()).boxed().toList() : numbers;
    List<Level> levels = new ArrayList<>();
    for (int number : chosen) {
      levels.add(new Level(number, read(file, asset, number)));
    }
    return levels;
  }

  /** Returns a level of a file; names the file if there is none. */
  public static SkinnedCharacter read(Path file, GltfAsset asset, int number) throws IOException {
    return asset(file, asset, Optional.of(number)).character();
  }

  /** Returns a level of a file, or the scene as it is without a number. */
  public static GltfAsset asset(Path file, GltfAsset asset, Optional<Integer> number)
      throws IOException {
    if (number.isEmpty()) {
      return asset;
    }
    try {
      return asset.level(number.get()).requireSound();
    } catch (RequestException e) {
      throw e.naming("", file);
    }
  }
}
