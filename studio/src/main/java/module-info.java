/** The studio: a local web page that shows characters and runs the commands on them. */
module dev.sinew.studio {
  requires transitive dev.sinew.pipeline;
  requires dev.sinew.samples;
  requires com.google.gson;
  requires jdk.httpserver;
  requires static transitive org.jspecify;

  // Answers are records that become JSON.
  opens dev.sinew.studio.model to
      com.google.gson;
  opens dev.sinew.studio.job to
      com.google.gson;
}
