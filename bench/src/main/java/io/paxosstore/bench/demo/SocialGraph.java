package io.paxosstore.bench.demo;

import io.paxosstore.core.RandomSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who is whose friend in a small invented network: grown by preferential attachment, so a few users
 * have many friends and most have few (a power law), as in real ones. Immutable.
 */
final class SocialGraph {
    private static final int LINKS_EACH = 3;

    private final List<List<Integer>> friends;

    private SocialGraph(List<List<Integer>> friends) {
        this.friends = friends;
    }

    /**
     * Grows a network.
     *
     * @param users how many, at least 4
     */
    static SocialGraph grow(int users, RandomSource random) {
        List<Set<Integer>> links = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (int user = 0; user < users; user++) {
            links.add(new TreeSet<>());
            int wanted = Math.min(user, LINKS_EACH);
            while (links.get(user).size() < wanted) {
                // Each user stands in the list once per link: who has many gets more.
                boolean first = user <= LINKS_EACH;
                int friend = first ? random.nextInt(user) : ends.get(random.nextInt(ends.size()));
                if (links.get(user).add(friend)) {
                    links.get(friend).add(user);
                }
            }
            for (int friend : links.get(user)) {
                ends.add(user);
                ends.add(friend);
            }
        }
        return new SocialGraph(links.stream().map(List::copyOf).toList());
    }

    int users() {
        return friends.size();
    }

    /** A user's name, which is the id of the user's entities. */
    static String name(int user) {
        return String.format(Locale.ROOT, "user-%04d", user);
    }

    /** A user's friends; at least one. */
    List<Integer> friends(int user) {
        return friends.get(user);
    }

    /** One of a user's friends. */
    int friend(int user, RandomSource random) {
        List<Integer> all = friends.get(user);
        return all.get(random.nextInt(all.size()));
    }

    /** The number of friends of the user who has most. */
    int mostFriends() {
        return friends.stream().mapToInt(List::size).max().orElse(0);
    }
}
