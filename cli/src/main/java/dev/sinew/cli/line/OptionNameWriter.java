package dev.sinew.cli.line;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces the names of Java options and jobs in messages by those of the command line. Messages of
 * the library name components of its records, such as {@code FilePolicy.allowOutside}.
 */
public final class OptionNameWriter extends FilterWriter {
  /** The spelling of each option and job that a message names. */
  static final Map<String, String> SPELLINGS =
      Map.ofEntries(
          Map.entry("DatabaseTransfer.run", "'posespace transfer'"),
          Map.entry("FilePolicy.allowOutside", "--allow-outside"),
          Map.entry("FilePolicy.replaceInputs", "--force"),
          Map.entry("LimitOptions.model", "--model"),
          Map.entry("MergeOptions.keep", "--keep"),
          Map.entry("PoseStep.run", "'pose'"),
          Map.entry("PoseSpaceTrainStep.Options.framesPerSecond", "--fps"),
          Map.entry("PoseSpaceTrainStep.Options.reference", "--reference"),
          Map.entry("PoseSpaceTransferStep.Options.level", "'posespace transfer --level'"),
          Map.entry("RenderStep.Options.levels", "--level"),
          Map.entry("SimplifyOptions.Emphasis.preferBones", "--prefer-bones"),
          Map.entry("SimplifyOptions.Goals.namedRatios", "--ratio"),
          Map.entry("SimplifyOptions.Seams.strict", "--strict-seams"),
          Map.entry("UnwrapOptions.replace", "--replace"));

  private static final Pattern NAME = Pattern.compile("\\b(?:[A-Z]\\w*+\\.)++[a-z]\\w*+");

  public OptionNameWriter(Writer out) {
    super(out);
  }

  /** Returns a text with the options of the command line. */
  public static String spelled(String text) {
    return NAME.matcher(text)
        .replaceAll(
            name -> Matcher.quoteReplacement(SPELLINGS.getOrDefault(name.group(), name.group())));
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    out.write(spelled(new String(text, offset, length)));
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    out.write(spelled(text.substring(offset, offset + length)));
  }
}
