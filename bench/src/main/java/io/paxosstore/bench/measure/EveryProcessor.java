package io.paxosstore.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Has all processors of the machine do something at once. */
final class EveryProcessor {
    private EveryProcessor() {}

    /** How many there are. */
    static int count() {
        return Runtime.getRuntime().availableProcessors();
    }

    /**
     * Runs work on as many threads as there are processors.
     *
     * @param work of each thread, by its number from 0
     * @return what each made
     * @throws InterruptedException when the caller is interrupted; the threads are interrupted, too
     */
    static <T> List<T> run(IntFunction<Callable<T>> work) throws InterruptedException {
        List<Callable<T>> all = new ArrayList<>();
        for (int thread = 0; thread < count(); thread++) {
            all.add(work.apply(thread));
        }
        try (ExecutorService executor = Executors.newFixedThreadPool(all.size())) {
            List<T> made = new ArrayList<>();
            for (Future<T> one : executor.invokeAll(all)) {
                made.add(one.get());
            }
            return made;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the processors cannot be measured", e.getCause());
        }
    }
}
