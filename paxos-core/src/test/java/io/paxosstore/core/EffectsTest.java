package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The order in which effects are performed, which the safety of a node rests on. */
class EffectsTest {
    private static final EntityKey KEY = new EntityKey(1 << 24, new byte[] {1});
    private static final Outcome DONE = new Outcome.NotDone(Outcome.Reason.DEADLINE);

    private final Effects effects = new Effects();
    private final List<String> performed = new ArrayList<>();

    /** Writes down what it is to do; what it is asked may bring about more. */
    private class Writer implements EffectHandler {
        @Override
        public void apply(Effects.Apply entry) {
            performed.add("apply " + entry.changes()[0]);
        }

        @Override
        public void willLoad(List<Effects.Load> loads) {
            performed.add("will load " + loads.size());
        }

        @Override
        public void load(Effects.Load load) {
            performed.add("load");
        }

        @Override
        public void evaluate(Effects.Evaluate question) {
            performed.add("evaluate " + question.ticket());
        }

        @Override
        public void persist(Effects.Persist persist) {
            performed.add("persist " + persist.ticket());
        }

        @Override
        public void markChosen(Effects.MarkChosen mark) {
            performed.add("mark " + mark.entry());
        }

        @Override
        public void commit() {
            performed.add("commit");
        }

        @Override
        public void send(Effects.Send send) {
            performed.add("send");
        }

        @Override
        public void supply(Effects.Supply supply) {
            performed.add("supply");
        }

        @Override
        public void lag(Effects.Lag lag) {
            performed.add("lag");
        }

        @Override
        public void otherEpoch(Effects.OtherEpoch other) {
            performed.add("other epoch");
        }

        @Override
        public void reply(Effects.Reply reply) {
            performed.add("reply " + reply.token());
        }

        @Override
        public void performed() {
            performed.add("performed");
        }
    }

    private static Effects.Apply entry(int number) {
        return new Effects.Apply(KEY, EntityHead.NOTHING, new byte[] {(byte) number});
    }

    private static Effects.Evaluate question(long ticket) {
        return new Effects.Evaluate(KEY, ticket, 0, 0, List.of());
    }

    private static Effects.Persist record(long ticket) {
        return new Effects.Persist(new LogRecord(KEY, 1, 1, 0, null, false, 0), ticket);
    }

    private static Effects.Send message() {
        return new Effects.Send(2, 1, KEY, new Message.Probe(1, false), false, 1);
    }

    @Test
    void theKindsHaveOneOrderWhateverTheyWereAddedIn() {
        effects.add(new Effects.Reply(1, DONE));
        effects.add(new Effects.OtherEpoch(2, KEY, 1));
        effects.add(new Effects.Lag(KEY, 2, 1));
        effects.add(new Effects.Supply(KEY, 2, 0));
        effects.add(message());
        effects.add(new Effects.MarkChosen(KEY, 1));
        effects.add(record(1));
        effects.add(record(2));
        effects.add(question(1));
        effects.add(new Effects.Load(KEY, true));
        effects.add(entry(1));
        effects.drain(new Writer());
        assertEquals(
                "apply 1, will load 1, load, evaluate 1, persist 1, persist 2, mark 1, commit,"
                        + " send, supply, lag, other epoch, reply 1, performed",
                String.join(", ", performed));
        assertTrue(effects.isEmpty());
    }

    /** An answer of the engine leads to a record, which this round's commit is to be for. */
    @Test
    void whatAnswersOfTheEngineBringAboutJoinsTheRound() {
        effects.add(new Effects.Load(KEY, true));
        effects.drain(
                new Writer() {
                    @Override
                    public void load(Effects.Load load) {
                        super.load(load);
                        effects.add(question(1));
                        effects.add(entry(1));
                        effects.add(record(1));
                    }

                    @Override
                    public void evaluate(Effects.Evaluate question) {
                        super.evaluate(question);
                        effects.add(record(2));
                    }
                });
        assertEquals(
                "will load 1, load, apply 1, will load 0, evaluate 1, persist 1, persist 2, commit,"
                        + " performed",
                String.join(", ", performed));
    }

    /** Commands must not be evaluated on data that lacks a chosen entry (Rule W1). */
    @Test
    void anEntryThatAnAnswerBringsIsAppliedBeforeTheNextEvaluation() {
        effects.add(question(1));
        effects.add(question(2));
        effects.drain(
                new Writer() {
                    @Override
                    public void evaluate(Effects.Evaluate question) {
                        super.evaluate(question);
                        if (question.ticket() == 1) {
                            effects.add(entry(7));
                        }
                    }
                });
        assertEquals(
                "will load 0, evaluate 1, apply 7, evaluate 2, commit, performed",
                String.join(", ", performed));
    }

    /** A client's next request is stepped while its answer is given; its record is not written. */
    @Test
    void whatAnAnswerToAClientBringsAboutIsNotOfThisRound() {
        effects.add(new Effects.Reply(1, DONE));
        effects.add(new Effects.Reply(2, DONE));
        Writer writer =
                new Writer() {
                    @Override
                    public void reply(Effects.Reply reply) {
                        super.reply(reply);
                        if (reply.token() == 1) {
                            effects.add(record(1));
                            effects.add(new Effects.Reply(3, DONE));
                        }
                    }
                };
        effects.drain(writer);
        assertEquals("commit, reply 1, reply 2, performed", String.join(", ", performed));
        assertFalse(effects.isEmpty());
        assertEquals(1, effects.persists().size());
        performed.clear();
        effects.drain(writer);
        assertEquals("persist 1, commit, reply 3, performed", String.join(", ", performed));
        assertTrue(effects.isEmpty());
    }

    @Test
    void aRoundIsNotBegunWithinARound() {
        effects.add(message());
        assertThrows(
                IllegalStateException.class,
                () ->
                        effects.drain(
                                new Writer() {
                                    @Override
                                    public void send(Effects.Send send) {
                                        effects.drain(this);
                                    }
                                }));
    }

    @Test
    void nothingFollowsARoundThatFailed() {
        effects.add(record(1));
        Writer failing =
                new Writer() {
                    @Override
                    public void persist(Effects.Persist persist) {
                        throw new UnsupportedOperationException("the disk");
                    }
                };
        assertThrows(UnsupportedOperationException.class, () -> effects.drain(failing));
        effects.add(message());
        assertThrows(IllegalStateException.class, () -> effects.drain(new Writer()));
        assertEquals(List.of(), performed);
    }
}
