package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Deadlines that an object or a field has no more, because it was given another one or is gone:
 * perhaps nothing is left that the record needs to be there for by which the purge finds them. It
 * would stay until that time comes: of a session that gets thirty days more a hundred times a
 * second there would be a record for each time.
 *
 * <p>Others may have the same deadline, which nobody looks up while entries are applied: {@link
 * Purge} does it later. So these are hints; one that is lost costs a record until its time comes.
 * Thread-safe.
 */
final class EndedDeadlines {
    /** Most hints that wait; those beyond are lost. They take some megabytes. */
    static final int HINTS_MAX = 1 << 16;

    private final Queue<Deadline> hints = new LinkedBlockingQueue<>(HINTS_MAX);

    /** Entries were applied to an entity. */
    void applied(EntityUpdate update) {
        for (EntityChanges entry : entriesOf(update)) {
            for (EntityChanges.Change change : entry.changes()) {
                if (change instanceof EntityChanges.Delete delete) {
                    deleted(update, delete.key());
                }
            }
        }
    }

    /** None if an image came in their place: it has another number. */
    private static List<EntityChanges> entriesOf(EntityUpdate update) {
        return Objects.requireNonNullElse(update.changes(), List.of());
    }

    private void deleted(EntityUpdate update, byte[] key) {
        if (KeyLayout.isExpiry(key)) {
            add(update, KeyLayout.deadlineOfExpiry(key), 0);
        } else if (KeyLayout.isFieldDeadline(key)) {
            add(update, KeyLayout.deadlineOfField(key), KeyLayout.generationOfElement(key));
        }
    }

    private void add(EntityUpdate update, long millis, long generation) {
        long number = update.number();
        byte[] key = Keys.expiry(millis, number, generation);
        var _ = hints.offer(new Deadline(key, update.metaKey(), millis, number, generation));
    }

    /** The oldest hint; null if there is none. */
    @Nullable Deadline poll() {
        return hints.poll();
    }
}
