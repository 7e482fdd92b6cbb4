package io.paxosstore.redis.data;

/** Something that is sent when commands have taken effect; arrays must not be changed. */
public sealed interface Message {
    /**
     * What a script publishes.
     *
     * @param isShard whether it was published with SPUBLISH
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    record Published(boolean isShard, byte[] channel, byte[] content) implements Message {}

    /**
     * What has happened to a key.
     *
     * @param event as Redis names it
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    record KeyEvent(EventClass kind, String event, byte[] key) implements Message {}
}
