package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Replies that show members of sorted sets. */
final class ScoredReplies {
    private ScoredReplies() {}

    /** A score; nothing for null. */
    static Reply score(@Nullable Double score) {
        return score == null ? Reply.NULL : new Reply.Real(score);
    }

    /** Members, with their scores or without. */
    static Reply members(List<Scored> members, boolean withScores) {
        return withScores
                ? new Reply.Couples(flat(members))
                : new Reply.Array(members.stream().map(one -> Reply.bulk(one.member())).toList());
    }

    /** Members and scores by turns. */
    static List<Reply> flat(List<Scored> members) {
        List<Reply> all = new ArrayList<>(2 * members.size());
        for (Scored one : members) {
            all.add(new Reply.Bulk(one.member()));
            all.add(new Reply.Real(one.score()));
        }
        return all;
    }

    /** An array of each member with its score. */
    static Reply nested(List<Scored> members) {
        List<Reply> all = new ArrayList<>(members.size());
        for (Scored one : members) {
            all.add(new Reply.Array(flat(List.of(one))));
        }
        return new Reply.Array(all);
    }
}
