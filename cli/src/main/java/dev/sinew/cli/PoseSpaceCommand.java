package dev.sinew.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "posespace",
    description =
        "Trains, plays, bakes and transfers pose-space correctives over any skinning model.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      PoseSpaceTrainCommand.class,
      PoseSpaceApplyCommand.class,
      PoseSpaceBakeCommand.class,
      PoseSpaceTransferCommand.class
    },
    footer = {
      "",
      "Example:",
      "  sinew posespace train arm.glb --examples examples -o arm.psdb",
      "  sinew posespace apply arm.glb arm.psdb --clip examples -o corrected.pc2",
      "  sinew posespace bake arm.glb arm.psdb --clip flex -o baked.glb",
      "",
      "Run 'sinew posespace COMMAND --help' for the options of each."
    })
final class PoseSpaceCommand extends LineCommand implements Runnable {
  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "expected train, apply, bake or transfer");
  }
}
