package io.paxosstore.server.config;

import java.time.Duration;

/** The settings of watching over the other nodes of the cluster. */
public final class MemberSettings {
    public static final Setting<Duration> MISSING_AFTER =
            Setting.declare("peer.missing-after", ValueType.duration())
                    .defaultsTo(Duration.ofMinutes(1))
                    .between(Duration.ofSeconds(1), Duration.ofDays(1))
                    .doc(
                            "A node that is not connected for so long, or never was, is missing: a"
                                    + " WARN names its address, again after ten times as long.");

    private MemberSettings() {}
}
