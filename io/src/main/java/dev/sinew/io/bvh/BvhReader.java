package dev.sinew.io.bvh;

import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.text.TextCursor;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads BVH files: any number of roots, channels in any order, keywords in either case, one frame
 * per line.
 *
 * <p>A joint's rotation channels compose in the order the file lists them: {@code Zrotation
 * Xrotation Yrotation} means Rz Rx Ry applied to a column. A position channel replaces that
 * coordinate of the joint's OFFSET, as files with position channels on every joint expect. Lengths
 * are in the units of the file.
 */
public final class BvhReader {
  /** The suffix of the joint name of an End Site, after the name of its parent. */
  public static final String END_SUFFIX = " end";

  private static final List<String> CHANNEL_NAMES =
      List.of("Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation");

  /** The index of the first rotation channel, and the number of axes. */
  private static final int FIRST_ROTATION = 3;

  private final TextCursor in;
  private final List<Joint> joints = new ArrayList<>();
  private int columnCount;

  private BvhReader(TextCursor in) {
    this.in = in;
  }

  /** Reads a file; the clip is named after the file, without its extension. */
  public static BvhMotion read(Path file) throws IOException {
    return new BvhReader(TextCursor.open(file)).read(Format.stemOf(file));
  }

  /**
   * Reads a file's bytes.
   *
   * @param source the file name in messages
   * @param text not modified
   * @param clipName the name of the clip
   */
  public static BvhMotion read(String source, byte[] text, String clipName)
      throws MalformedAssetException {
    return new BvhReader(new TextCursor(source, text)).read(clipName);
  }

  private BvhMotion read(String clipName) throws MalformedAssetException {
    expect("HIERARCHY");
    readJoints();
    int frameCount = readFrameCount();
    double frameSeconds = readFrameTime(frameCount);
    readFrames(frameCount);
    return new BvhMotion(
        skeleton(), clip(clipName, frameCount, frameSeconds), frameCount, frameSeconds);
  }

  /** Reads the hierarchy up to MOTION, without recursion, so that deep nesting is safe. */
  private void readJoints() throws MalformedAssetException {
    Joint open = null;
    while (true) {
      in.skipToWord();
      if (open == null) {
        if (in.acceptAnyCase("ROOT")) {
          open = openJoint(null);
        } else if (!joints.isEmpty() && in.acceptAnyCase("MOTION")) {
          return;
        } else {
          throw in.expected(joints.isEmpty() ? "ROOT" : "ROOT or MOTION");
        }
      } else if (in.acceptAnyCase("OFFSET")) {
        readOffset(open);
      } else if (in.accept("}")) {
        if (open.offset == null) {
          throw in.malformed("the joint '" + open.name + "' ends without an OFFSET");
        }
        open = open.parent;
      } else if (!open.isEnd && in.acceptAnyCase("CHANNELS")) {
        readChannels(open);
      } else if (!open.isEnd && in.acceptAnyCase("JOINT")) {
        open = openJoint(open);
      } else if (!open.isEnd && in.acceptAnyCase("END")) {
        expect("SITE");
        expect("{");
        open = add(open.name + END_SUFFIX, open, true);
      } else {
        throw in.expected(open.isEnd ? "OFFSET or }" : "OFFSET, CHANNELS, JOINT, End Site or }");
      }
    }
  }

  /** Reads a name, which may contain spaces, and the brace on the same or the next line. */
  private Joint openJoint(@Nullable Joint parent) throws MalformedAssetException {
    String name = in.restOfLine();
    if (name.endsWith("{")) {
      name = name.substring(0, name.length() - 1).strip();
    } else {
      expect("{");
    }
    if (name.isEmpty()) {
      throw in.malformed("a joint has no name");
    }
    return add(name, parent, false);
  }

  private Joint add(String name, @Nullable Joint parent, boolean isEnd) {
    Joint joint = new Joint(joints.size(), name, parent, isEnd);
    joints.add(joint);
    return joint;
  }

