/**
 * What clients and servers of PaxosStore say to each other. Applications meet the package {@code
 * model}, and {@code topology} and {@code key} when they look at the cluster itself; the others are
 * exported for the server, which also runs inside applications' tests, outside of any module.
 */
module io.paxosstore.protocol {
    requires transitive org.jspecify;

    exports io.paxosstore.protocol.bytes;
    exports io.paxosstore.protocol.codec;
    exports io.paxosstore.protocol.key;
    exports io.paxosstore.protocol.model;
    exports io.paxosstore.protocol.range;
    exports io.paxosstore.protocol.topology;
    exports io.paxosstore.protocol.wire;
}
