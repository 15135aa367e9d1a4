/** The demo: all of Sinew on a built-in character, with a page of the results. */
module dev.sinew.demo {
  requires transitive dev.sinew.pipeline;
  requires dev.sinew.samples;
  requires static transitive org.jspecify;

  // Its report is a record that becomes JSON.
  opens dev.sinew.demo to
      com.google.gson;
}
