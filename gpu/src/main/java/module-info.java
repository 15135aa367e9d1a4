/** Crowds on a CUDA device, by the driver that is installed: no native code of Sinew's own. */
module dev.sinew.gpu {
  requires transitive dev.sinew.core;
  requires static transitive org.jspecify;

  exports dev.sinew.gpu;
}
