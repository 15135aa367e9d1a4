/** Reads FBX, binary and text, as glTF documents in memory: {@link dev.sinew.io.fbx.FbxReader}. */
@NullMarked
package dev.sinew.io.fbx;

import org.jspecify.annotations.NullMarked;
