package io.paxosstore.bench.demo;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the author of a timeline was told. Used by one thread at a time. */
final class TimelineRecord {
    private final String owner;

    /** Posts that are there for certain, by name, with their text. */
    private final TreeMap<String, String> posts = new TreeMap<>();

    /** Posts of which nothing is known for certain any more. */
    private final Set<String> unknown = new HashSet<>();

    TimelineRecord(String owner) {
        this.owner = owner;
    }

    /** A post was made, and perhaps an old one removed, in one step. */
    void posted(String name, String text, @Nullable String removed) {
        posts.put(name, text);
        if (removed != null) {
            posts.remove(removed);
        }
    }

    /** It is not known whether that step was taken. */
    void unknown(String name, @Nullable String removed) {
        unknown.add(name);
        if (removed != null) {
            unknown.add(removed);
            posts.remove(removed);
        }
    }

    int size() {
        return posts.size();
    }

    /** The oldest post that is there for certain; null if there is none. */
    @Nullable String oldest() {
        return posts.isEmpty() ? null : posts.firstKey();
    }

    /**
     * Everything that contradicts what the author was told, or that index, posts and likes change
     * together.
     *
     * @param index names in the index
     * @param values posts, by name
     * @param likes names of posts that have likes
     */
    List<String> problems(Set<String> index, Map<String, String> values, Set<String> likes) {
        List<String> problems = new ArrayList<>();
        for (String name : index) {
            if (!values.containsKey(name)) {
                problems.add(at(name) + "is in the index and has no value");
            }
            if (!posts.containsKey(name) && !unknown.contains(name)) {
                problems.add(at(name) + "is in the index and should not be");
            }
        }
        for (String name : values.keySet()) {
            if (!index.contains(name)) {
                problems.add(at(name) + "has a value and is not in the index");
            }
        }
        Set<String> orphans = new TreeSet<>(likes);
        orphans.removeAll(index);
        orphans.forEach(name -> problems.add(at(name) + "has likes and is not there"));
        posts.forEach((name, text) -> {
            if (!Objects.equals(values.get(name), text)) {
                problems.add(at(name) + "should say '" + text + "'");
            }
        });
        return problems;
    }

    private String at(String name) {
        return "timeline of %s: post %s ".formatted(owner, name);
    }
}
