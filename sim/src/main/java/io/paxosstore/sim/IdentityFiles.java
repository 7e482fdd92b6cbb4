package io.paxosstore.sim;

import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.NodeIdentity;

import java.nio.file.Path;

/** The small files that say whose a directory is, as faults and checks know them. */
final class IdentityFiles {
    private IdentityFiles() {}

    /** Whether a file is one of those that a running node writes. */
    static boolean isOne(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.startsWith("STORE")
                || name.startsWith("PEERS")
                || name.startsWith("DROPPED")
                || name.startsWith("SLOTS");
    }

    /** No crash has lost what was durable. */
    static void checkSound(NodeIdentity opened) {
        for (DamageReport report : opened.damage().reports()) {
            if (report.kind().isLoss()) {
                throw new SimViolation("NothingDurableIsLost", report.toString());
            }
        }
    }
}
