package io.paxosstore.node.host;

import java.util.ArrayList;
import java.util.List;

/** What a shard is to do as soon as no client's request waits. On the shard's loop only. */
final class IdleTasks {
    private final List<Runnable> tasks = new ArrayList<>();

    void add(Runnable task) {
        tasks.add(task);
    }

    /** Runs them, each once. */
    void run() {
        if (!tasks.isEmpty()) {
            List<Runnable> due = List.copyOf(tasks);
            tasks.clear();
            due.forEach(Runnable::run);
        }
    }
}
