package io.paxosstore.protocol.key;

/**
 * The checksum by which Redis Cluster places names: CRC-16/XMODEM, polynomial 0x1021, from 0, bits
 * not reflected.
 */
final class Crc16 {
    private static final int POLYNOMIAL = 0x1021;
    private static final char[] TABLE = table();

    private Crc16() {}

    /** The checksum of the bytes from {@code begin} up to {@code end}, 0 to 65,535. */
    static int of(byte[] bytes, int begin, int end) {
        int crc = 0;
        for (int i = begin; i < end; i++) {
            crc = ((crc << 8) & 0xffff) ^ TABLE[(crc >>> 8) ^ (bytes[i] & 0xff)];
        }
        return crc;
    }

    private static char[] table() {
        char[] table = new char[256];
        for (int value = 0; value < table.length; value++) {
            int crc = value << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
            }
            table[value] = (char) crc;
        }
        return table;
    }
}
