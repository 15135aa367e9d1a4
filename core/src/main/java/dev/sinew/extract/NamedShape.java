package dev.sinew.extract;

import dev.sinew.model.TriMesh;

/**
 * A shape of a character.
 *
 * @param name its name in messages and clips
 * @param mesh its surface; shapes may have different triangles
 */
public record NamedShape(String name, TriMesh mesh) {}
