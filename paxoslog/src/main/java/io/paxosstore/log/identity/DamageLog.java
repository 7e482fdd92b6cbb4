package io.paxosstore.log.identity;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;

/** Collects and logs what is found damaged (Rule D5: never silently). Thread-safe. */
public final class DamageLog {
    /** The most reports that are kept; later ones are logged and counted only. */
    public static final int KEPT_MAX = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(DamageLog.class);

    private final List<DamageReport> kept = new ArrayList<>();
    private long losses;
    private boolean nameless;

    /** Logs and counts something. */
    public synchronized void add(DamageReport report) {
        if (kept.size() < KEPT_MAX) {
            kept.add(report);
        }
        nameless |= report.kind().isNameless();
        if (report.kind().isLoss()) {
            losses++;
            LOG.error("storage.damage {}", report);
        } else {
            LOG.warn("storage.damage {}", report);
        }
    }

    /** The first {@value #KEPT_MAX}. */
    public synchronized List<DamageReport> reports() {
        return List.copyOf(kept);
    }

    /** Whether something was lost and it cannot be told whose. */
    public synchronized boolean isNameless() {
        return nameless;
    }

    /** How many reports tell of lost records. */
    public synchronized long losses() {
        return losses;
    }
}
