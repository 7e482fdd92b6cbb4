package io.paxosstore.lsm.entity;

import io.paxosstore.log.journal.JournalShard;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a start: tells a shard's journal what of the data is durable, and applies what the journal
 * knows to be chosen and the data lacks.
 */
record Replay(JournalShard journal, ShardData data, ChosenEntries chosen) {
    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);

    void run() {
        long[] replayed = new long[1];
        journal.unapplied((key, durable, version) -> {
            ShardData.Held held = data.numbers(key);
            if (held != null && held.version() > 0) {
                journal.dataDurable(key, held.version());
            }
            if (held != null && held.version() < version) {
                chosen.catchUp(key, version);
                replayed[0]++;
            }
        });
        LOG.info("entity.recovered replayed={}", replayed[0]);
    }
}
