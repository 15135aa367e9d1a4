package dev.sinew.io.webp;

import java.util.HexFormat;

/** The tables of RFC 6386 that the decoder of key frames needs. Numbers are hexadecimal. */
final class LossyTables {
  /** Of every mode above and left, the nine probabilities of a small block's own mode. */
  static final int[] MODES =
      bytes(
          """
          e7783059737178987098b3407eaa762e465faf458f505552489b67383a0aabdabd
          110d9890470a26abd590221a721a11a32cc3150aad791850c31a3e2c4055aa2e37
          1388a021ce473f14087272d00c09e251280b60b6541d102486b7598962656aa594
          48bb64829d6f204b504266a7634a3e28ea80293509b2f18d1a086b684f0c1bd9ff
          5711074a2b1a9249a631179d412669a033341f73805744472c72330fba172f290e
          6eb6b71511c2422d1966c5bd171216585893962a2e2dc4cd2b61b775552623b33d
          2735c8571a152be8ab3822336872661d5d4d6b36201a3301512b1f271c55ab3aa5
          5a6240221674ce17222ba64944196a1640ab24e1722213156684bc104c7c3e124e
          5f5539323033c165239fd76f592e6f3c941facdbe415126f70714d55b3ff267872
          282a01c4f5d10a196d6450082b9a01331a47582b1d8ca6d5252b9a3d3f1e9b432d
          4401d18e4e4e10ff8022c5ab29280566d3b70401dd333211a8d1c01719527d622a
          58685575af525f543559806471652d4b4f7b2f338051ab01391105476639352931
          7315020a66ffa6170626210d7939491a0155290a438a4d6e5a2f72651d100a5580
          65c41a39120a6666d522142b75140f24a38044011a8a1f24ab1ba6262ce543573a
          a952731a3bb33f3b5ab43ba65d499a282815748fd12227af392e16188001361125
          2f0f10b722df312db72e1121b706620f20b7412049731c801780cd2803097333c0
          1206df572509733b4d40152f68372cda09363582e2405a46cd2829171a39363970
          b8052926a6d51e221a8598740a20864b200c33c0ffa02b33271335dd1a722049ff
          1f0941ea020f017649581f2343665537ba553815176f3bcd2d25c03726467c4966
          012262663d472522351ff3c0453c472649771cde25442d8022012f0bf5ab3e1113
          469255373e464b0f090940ffb87710252b259a64a355a0013f095c881c4020c955
          56061c0540ff19f8013808118489ff3774803a0f145287391a7928a4321f899a85
          1923da33672c83837b1f069e5628408794e02db780161a1183f09a0e01d1530c0d
          36c0ff442f1c2d10155b40de0701c53815279b3c8a1766d5551a555580802092ab
          120b073f90ab0404f6231b0a92aeab0c1a80be502363b4507e362d557e2f57b033
          291420654b808b769274805538290fb0ec5525093e9224131eabff611b14471e11
          7776ff11128a65263c8a37462b1a8e8a2d3d3edb0151bc4020291475978e1415a3
          70130c3dc380300418
          """);

  /** Of every token probability, how probable it is that the frame keeps it. */
  static final int[] KEPT =
      bytes(
          """
          ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
          b0f6ffffffffffffffffffdff1fcfffffffffffffffff9fdfdffffffffffffffff
          fff4fcffffffffffffffffeafefefffffffffffffffffdffffffffffffffffffff
          fff6feffffffffffffffffeffdfefffffffffffffffffefffeffffffffffffffff
          fff8fefffffffffffffffffbfffeffffffffffffffffffffffffffffffffffffff
          fffdfefffffffffffffffffbfefefffffffffffffffffefffeffffffffffffffff
          fffefdfffefffffffffffffafffefffefffffffffffffeffffffffffffffffffff
          ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
          d9ffffffffffffffffffffe1fcf1fdfffffeffffffffeafaf1fafdfffdfeffffff
          fffeffffffffffffffffffdffefeffffffffffffffffeefdfefeffffffffffffff
          fff8fefffffffffffffffff9feffffffffffffffffffffffffffffffffffffffff
          fffdfffffffffffffffffff7feffffffffffffffffffffffffffffffffffffffff
          fffdfefffffffffffffffffcffffffffffffffffffffffffffffffffffffffffff
          fffefefffffffffffffffffdffffffffffffffffffffffffffffffffffffffffff
          fffefdfffffffffffffffffafffffffffffffffffffffeffffffffffffffffffff
          ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
          bafbfaffffffffffffffffeafbf4fefffffffffffffffbfbf3fdfefffeffffffff
          fffdfeffffffffffffffffecfdfefffffffffffffffffbfdfdfefeffffffffffff
          fffefefffffffffffffffffefefeffffffffffffffffffffffffffffffffffffff
          fffefffffffffffffffffffefefffffffffffffffffffeffffffffffffffffffff
          fffffffffffffffffffffffeffffffffffffffffffffffffffffffffffffffffff
          ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
          ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
          ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
          f8fffffffffffffffffffffafefcfefffffffffffffff8fef9fdffffffffffffff
          fffdfdfffffffffffffffff6fdfdfffffffffffffffffcfefbfefeffffffffffff
          fffefcfffffffffffffffff8fefdfffffffffffffffffdfffefeffffffffffffff
          fffbfefffffffffffffffff5fbfefffffffffffffffffdfdfeffffffffffffffff
          fffbfdfffffffffffffffffcfdfefffffffffffffffffffeffffffffffffffffff
          fffcfffffffffffffffffff9fffefffffffffffffffffffffeffffffffffffffff
          fffffdfffffffffffffffffaffffffffffffffffffffffffffffffffffffffffff
          fffffffffffffffffffffffeffffffffffffffffffffffffffffffffffffffffff
          """);