  private void readOffset(Joint joint) throws MalformedAssetException {
    if (joint.offset != null) {
      throw in.malformed("the joint '" + joint.name + "' has a second OFFSET");
    }
    double[] offset = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      in.skipBlanks();
      offset[axis] = in.number();
    }
    joint.offset = offset;
  }

  private void readChannels(Joint joint) throws MalformedAssetException {
    if (joint.channels.length > 0) {
      throw in.malformed("the joint '" + joint.name + "' has a second list of CHANNELS");
    }
    in.skipBlanks();
    int count = readCount("channels");
    // A channel needs a blank and nine letters: reject an impossible count before allocating.
    if (10L * count > in.remaining()) {
      throw in.malformed(count + " channels do not fit in the rest of the file");
    }
    int[] channels = new int[count];
    for (int c = 0; c < count; c++) {
      in.skipBlanks();
      channels[c] = readChannel();
      if (channels[c] < FIRST_ROTATION) {
        if (joint.hasPosition[channels[c]]) {
          throw in.malformed(
              "the joint '" + joint.name + "' has " + CHANNEL_NAMES.get(channels[c]) + " twice");
        }
        joint.hasPosition[channels[c]] = true;
      }
    }
    joint.channels = channels;
    columnCount += count;
  }

  private int readChannel() throws MalformedAssetException {
    for (int c = 0; c < CHANNEL_NAMES.size(); c++) {
      if (in.acceptAnyCase(CHANNEL_NAMES.get(c))) {
        return c;
      }
    }
    throw in.expected("a channel such as Xposition or Zrotation");
  }

  private int readFrameCount() throws MalformedAssetException {
    expect("FRAMES:");
    in.skipBlanks();
    return readCount("frames");
  }

  private int readCount(String what) throws MalformedAssetException {
    int count = in.integer();
    if (count < 0 || !in.atWordEnd()) {
      throw in.malformed("the number of " + what + ": expected an integer of at least 0");
    }
    return count;
  }

  private double readFrameTime(int frameCount) throws MalformedAssetException {
    expect("FRAME");
    expect("TIME:");
    in.skipBlanks();
    double seconds = in.number();
    boolean increases = frameCount <= 1 || seconds > 0;
    if (seconds < 0 || !increases || !Double.isFinite(seconds * frameCount)) {
      throw in.malformed("Frame Time: expected seconds, more than 0, got " + seconds);
    }
    return seconds;
  }

  private void readFrames(int frameCount) throws MalformedAssetException {
    long numbers = (long) frameCount * columnCount;
    // A number needs a digit and a separator.
    boolean tooMany = columnCount > 0 && frameCount > Integer.MAX_VALUE / Quaternion.SIZE;
    if (tooMany || numbers > (in.remaining() + 1L) / 2) {
      throw in.malformed(
          frameCount
              + " frames of "
              + columnCount
              + " numbers do not fit in the "
              + in.remaining()
              + " bytes that follow");
    }
    for (Joint joint : joints) {
      joint.allocateKeys(frameCount);
    }
    for (int frame = 0; columnCount > 0 && frame < frameCount; frame++) {
      in.skipToWord();
      for (Joint joint : joints) {
        readKey(joint, frame);
      }
      if (in.skipBlanks()) {
        throw in.expected(
            "the line of frame " + frame + " to end after " + columnCount + " numbers");
      }
    }
    if (in.skipToWord()) {
      throw in.expected("the file to end after " + frameCount + " frames");
    }
  }

  private void readKey(Joint joint, int frame) throws MalformedAssetException {
    double[] rotation = new double[Quaternion.SIZE];
    for (int channel : joint.channels) {
      in.skipBlanks();
      double value = in.number();
      int axis = channel % FIRST_ROTATION;
      if (channel < FIRST_ROTATION) {
        joint.translations[3 * frame + axis] = value;
      } else {
        double radians = Math.toRadians(value);
        Quaternion.fromAxisAngle(
            axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0, radians, rotation, 0);
        double[] keys = joint.rotations;
        int at = Quaternion.SIZE * frame;
        Quaternion.multiply(keys, at, rotation, 0, keys, at);
      }
    }
  }

  private Skeleton skeleton() {
    Skeleton.Builder skeleton = Skeleton.builder();
    for (Joint joint : joints) {
      double[] offset = joint.offsetOrZero();
      int parent = joint.parent == null ? Skeleton.NO_PARENT : joint.parent.index;
      skeleton.add(joint.name, parent, offset[0], offset[1], offset[2]);
    }
    return skeleton.build();
  }

  private Clip clip(String name, int frameCount, double frameSeconds) {
    List<Clip.Track> tracks = new ArrayList<>();
    if (columnCount > 0 && frameCount > 0) {
      double[] times = new double[frameCount];
      for (int k = 0; k < frameCount; k++) {
        times[k] = k * frameSeconds;
      }
      for (Joint joint : joints) {
        addTrack(tracks, joint, Clip.Property.TRANSLATION, times, joint.translations);
        addTrack(tracks, joint, Clip.Property.ROTATION, times, joint.rotations);
      }
    }
    return new Clip(name, tracks);
  }

  private static void addTrack(
      List<Clip.Track> tracks, Joint joint, Clip.Property property, double[] times, double[] keys) {
    if (keys.length > 0) {
      tracks.add(new Clip.Track(joint.index, property, Clip.Interpolation.LINEAR, times, keys));
    }
  }

  private void expect(String word) throws MalformedAssetException {
    in.skipToWord();
    if (!in.acceptAnyCase(word)) {
      throw in.expected(word.toUpperCase(Locale.ROOT));
    }
  }

  /** A joint that is being read. */
  private static final class Joint {
    final int index;
    final String name;
    final @Nullable Joint parent;
    final boolean isEnd;
    double @Nullable [] offset;

    /** Indices in CHANNEL_NAMES, in the order of the motion's columns. */
    int[] channels = {};

    final boolean[] hasPosition = new boolean[3];

    /** x, y, z per frame; empty if there are no position channels. */
    double[] translations = {};

    /** A quaternion per frame; empty if there are no rotation channels. */
    double[] rotations = {};

    Joint(int index, String name, @Nullable Joint parent, boolean isEnd) {
      this.index = index;
      this.name = name;
      this.parent = parent;
      this.isEnd = isEnd;
    }

    double[] offsetOrZero() {
      return offset == null ? new double[3] : offset;
    }

    /** Allocates keys in the rest pose, which the channels then overwrite or rotate. */
    void allocateKeys(int frameCount) {
      boolean moves = hasPosition[0] || hasPosition[1] || hasPosition[2];
      boolean turns = false;
      for (int channel : channels) {
        turns |= channel >= FIRST_ROTATION;
      }
      translations = new double[moves ? 3 * frameCount : 0];
      rotations = new double[turns ? Quaternion.SIZE * frameCount : 0];
      double[] rest = offsetOrZero();
      for (int k = 0; k < frameCount && (moves || turns); k++) {
        if (moves) {
          System.arraycopy(rest, 0, translations, 3 * k, 3);
        }
        if (turns) {
          Quaternion.identity(rotations, Quaternion.SIZE * k);
        }
      }
    }
  }
}
