package io.paxosstore.node.history;

import io.paxosstore.node.history.ChangeMedium.Batch;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Answers many questions by two walks over the batches: from the newest back, until the first entry
 * of each question is found, and from there on, until each has what it wants. So a thousand watches
 * that come back at the same moment cost little more than one.
 *
 * <p>For one thread, which may do something else between two steps.
 */
public final class ChangeSearch {
    /** One question under way. */
    private static final class Task {
        private final ChangeQuestion question;
        private final List<ChangedObjects> found = new ArrayList<>();
        private long place;
        private boolean located;
        private int bytes;
        private boolean ended;

        /**
         * @param isThere whether the medium has the place of the question
         */
        private Task(ChangeQuestion question, boolean isThere) {
            this.question = question;
            this.place = isThere ? question.place() : ChangeMedium.NOWHERE;
            this.located = isThere;
        }

        private long wanted() {
            return question.from() + found.size();
        }
    }

    private final ChangeMedium medium;
    private final List<Task> all = new ArrayList<>();

    /** Those that are still to be found, or read, by their entities. */
    private final Map<EntityKey, List<Task>> open = new HashMap<>();

    private boolean isBack = true;

    /** The batch that was read last; on the way on, the next one. */
    private long place = ChangeMedium.NOWHERE;

    /** A search for the answers to these questions. */
    public ChangeSearch(ChangeMedium medium, List<ChangeQuestion> questions) {
        this.medium = medium;
        long oldest = medium.oldestPlace();
        long newest = medium.newestPlace();
        for (ChangeQuestion question : questions) {
            long known = question.place();
            boolean isThere = // else it is of a medium that was given up
                    known != ChangeMedium.NOWHERE && known >= oldest && known <= newest;
            Task task = new Task(question, isThere);
            all.add(task);
            if (!task.located) {
                open.computeIfAbsent(question.key(), key -> new ArrayList<>(1)).add(task);
            }
        }
    }

    /** Reads one more batch; returns whether there is more to do. */
    public boolean step() {
        if (isBack && open.isEmpty()) {
            turn();
        }
        return isBack ? stepBack() : stepOn();
    }

    private boolean stepBack() {
        Batch batch = place == ChangeMedium.NOWHERE ? medium.newest() : medium.before(place);
        if (batch == null) {
            open.clear(); // older than everything
            return true;
        }
        place = batch.place();
        ChangeBatches.forEach(batch.changes(), this::locate);
        return true;
    }

    private void locate(ByteBuffer batch, int at) {
        if (open.isEmpty() || ChangeFormat.isSkipped(batch, at)) {
            return;
        }
        EntityKey key = ChangeFormat.key(batch, at);
        List<Task> tasks = open.get(key);
        if (tasks == null) {
            return;
        }
        long entry = ChangeFormat.entry(batch, at);
        for (Iterator<Task> each = tasks.iterator(); each.hasNext(); ) {
            Task task = each.next();
            if (entry <= task.question.from()) {
                task.place = place;
                task.located = true;
                each.remove();
            }
        }
        if (tasks.isEmpty()) {
            open.remove(key);
        }
    }

    /** From where on the first one wants to read. */
    private void turn() {
        isBack = false;
        place = Long.MAX_VALUE;
        for (Task task : all) {
            if (task.located) {
                open.computeIfAbsent(task.question.key(), key -> new ArrayList<>(1)).add(task);
                place = Math.min(place, task.place);
            }
        }
    }

    private boolean stepOn() {
        Batch batch = open.isEmpty() ? null : medium.from(place);
        if (batch == null) {
            return false;
        }
        place = batch.place();
        ChangeBatches.forEach(batch.changes(), this::read);
        place++;
        return !open.isEmpty();
    }

    private void read(ByteBuffer batch, int at) {
        if (ChangeFormat.isSkipped(batch, at)) {
            return; // what its entries did is not told there
        }
        EntityKey key = ChangeFormat.key(batch, at);
        List<Task> tasks = open.get(key);
        if (tasks == null) {
            return;
        }
        for (Iterator<Task> each = tasks.iterator(); each.hasNext(); ) {
            Task task = each.next();
            if (place >= task.place) {
                read(task, batch, at);
            }
            if (task.ended) {
                each.remove();
            }
        }
        if (tasks.isEmpty()) {
            open.remove(key);
        }
    }

    private void read(Task task, ByteBuffer batch, int at) {
        long entry = ChangeFormat.entry(batch, at);
        if (entry < task.wanted()) {
            return; // before what is asked, or once more
        }
        if (entry > task.wanted() || task.bytes >= task.question.bytesMax()) {
            task.ended = true; // one is missing, or it is enough
            return;
        }
        task.found.add(ChangeFormat.changes(batch, at));
        task.bytes += batch.getInt(at - ChangeBatches.LENGTH_BYTES);
        task.place = place;
    }

    /** The answers, in the order of the questions; once there is nothing more to do. */
    public List<ChangesFound> answers() {
        List<ChangesFound> answers = new ArrayList<>(all.size());
        for (Task task : all) {
            answers.add(
                    task.found.isEmpty()
                            ? ChangesFound.NONE
                            : new ChangesFound(task.found, task.place));
        }
        return answers;
    }
}
