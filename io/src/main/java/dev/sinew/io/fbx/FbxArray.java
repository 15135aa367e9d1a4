package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;

/** An array of numbers of a file, decoded when it is used. */
@FunctionalInterface
interface FbxArray {
  /** Decodes the numbers. */
  double[] values() throws MalformedAssetException;
}
