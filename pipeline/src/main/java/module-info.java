/**
 * The front door of the library, and the steps of Sinew: read files, call a verb of core, write
 * files, report.
 */
module dev.sinew.pipeline {
  requires transitive dev.sinew.core;
  requires transitive dev.sinew.io;
  requires dev.sinew.samples;
  requires com.google.gson;
  requires static transitive org.jspecify;

  exports dev.sinew;
  exports dev.sinew.pipeline;
  exports dev.sinew.pipeline.input;
  exports dev.sinew.pipeline.picture;
  exports dev.sinew.pipeline.posespace;
  exports dev.sinew.pipeline.report;

  // Reports are records that become JSON.
  opens dev.sinew.pipeline to
      com.google.gson;
  opens dev.sinew.pipeline.posespace to
      com.google.gson;
}
