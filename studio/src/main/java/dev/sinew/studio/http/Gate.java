package dev.sinew.studio.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Admits requests only of pages that were opened with the secret address. Every path starts with a
 * random token. The Host header must be an address of this server, so that no other name can be
 * resolved to it (DNS rebinding), and the Origin header, if sent, must be this server, so that no
 * other page can use it.
 */
final class Gate {
  private static final int TOKEN_BYTES = 18;

  /** Segments that cannot lead anywhere else: no {@code ..}, no encoded or foreign characters. */
  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}");

  private final String token;
  private final Set<String> hosts;

  /** Creates the gate of a server that listens at an address. */
  Gate(InetSocketAddress address) {
    byte[] secret = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(secret);
    token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    hosts = hosts(address);
  }

  /** Returns the secret. */
  String token() {
    return token;
  }

  /**
   * Returns the segments of the path behind the token; one empty segment for the page itself.
   *
   * @param host all Host headers: one that is right does not excuse another
   * @param origin all Origin headers
   * @throws Refusal if the request is not for this server, not with its token or not a plain path
   */
  List<String> admit(URI uri, @Nullable List<String> host, @Nullable List<String> origin) {
    if (host == null || host.size() != 1 || !isHere(host.getFirst())) {
      throw new Refusal(403, "");
    }
    if (origin != null
        && !(origin.size() == 1 && isHere(origin.getFirst().replaceFirst("^(?i)http://", "")))) {
      throw new Refusal(403, "");
    }
    String path = uri.getRawPath();
    if (uri.getScheme() != null || uri.getRawAuthority() != null || path == null) {
      throw new Refusal(403, "");
    }
    int end = path.indexOf('/', 1);
    String given = path.startsWith("/") ? path.substring(1, end < 0 ? path.length() : end) : "";
    if (!MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8))) {
      throw new Refusal(403, "");
    }
    if (end < 0) {
      throw Refusal.notFound("expected a slash at the end");
    }
    return segments(path.substring(end + 1));
  }

  private boolean isHere(String host) {
    return hosts.contains(host.toLowerCase(Locale.ROOT));
  }

  private static List<String> segments(String path) {
    List<String> segments = List.of(path.split("/", -1));
    boolean isPage = path.isEmpty();
    if (!isPage && !segments.stream().allMatch(one -> SEGMENT.matcher(one).matches())) {
      throw Refusal.notFound("nothing here");
    }
    return segments;
  }

  /** Returns the values of the Host header that mean this server. */
  private static Set<String> hosts(InetSocketAddress address) {
    Set<String> names = new HashSet<>();
    names.add("localhost");
    if (address.getAddress().isAnyLocalAddress()) {
      try {
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .forEach(one -> names.add(literal(one)));
        names.add(InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT));
      } catch (SocketException | java.net.UnknownHostException e) {
        // Known by localhost only.
      }
    } else {
      names.add(literal(address.getAddress()));
      names.add(address.getHostString().toLowerCase(Locale.ROOT));
    }
    Set<String> hosts = new HashSet<>();
    names.forEach(name -> hosts.add(name + ":" + address.getPort()));
    return hosts;
  }

  /** Returns an address as it is in a URL. */
  static String literal(InetAddress address) {
    String text = address.getHostAddress().replaceFirst("%.*", "");
    return text.contains(":") ? "[" + text + "]" : text;
  }
}
