/**
 * The mathematics and the algorithms of Sinew on values in memory: no files, no JSON, no command
 * line.
 */
module dev.sinew.core {
  requires static transitive org.jspecify;
  requires static jdk.incubator.vector;
  requires java.management;
  requires jdk.management;
  requires ejml.core;
  requires ejml.ddense;

  exports dev.sinew.run;
  exports dev.sinew.math;
  exports dev.sinew.model;
  exports dev.sinew.model.human;
  exports dev.sinew.skin;
  exports dev.sinew.skin.surface;
  exports dev.sinew.pose;
  exports dev.sinew.metric;
  exports dev.sinew.bounds;
  exports dev.sinew.distance;
  exports dev.sinew.review;
  exports dev.sinew.inspect;
  exports dev.sinew.subdivide;
  exports dev.sinew.unwrap;
  exports dev.sinew.merge;
  exports dev.sinew.shade;
  exports dev.sinew.influence;
  exports dev.sinew.simplify;
  exports dev.sinew.simplify.collapse;
  exports dev.sinew.rig;
  exports dev.sinew.retarget;
  exports dev.sinew.runtime;
  exports dev.sinew.crowd;
  exports dev.sinew.posespace;
  exports dev.sinew.posespace.interpolate;
  exports dev.sinew.transform;
  exports dev.sinew.fit;
  exports dev.sinew.solve;
  exports dev.sinew.extract;
  exports dev.sinew.extract.field;
  exports dev.sinew.extract.graph;
  exports dev.sinew.draw;
  exports dev.sinew.posespace.dynamic;
  exports dev.sinew.posespace.bake;
  exports dev.sinew.compose;

// Internal: dev.sinew.linalg, dev.sinew.skin.approximation, dev.sinew.skin.kernel,
// dev.sinew.extract.wrap, dev.sinew.fit.system,
// dev.sinew.posespace.inverse, dev.sinew.simplify.layer, dev.sinew.simplify.polish,
// dev.sinew.simplify.price, dev.sinew.simplify.weight, dev.sinew.unwrap.chart,
// dev.sinew.unwrap.flat, dev.sinew.unwrap.pack.
}
