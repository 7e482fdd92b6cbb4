package io.paxosstore.bench.faults;

import java.time.Duration;
import java.util.Locale;

/**
 * One thing that is done to one replica.
 *
 * @param victim the replica; also a new one, where the kind has it join
 * @param peer another replica, where the kind needs one; the new one of a replacement
 * @param length how long it lasts
 * @param seed of the choices within the fault
 */
public record Fault(FaultKind kind, int victim, int peer, Duration length, long seed) {
    @Override
    public String toString() {
        String others =
                switch (kind) {
                    case PARTIAL, STALL, RESET -> " towards " + peer;
                    case WIPE_KILL -> ", then kill of " + peer;
                    case REPLACE -> " by " + peer;
                    default -> "";
                };
        if (kind.isOfMembers()) {
            return kind.label() + " of " + victim + others;
        }
        return String.format(
                Locale.ROOT,
                "%s of %d%s for %.1f s",
                kind.label(),
                victim,
                others,
                length.toMillis() / 1e3);
    }
}
