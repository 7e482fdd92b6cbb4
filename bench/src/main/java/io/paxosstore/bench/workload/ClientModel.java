package io.paxosstore.bench.workload;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.KvModel;
import io.paxosstore.sim.check.Model;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * A key as the Java client shows it: {@link KvModel}, but that an increment tells the new number
 * and not the version.
 */
final class ClientModel implements Model<KvModel.State, KvCall, KvAnswer> {
    /** In the answer of an increment. */
    static final long VERSION_NOT_TOLD = 0;

    private final KvModel model = new KvModel(CallChooser.TTL_MILLIS_MAX);

    @Override
    public KvModel.State initial() {
        return model.initial();
    }

    @Override
    public void step(
            KvModel.State state,
            KvCall call,
            @Nullable KvAnswer answer,
            Consumer<? super KvModel.State> next) {
        if (call instanceof KvCall.Write(KvOperation.Increment increment)
                && answer instanceof KvAnswer.Written(var result)
                && result.version() == VERSION_NOT_TOLD) {
            String told = Long.toString(result.number());
            model.step(
                    state,
                    call,
                    null,
                    after -> {
                        if (told.equals(after.value())) {
                            next.accept(after);
                        }
                    });
        } else {
            model.step(state, call, answer, next);
        }
    }
}
