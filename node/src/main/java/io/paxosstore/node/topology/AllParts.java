package io.paxosstore.node.topology;

import io.paxosstore.protocol.wire.FailureCode;

import java.util.function.Consumer;

/** Reads all parts of the topology from a majority, counting the answers. On its loop only. */
public final class AllParts {
    private final Consumer<PartResult.Failed> otherwise;
    private final Runnable next;
    private int left = Part.COUNT;
    private boolean isOver;

    private AllParts(Consumer<PartResult.Failed> otherwise, Runnable next) {
        this.otherwise = otherwise;
        this.next = next;
    }

    /** Reads them, then goes on, one way or the other. */
    public static void read(
            TopologyService service, Consumer<PartResult.Failed> otherwise, Runnable next) {
        AllParts reading = new AllParts(otherwise, next);
        Part.ALL.forEach(part -> service.read(part, reading::onRead));
    }

    private void onRead(PartResult result) {
        left--;
        if (isOver) {
            return;
        }
        switch (result) {
            case PartResult.Failed failed -> end(() -> otherwise.accept(failed));
            case PartResult.Absent _ ->
                    end(() ->
                            otherwise.accept(
                                    new PartResult.Failed(
                                            FailureCode.NOT_READY,
                                            "The topology is being made; try again.")));
            case PartResult.Is _, PartResult.Lost _, PartResult.Unknown _ -> {
                if (left == 0) {
                    end(next);
                }
            }
        }
    }

    private void end(Runnable how) {
        isOver = true;
        how.run();
    }
}
