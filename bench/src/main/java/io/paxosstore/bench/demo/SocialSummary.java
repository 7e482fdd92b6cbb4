package io.paxosstore.bench.demo;

import java.util.List;
import java.util.Locale;

/**
 * How the social network went.
 *
 * @param users in the network
 * @param mostFriends of one user
 * @param sent messages that were acknowledged to their senders
 * @param delivered messages that readers were shown
 * @param posts made
 * @param likes tried
 * @param lookups of a contact
 * @param cityQueries for the contacts of a city
 * @param calls that users noted in their contacts
 * @param failedCalls calls that ended without an answer, all retries included
 * @param failures the first of them, in words
 * @param perSecond calls that were answered
 * @param longestGapMillis the longest time in which nobody got an answer
 * @param inboxProblems what contradicts "delivered exactly once, in order"
 * @param timelineProblems what contradicts "every post in the index has its value, and the reverse"
 * @param contactProblems what contradicts "the rows are those of the friends, as they were told"
 */
public record SocialSummary(
        int users,
        int mostFriends,
        long sent,
        long delivered,
        long posts,
        long likes,
        long lookups,
        long cityQueries,
        long calls,
        long failedCalls,
        String failures,
        double perSecond,
        long longestGapMillis,
        List<String> inboxProblems,
        List<String> timelineProblems,
        List<String> contactProblems) {
    private static final int SHOWN_MAX = 5;

    /** Takes copies. */
    public SocialSummary {
        inboxProblems = List.copyOf(inboxProblems);
        timelineProblems = List.copyOf(timelineProblems);
        contactProblems = List.copyOf(contactProblems);
    }

    /** Whether every check holds and no call failed for good. */
    public boolean isGood() {
        return failedCalls == 0
                && inboxProblems.isEmpty()
                && timelineProblems.isEmpty()
                && contactProblems.isEmpty();
    }

    @Override
    public String toString() {
        String text =
                String.format(
                        Locale.ROOT,
                        """
                        social network       %d users, up to %d friends; %,.0f calls/s, %d failed, \
                        longest gap %d ms
                        inboxes              %,d messages acknowledged, %,d delivered; \
                        exactly once, in order: %s
                        timelines            %,d posts, %,d likes; index and posts fit: %s
                        contacts             %,d looked up, %,d queries by city, %,d calls noted; \
                        rows and index as told: %s\
                        """,
                        users,
                        mostFriends,
                        perSecond,
                        failedCalls,
                        longestGapMillis,
                        sent,
                        delivered,
                        answer(inboxProblems),
                        posts,
                        likes,
                        answer(timelineProblems),
                        lookups,
                        cityQueries,
                        calls,
                        answer(contactProblems));
        return failures.isEmpty() ? text : text + "\n" + failures;
    }

    private static String answer(List<String> problems) {
        if (problems.isEmpty()) {
            return "yes";
        }
        List<String> shown = problems.subList(0, Math.min(SHOWN_MAX, problems.size()));
        return "NO, " + problems.size() + " times:\n  " + String.join("\n  ", shown);
    }
}
