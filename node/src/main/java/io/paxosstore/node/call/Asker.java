package io.paxosstore.node.call;

/**
 * Who asks something of {@link NodeCalls}. Its methods are called on the loop that owns it.
 *
 * <p>What is asked is first checked; {@link #refused} tells what is wrong with it. Then {@link
 * #begins} comes, once for a look into the catalog, if one is needed, and once for what is asked
 * itself; after each that was allowed comes {@link #ended}, or the outcome.
 */
public interface Asker {
    /** The shard whose loop owns the asker. */
    int homeShard();

    /**
     * Something begins that takes a while: the asker takes the memory that it needs for it.
     *
     * @param correlation what the asker calls it
     * @param contentBytes about how many bytes of content it brings
     * @return false if the asker has not got that; then nothing more happens, and the asker has
     *     already told so whom it asks for
     */
    boolean begins(long correlation, int contentBytes);

    /** What began is over, and there is no outcome: it begins again, or is refused. */
    void ended(long correlation);

    /** It is not done. */
    void refused(long correlation, Refusal refusal);
}
