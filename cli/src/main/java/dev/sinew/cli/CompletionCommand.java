package dev.sinew.cli;

import dev.sinew.cli.line.CompletionScripts;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = {
      "Prints a script that completes commands, options and their values in a shell.",
      "bash: eval \"$(sinew completion bash)\" in ~/.bashrc. zsh: the same with zsh in ~/.zshrc,"
          + " after compinit. fish: sinew completion fish > ~/.config/fish/completions/sinew.fish."
    },
    footer = {"", "Example:", "  sinew completion bash > sinew-completion"})
final class CompletionCommand extends LineCommand implements Runnable {
  /** The shells. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "SHELL", description = "The shell: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.BASH;

  @Override
  public void run() {
    CompletionScripts scripts = new CompletionScripts(spec.commandLine().getParent());
    spec.commandLine()
        .getOut()
        .print(
            switch (shell) {
              case BASH -> scripts.bash();
              case ZSH -> scripts.zsh();
              case FISH -> scripts.fish();
            });
    spec.commandLine().getOut().flush();
  }
}
