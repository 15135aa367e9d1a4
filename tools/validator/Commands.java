import dev.sinew.cli.Main;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Runs commands of Sinew one after another in one process. Reads a command per line, its arguments
 * separated by tabs; prints a line with its exit status and its standard error in Base64.
 */
final class Commands {
  private Commands() {}

  public static void main(String[] unused) throws IOException {
    System.setProperty("java.awt.headless", "true");
    PrintStream answers = System.out;
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    System.setOut(nowhere);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      ByteArrayOutputStream errors = new ByteArrayOutputStream();
      PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
      System.setErr(err);
      int status = Main.run(nowhere, err, line.split("\t"));
      answers.println(status + " " + Base64.getEncoder().encodeToString(errors.toByteArray()));
      answers.flush();
    }
  }
}
