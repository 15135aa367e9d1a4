package dev.sinew.io.usd;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A package: a zip archive whose files are stored without compression, and begin at multiples of 64
 * bytes, so that programs can map them. The first file is the layer that is opened.
 */
final class UsdzPackage {
  private static final int ALIGNMENT = 64;
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int LOCAL_BYTES = 30;
  private static final int ENTRY_BYTES = 46;
  private static final int END_BYTES = 22;

  /** The extra field that fills up to a multiple: any number that readers do not know. */
  private static final short PADDING = 0x1986;

  private static final int PADDING_HEADER = 4;
  private static final short VERSION = 10;

  /** Names are in UTF-8. */
  private static final short FLAGS = 1 << 11;

  /** 1 January 1980, so that the same content gives the same bytes. */
  private static final short DATE = (1 << 5) | 1;

  private static final long MAX_BYTES = 0xFFFFFFFFL;
  private static final int MAX_FILES = 0xFFFF;

  private final FileChannel channel;
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(byte[] name, long offset, long size, long checksum) {}

  /** Writes a file of the package. */
  @FunctionalInterface
  interface Body {
    void writeTo(OutputStream out) throws IOException;
  }

  UsdzPackage(FileChannel channel) {
    this.channel = channel;
  }

  /** Adds a file. */
  void add(String path, Body body) throws IOException {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    long offset = channel.position();
    int padding = padding(offset + LOCAL_BYTES + name.length);
    channel.write(ByteBuffer.allocate(LOCAL_BYTES + name.length + padding));
    Counted out = new Counted(Channels.newOutputStream(channel));
    body.writeTo(out);
    out.flush();
    Entry entry = new Entry(name, offset, out.size, out.checksum.getValue());
    if (channel.position() > MAX_BYTES || entries.size() == MAX_FILES) {
      throw new IOException("expected at most 4 GB and " + MAX_FILES + " files in a USDZ package");
    }
    entries.add(entry);
    ByteBuffer header = buffer(LOCAL_BYTES + name.length + padding);
    header.putInt(LOCAL_SIGNATURE);
    putDescription(header, entry, padding);
    header.put(name);
    if (padding > 0) {
      header.putShort(PADDING).putShort((short) (padding - PADDING_HEADER));
    }
    channel.write(header.rewind(), offset);
  }

  /** Returns the length of the extra field after which data at a position is aligned. */
  private static int padding(long position) {
    int missing = (int) (-position & (ALIGNMENT - 1));
    return missing > 0 && missing < PADDING_HEADER ? missing + ALIGNMENT : missing;
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Puts what the header of a file and its entry in the directory have in common. */
  private static void putDescription(ByteBuffer out, Entry entry, int extra) {
    out.putShort(VERSION).putShort(FLAGS).putShort((short) 0);
    out.putShort((short) 0).putShort(DATE);
    out.putInt((int) entry.checksum).putInt((int) entry.size).putInt((int) entry.size);
    out.putShort((short) entry.name.length).putShort((short) extra);
  }

  /** Writes the directory of the archive. */
  void finish() throws IOException {
    long start = channel.position();
    for (Entry entry : entries) {
      ByteBuffer out = buffer(ENTRY_BYTES + entry.name.length);
      out.putInt(ENTRY_SIGNATURE).putShort(VERSION);
      putDescription(out, entry, 0);
      out.putShort((short) 0).putShort((short) 0).putShort((short) 0).putInt(0);
      out.putInt((int) entry.offset).put(entry.name);
      channel.write(out.rewind());
    }
    long end = channel.position();
    if (end > MAX_BYTES) {
      throw new IOException("expected at most 4 GB in a USDZ package");
    }
    ByteBuffer out = buffer(END_BYTES);
    out.putInt(END_SIGNATURE).putInt(0);
    out.putShort((short) entries.size()).putShort((short) entries.size());
    out.putInt((int) (end - start)).putInt((int) start).putShort((short) 0);
    channel.write(out.rewind());
  }

  /** Counts and sums bytes; its flush does not close the channel. */
  private static final class Counted extends FilterOutputStream {
    private final CRC32 checksum = new CRC32();
    private long size;

    Counted(OutputStream out) {
      super(new BufferedOutputStream(out, 1 << 16));
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      checksum.update(bytes, offset, length);
      size += length;
      out.write(bytes, offset, length);
    }
  }
}