  /** The token probabilities: 4 kinds of blocks, 8 bands, 3 contexts, 11 each. */
  static final int[] TOKENS =
      bytes(
          """
          808080808080808080808080808080808080808080808080808080808080808080
          fd88feffe4db8080808080bd81f2ffe3d5ffdb8080806a7ee3fcd6d1ffff808080
          0162f8ffece2ffff808080b585eefeddeaff9a8080804e86caf7c6b4ffdb808080
          01b9f9fff3ff8080808080b896f7ffece080808080804d6ed8ffece68080808080
          0165fbfff1ff8080808080aa8bf1fcecd1ffff8080802574c4f3e4ffffff808080
          01ccfefff5ff8080808080cfa0faffee8080808080806667e7ffd3ab8080808080
          0198fcfff0ff8080808080b187f3ffeae180808080805081d3ffc2e08080808080
          0101ff8080808080808080f601ff8080808080808080ff80808080808080808080
          c623eddfc1bba2a0919b3e832dc6ddacb0dc9dfcdd01442f92d095a7dda2ffdf80
          0195f1ffdde0ffff808080b88deafddedcffc78080805163b5f2b0bef9caffff80
          0181e8fdd6c5f2c4ffff806379d2fac9c6ffca808080175ba3f2aabbf7d2ffff80
          01c8f6ffeaff80808080806db2f1ffe7f5ffff8080802c82c9fdcdc0ffff808080
          0184effbdbd1ffa58080805e88e1fbdabeffff8080801664aef5baa1ffc7808080
          01b6f9ffe8eb80808080807c8ff1ffe3ea8080808080234db5fbc1d3ffcd808080
          019df7ffece7ffff808080798debffe1e3ffff8080802d63bcfbc3d9ffe0808080
          0101fbffd5ff8080808080cb01f8ffff8080808080808901b1ffe0ff8080808080
          fd09f8fbcfd0ffc0808080af0de0f3c1b9f9c6ffff804911abdda1b3eca7ffea80
          015ff7fdd4b7ffff808080ef5af4fad3d1ffff8080809b4dc3f8bcc3ffff808080
          0118effbdadbffcd808080c933dbffc4ba8080808080452ebeefc9daffe4808080
          01bffbffff808080808080dfa5f9ffd5ff80808080808d7cf8ffff808080808080
          0110f8ffff808080808080be24e6ffecff80808080809501ff8080808080808080
          01e2ff8080808080808080f7c0ff8080808080808080f080ff8080808080808080
          0186fcffff808080808080d53efaffff808080808080375dff8080808080808080
          808080808080808080808080808080808080808080808080808080808080808080
          ca18d5ebbabfdca0f0afff7e26b6e8a9b8e4aeffbb803d2e8adb97b2f0aaffd880
          0170e6fac7bff79fffff80a66de4fcd3d7ffae808080274da2e8acb4f5b2ffff80
          0134dcf6c6c7f9dcffff807c4abff3b7c1faddffff80184782db9aaaf3b6ffff80
          01b6e1f9dbf0ffe08080809596e2fcd8cdffab8080801c6caaf2b7c2fedfffff80
          0151e6fccccbffc08080807b66d1f7bcc4ffe9808080145f99f3a4adffcb808080
          01def8ffd8d58080808080a8aff6fcebcdffff8080802f74d7ffd3d4ffff808080
          0179ecfdd4d6ffff8080808d54d5fcc9caffdb8080802a50a0f0a2b9ffcd808080
          0101ff8080808080808080f401ff8080808080808080ee01ff8080808080808080
          """);

  /** The factors of first coefficients by quality. */
  static final int[] FIRST =
      bytes(
          """
          0405060708090a0a0b0c0d0e0f101111121314141515161617171819191a1b1c1d
          1e1f20212223242525262728292a2b2c2d2e2e2f303132333435363738393a3b3c
          3d3e3f404142434445464748494a4b4c4c4d4e4f505152535455565758595b5d5f
          6062646566686a6c6e707274767a7c7e80828486888a8c8f9194979a9d
          """);

  /** The factors of other coefficients by quality. */
  static final int[] OTHERS =
      shorts(
          """
          000400050006000700080009000a000b000c000d000e000f001000110012001300
          1400150016001700180019001a001b001c001d001e001f00200021002200230024
          00250026002700280029002a002b002c002d002e002f0030003100320033003400
          350036003700380039003a003c003e00400042004400460048004a004c004e0050
          0052005400560058005a005c005e00600062006400660068006a006c006e007000
          7200740077007a007d0080008300860089008c008f009200950098009b009e00a1
          00a400a700aa00ad00b100b500b900bd00c100c500c900cd00d100d500d900dd00
          e100e500ea00ef00f500f900fe01030108010d01120117011c
          """);

  private LossyTables() {}

  private static int[] bytes(String text) {
    byte[] packed = HexFormat.of().parseHex(text.replace("\n", ""));
    int[] out = new int[packed.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = packed[i] & 0xFF;
    }
    return out;
  }

  private static int[] shorts(String text) {
    int[] packed = bytes(text);
    int[] out = new int[packed.length / 2];
    for (int i = 0; i < out.length; i++) {
      out[i] = (packed[2 * i] << 8) | packed[2 * i + 1];
    }
    return out;
  }
}
