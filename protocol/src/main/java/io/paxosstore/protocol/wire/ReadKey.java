package io.paxosstore.protocol.wire;

import org.jspecify.annotations.Nullable;

/**
 * A key of a KEYS_READ. Arrays are not copied and must not be changed afterwards.
 *
 * @param version of the write that made the value; 0 if the key was not read
 * @param expiresAtMillis when the value expires, milliseconds since 1970; 0 for never
 * @param value what a linearizable read shows; null if the key was not read, and may be there or
 *     not
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are on their way to or from the network
public record ReadKey(byte[] name, long version, long expiresAtMillis, byte @Nullable [] value) {
    /** One that was not read. */
    public static ReadKey unread(byte[] name) {
        return new ReadKey(name, 0, 0, null);
    }
}
