package io.paxosstore.protocol.wire;

/** The type codes of frames. Requests are positive bytes, responses negative ones. */
final class FrameType {
    static final byte HELLO = 1;
    static final byte PING = 2;
    static final byte STATUS = 3;
    static final byte FEATURES = 4;
    static final byte CREATE_SPACE = 16;
    static final byte LIST_SPACES = 17;
    static final byte DROP_SPACE = 18;
    static final byte OPEN_SPACE = 19;
    static final byte OPEN_SPACE_LOCAL = 20;
    static final byte FOLLOW_CATALOG = 21;
    static final byte FOLLOW_TOPOLOGY = 22;
    static final byte JOIN = 23;
    static final byte CHANGE_MEMBERS = 24;
    static final byte SHOW_TOPOLOGY = 25;
    static final byte BALANCE = 26;
    static final byte KV_READ = 32;
    static final byte KV_WRITE = 33;
    static final byte ENTITY_READ = 34;
    static final byte ENTITY_WRITE = 35;
    static final byte WATCH = 36;
    static final byte UNWATCH = 37;
    static final byte LIST_KEYS = 38;
    static final byte READ_KEYS = 39;
    static final byte WATCH_RANGE = 40;

    /** Added to a request's type: a trace context is behind its body. */
    static final byte TRACED = 64;

    static final byte WELCOME = (byte) 129;
    static final byte PONG = (byte) 130;
    static final byte GOODBYE = (byte) 131;
    static final byte FAILURE = (byte) 132;
    static final byte NODE_STATUS = (byte) 133;
    static final byte FEATURES_KNOWN = (byte) 134;
    static final byte SPACE = (byte) 144;
    static final byte SPACE_LIST = (byte) 145;
    static final byte SPACE_DROPPED = (byte) 146;
    static final byte CATALOG_VERSION = (byte) 147;
    static final byte TOPOLOGY_NEWS = (byte) 148;
    static final byte JOINED = (byte) 149;
    static final byte MEMBERS_CHANGED = (byte) 150;
    static final byte TOPOLOGY_SHOWN = (byte) 151;
    static final byte BALANCED = (byte) 152;
    static final byte VALUE = (byte) 160;
    static final byte WRITTEN = (byte) 161;
    static final byte ENTITY_RESULT = (byte) 162;
    static final byte WATCHED = (byte) 163;
    static final byte CHANGED = (byte) 164;
    static final byte COMPACTED = (byte) 165;
    static final byte KEYS_LISTED = (byte) 166;
    static final byte KEYS_READ = (byte) 167;
    static final byte RANGE_WATCHED = (byte) 168;
    static final byte RANGE_CHANGED = (byte) 169;

    private FrameType() {}
}
