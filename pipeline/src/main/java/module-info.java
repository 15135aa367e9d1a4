/**
 * The front door of the library, and the steps of Sinew: read files, call a verb of core, write
 * files, report.
 */
// Some packages are exported to modules above, which are compiled later.
@SuppressWarnings("module")
module dev.sinew.pipeline {
  requires transitive dev.sinew.core;
  requires transitive dev.sinew.io;
  requires dev.sinew.samples;
  requires com.google.gson;
  requires static transitive org.jspecify;

  exports dev.sinew;
  exports dev.sinew.pipeline to
      dev.sinew.demo,
      dev.sinew.studio;
  exports dev.sinew.pipeline.input to
      dev.sinew.demo,
      dev.sinew.studio;
  exports dev.sinew.pipeline.picture to
      dev.sinew.demo,
      dev.sinew.studio;
  exports dev.sinew.pipeline.posespace to
      dev.sinew.demo,
      dev.sinew.studio;
  exports dev.sinew.pipeline.report to
      dev.sinew.demo,
      dev.sinew.studio;

  // Reports are records that become JSON.
  opens dev.sinew.pipeline to
      com.google.gson;
  opens dev.sinew.pipeline.posespace to
      com.google.gson;
}
