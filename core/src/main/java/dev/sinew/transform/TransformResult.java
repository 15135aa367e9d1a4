package dev.sinew.transform;

import dev.sinew.model.Box;
import dev.sinew.model.SkinnedCharacter;

/**
 * A transformed character.
 *
 * @param character the character
 * @param turnedMeshes the number of meshes whose vertices are turned and translated, not only their
 *     joints
 * @param before the box of the rest pose before
 * @param after the box of the rest pose after
 */
public record TransformResult(
    SkinnedCharacter character, int turnedMeshes, Box before, Box after) {}
