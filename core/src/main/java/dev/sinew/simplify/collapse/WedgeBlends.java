package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * How wedges are merged when an edge collapses. Two wedges, one at each end, are linked if a
 * triangle on the edge has both: they are merged. A wedge without a link is kept. If another wedge
 * of its chart is linked, it takes part in the merging of what the chart shares.
 */
public final class WedgeBlends {
  private static final int NONE = CollapseView.NONE;

  private int[] linkFrom = new int[4];
  private int[] linkInto = new int[4];
  private int links;

  private int[] wedge = new int[8];
  private int[] partner = new int[8];
  private int[] chartPartner = new int[8];
  private int count;
  private int carriedFrom;

  /** Removes all links and wedges. */
  void clear() {
    links = 0;
    count = 0;
    carriedFrom = -1;
  }

  /** Links the wedges that a triangle on the edge has at its ends. */
  void link(int from, int into) {
    if (links == linkFrom.length) {
      linkFrom = Arrays.copyOf(linkFrom, 2 * links);
      linkInto = Arrays.copyOf(linkInto, 2 * links);
    }
    linkFrom[links] = from;
    linkInto[links++] = into;
  }

  /** Returns the wedge at the kept end that a wedge at the removed end is merged into. */
  int linkOf(int from) {
    for (int i = 0; i < links; i++) {
      if (linkFrom[i] == from) {
        return linkInto[i];
      }
    }
    return NONE;
  }

  /** Adds a wedge in use at the kept end, unless it is listed. */
  void keep(int into, int[] chart) {
    if (isListed(into)) {
      return;
    }
    int linked = NONE;
    int charted = NONE;
    for (int i = links - 1; i >= 0; i--) {
      linked = linkInto[i] == into ? linkFrom[i] : linked;
      charted = chart[linkInto[i]] == chart[into] ? linkFrom[i] : charted;
    }
    add(into, linked, charted);
  }

  /** Adds a wedge without a link at the removed end, unless it is listed. Call after all keeps. */
  void carry(int from, int[] chart) {
    carriedFrom = carriedFrom < 0 ? count : carriedFrom;
    if (isListed(from)) {
      return;
    }
    int charted = NONE;
    for (int i = links - 1; i >= 0; i--) {
      charted = chart[linkFrom[i]] == chart[from] ? linkInto[i] : charted;
    }
    add(from, NONE, charted);
  }

  /** Assigns carried wedges to the kept point. */
  void moveCarried(int[] wedgePoint, int[] chart, int into) {
    for (int i = carriedFrom; i >= 0 && i < count; i++) {
      wedgePoint[wedge[i]] = into;
      if (chartPartner[i] != NONE) {
        chart[wedge[i]] = chart[chartPartner[i]];
      }
    }
  }

  private boolean isListed(int w) {
    for (int i = 0; i < count; i++) {
      if (wedge[i] == w) {
        return true;
      }
    }
    return false;
  }

  private void add(int w, int other, int charted) {
    if (count == wedge.length) {
      wedge = Arrays.copyOf(wedge, 2 * count);
      partner = Arrays.copyOf(partner, 2 * count);
      chartPartner = Arrays.copyOf(chartPartner, 2 * count);
    }
    wedge[count] = w;
    partner[count] = other;
    chartPartner[count++] = charted;
  }

  /** Returns the number of wedges of the merged point. */
  public int count() {
    return count;
  }

  /** Returns a wedge of the merged point. */
  public int wedge(int i) {
    return wedge[i];
  }

  /** Returns true if a wedge comes from the removed end. */
  public boolean isCarried(int i) {
    return carriedFrom >= 0 && i >= carriedFrom;
  }

  /**
   * Returns the wedge of the other end that a wedge is merged with, or {@link CollapseMesh#NONE}.
   */
  public int partner(int i) {
    return partner[i];
  }

  /** Returns a wedge of the other end whose chart is merged, or {@link CollapseMesh#NONE}. */
  public int chartPartner(int i) {
    return chartPartner[i];
  }
}
