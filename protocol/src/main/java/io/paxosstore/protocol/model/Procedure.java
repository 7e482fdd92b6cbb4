package io.paxosstore.protocol.model;

/**
 * A program that whoever proposes runs on an entity's objects at one version: only what it did to
 * them is proposed, in one entry, and never the program itself. So it may decide by what it reads,
 * and two runs of it need not do the same. It is run again, on a later version, when the entry that
 * it was for goes to somebody else; then nothing of the earlier run has happened.
 *
 * <p>It runs on the thread of the entity's shard, or beside it if it takes long: it touches nothing
 * but the objects it is given, waits for nothing, and keeps nothing from one run to the next.
 */
public interface Procedure extends Command {
    /** The first byte of every procedure, where a MultiOp has the version of its format. */
    int FORMAT = 2;

    /** The language that it is written in, 1 to 255: whoever decodes it goes by that. */
    int language();

    /** Whether it changes nothing, whatever it finds: then it needs no entry. */
    boolean isReadOnly();

    /** Whether it may do more than its length says. */
    boolean mayTakeLong();

    /**
     * Runs it.
     *
     * @return the result, for whoever sent it
     * @throws OperationFailedException if nothing of it is to take effect; its result is then that
     *     of {@link #failed}
     */
    byte[] run(EntityObjects objects);

    /**
     * The result when {@link #run} has thrown an exception, and nothing that it did took effect.
     * Faults of the store are not among them: those go to the engine.
     */
    byte[] failed(RuntimeException why);

    /**
     * For another node: what {@link #language} means by these bytes, behind format and language.
     */
    byte[] encoded();
}
