package io.paxosstore.node.repair;

import io.paxosstore.log.ContentDigest;
import io.paxosstore.protocol.key.EntityKey;

/** What nodes tell each other to compare the content of entities. */
public sealed interface ContentFrame {
    /**
     * Asks for the digest of an entity at a version, or what has become of the same question.
     *
     * @param id the asker's number for the question; comes back in the answer
     */
    record Ask(long id, EntityKey key, long version) implements ContentFrame {}

    /** Answers a question, as far as that is possible by now. */
    record Answer(long id, ContentDigest.State state) implements ContentFrame {}

    /**
     * Says that the receiver seems to hold something wrong of an entity. It proves nothing: the
     * receiver asks the others itself.
     */
    record Suspect(EntityKey key) implements ContentFrame {}
}
