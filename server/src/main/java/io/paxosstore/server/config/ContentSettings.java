package io.paxosstore.server.config;

/** The settings of the comparison of what replicas hold. */
public final class ContentSettings {
    private static final long MIB = 1 << 20;

    /** Bytes per second; 0 for never. */
    public static final Setting<Long> RATE =
            Setting.declare("sweep.content-rate", ValueType.size())
                    .defaultsTo(4 * MIB)
                    .between(0L, 4096 * MIB)
                    .doc(
                            "Bytes of entities per second that this node reads at most to compare"
                                    + " what the replicas hold, element by element; begun every"
                                    + " sweep.interval. An entity counts as 8 KiB at least. 0B:"
                                    + " this node begins no comparison, and answers others at the"
                                    + " least rate, 8 KiB per second.");

    private ContentSettings() {}
}
