package dev.sinew.io.gltf;

/**
 * The bytes of a model and what they are for. The parts add up to the whole, unless some bytes are
 * used twice.
 *
 * @param bytes the file and the files of buffers and images that it refers to
 * @param geometry positions and other attributes of vertices, indices, morph targets
 * @param skin joints, weights, animation coordinates, inverse bind matrices
 * @param animation keys of clips
 * @param images textures
 * @param json the text that describes the rest
 * @param other everything else: headers, padding, data of unknown use
 */
public record FileSize(
    long bytes, long geometry, long skin, long animation, long images, long json, long other) {

  /** Returns the size of a file of which only the size is known. */
  public static FileSize of(long bytes) {
    return new FileSize(bytes, 0, 0, 0, 0, 0, bytes);
  }
}
