/** The built-in characters of Sinew, made by formula. */
module dev.sinew.samples {
  requires transitive dev.sinew.core;
  requires static transitive org.jspecify;

  exports dev.sinew.sample;
}
