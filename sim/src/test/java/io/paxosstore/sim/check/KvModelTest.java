package io.paxosstore.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.model.KvOperation;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The model and the key-value machine are each other's twin: same commands, same answers. */
class KvModelTest {
    private static final String[] VALUES = {"", "7", "-3", "9223372036854775807", "text"};

    @Test
    void allowsExactlyWhatTheMachineAnswers() {
        KvModel model = new KvModel();
        KvMachine machine = new KvMachine();
        for (long seed = 1; seed <= 200; seed++) {
            RandomSource random = new RandomSource(seed);
            byte[] state = StateMachine.NO_STATE;
            KvModel.State modelled = model.initial();
            for (long version = 1; version <= 40; version++) {
                KvOperation command = command(random, version);
                StateMachine.Evaluation evaluation = machine.evaluate(state, command, 1_000);
                KvResult result = KvResult.decode(evaluation.result());
                List<KvModel.State> next = new ArrayList<>();
                model.step(
                        modelled,
                        new KvCall.Write(command),
                        new KvAnswer.Written(result),
                        next::add);
                assertEquals(1, next.size(), "seed " + seed + ", " + command + " " + result);
                modelled = next.getFirst();
                state = evaluation.state();
                refusesOther(model, modelled, state);
            }
        }
    }

    /** A read of the machine's state is possible in the model, a read of anything else is not. */
    private static void refusesOther(KvModel model, KvModel.State modelled, byte[] state) {
        byte[] value = KvState.value(state);
        long version = KvState.version(state);
        assertEquals(1, readable(model, modelled, KvAnswer.Seen.of(0, value, version)));
        byte[] other = "other".getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(0, readable(model, modelled, KvAnswer.Seen.of(0, other, version)));
        if (value != null) {
            assertEquals(0, readable(model, modelled, KvAnswer.Seen.of(0, value, version + 1)));
        }
    }

    private static int readable(KvModel model, KvModel.State modelled, KvAnswer.Seen seen) {
        List<KvModel.State> next = new ArrayList<>();
        model.step(modelled, new KvCall.Read(), seen, next::add);
        return next.size();
    }

    private static KvOperation command(RandomSource random, long version) {
        byte[] value = bytes(random);
        return switch (random.nextInt(7)) {
            case 0 -> new KvOperation.Put(value, 0);
            case 1 -> new KvOperation.PutIfAbsent(value, 0);
            case 2 -> new KvOperation.CompareAndSet(bytes(random), value, 0);
            case 3 -> new KvOperation.CompareVersionAndSet(random.nextLong(version), value, 0);
            case 4 -> new KvOperation.Delete();
            case 5 -> new KvOperation.CompareVersionAndDelete(random.nextLong(version));
            default -> new KvOperation.Increment(random.nextInt(5) - 1, 0);
        };
    }

    private static byte[] bytes(RandomSource random) {
        return VALUES[random.nextInt(VALUES.length)].getBytes(StandardCharsets.ISO_8859_1);
    }
}
