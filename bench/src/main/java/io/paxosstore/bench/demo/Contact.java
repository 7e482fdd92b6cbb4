package io.paxosstore.bench.demo;

import io.paxosstore.client.table.Indexed;
import io.paxosstore.client.table.Key;
import io.paxosstore.client.table.Required;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/**
 * A row of a user's contacts.
 *
 * @param user the friend's name
 * @param city where the friend lives
 * @param phone the friend's number
 * @param calls how often the user has called the friend
 * @param lastCalled when, last; null if never
 */
record Contact(
        @Key String user,
        @Indexed @Required String city,
        @Required String phone,
        long calls,
        @Nullable Instant lastCalled) {
    private static final String[] CITIES = {"Graz", "Linz", "Salzburg", "Innsbruck", "Wien"};

    /** A friend who was never called. */
    static Contact of(int friend) {
        return new Contact(SocialGraph.name(friend), city(friend), phone(friend), 0, null);
    }

    /** Where a user lives. */
    static String city(int user) {
        return CITIES[user % CITIES.length];
    }

    private static String phone(int user) {
        return "+43 660 %07d".formatted(user * 7_919L % 9_999_991);
    }
}
