package io.paxosstore.bench.demo;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntitySet;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.MultiOpBuilder;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.ResultLostException;
import io.paxosstore.client.Slice;
import io.paxosstore.client.Step;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/**
 * Moments: each user has an entity with a value for each post, a map as their index, and a set of
 * likes for each post that has any. A post goes into value and index in one MultiOp; beyond a
 * number of posts the same MultiOp removes the oldest. Each user posts from one thread.
 */
final class Timelines {
    private static final String SPACE = "moments";
    private static final String POST = "post:";
    private static final String LIKES = "likes:";
    private static final int POSTS_MAX = 20;
    private static final Page PAGE = Page.of(100);
    private static final int PROBLEMS_MAX = 100;

    private final EntitySpace<String> space;
    private final List<TimelineRecord> records;
    private final long[] posted;

    /** What was seen torn while the load ran. */
    private final Queue<String> torn = new ConcurrentLinkedQueue<>();

    Timelines(PaxosStore store, int users) {
        store.createSpaceIfAbsent(SPACE, SpaceKind.ENTITY);
        space = store.entitySpace(SPACE, Codec.utf8());
        records =
                IntStream.range(0, users)
                        .mapToObj(user -> new TimelineRecord(SocialGraph.name(user)))
                        .toList();
        posted = new long[users];
    }

    private Entity entity(int user) {
        return space.entity(SocialGraph.name(user));
    }

    private static EntityMap<String, String> index(Entity timeline) {
        return timeline.map("index", Codec.utf8(), Codec.utf8());
    }

    private static EntityValue<String> post(Entity timeline, String name) {
        return timeline.value(POST + name, Codec.utf8());
    }

    private static EntitySet<String> likes(Entity timeline, String name) {
        return timeline.set(LIKES + name, Codec.utf8());
    }

    /** Writes the user's next post, and removes the oldest if there are too many. */
    void post(int user) {
        Entity timeline = entity(user);
        TimelineRecord record = records.get(user);
        String name = String.format(Locale.ROOT, "%06d", ++posted[user]);
        String text = "moment " + name + " of " + SocialGraph.name(user);
        EntityMap<String, String> index = index(timeline);
        MultiOpBuilder step =
                timeline.multiOp()
                        .then(post(timeline, name).op().put(text), index.op().put(name, text));
        String old = record.size() >= POSTS_MAX ? record.oldest() : null;
        if (old != null) {
            step.then(
                    post(timeline, old).op().delete(),
                    likes(timeline, old).op().delete(),
                    index.op().remove(old));
        }
        post(record, step, name, text, old);
    }

    private static void post(
            TimelineRecord record,
            MultiOpBuilder step,
            String name,
            String text,
            @Nullable String old) {
        try {
            step.execute();
            record.posted(name, text, old);
        } catch (ResultLostException e) {
            record.posted(name, text, old);
        } catch (OutcomeUnknownException e) {
            record.unknown(name, old);
            throw e;
        }
    }

    /** Likes the newest post of an author, if it is still there then. */
    void like(int reader, int author) {
        Entity timeline = entity(author);
        List<Map.Entry<String, String>> posts = index(timeline).scan(PAGE).elements();
        if (!posts.isEmpty()) {
            String name = posts.getLast().getKey();
            timeline.multiOp()
                    .when(post(timeline, name).ifExists())
                    .then(likes(timeline, name).op().add(SocialGraph.name(reader)))
                    .execute();
        }
    }

    /** Looks at an author's posts: index and values as of one version must fit. */
    void scroll(int author) {
        Entity timeline = entity(author);
        List<Map.Entry<String, String>> posts = index(timeline).scan(PAGE).elements();
        Step<Slice<Map.Entry<String, String>>> again = index(timeline).op().scan(PAGE);
        Map<String, Step<Optional<String>>> values = new LinkedHashMap<>();
        List<Step<?>> steps = new ArrayList<>(List.of(again));
        for (Map.Entry<String, String> post : posts) {
            Step<Optional<String>> value = post(timeline, post.getKey()).op().get();
            values.put(post.getKey(), value);
            steps.add(value);
        }
        MultiOpOutcome seen = timeline.multiOp().then(steps.toArray(Step<?>[]::new)).execute();
        Map<String, String> index = new TreeMap<>();
        seen.get(again).elements().forEach(post -> index.put(post.getKey(), post.getValue()));
        values.forEach((name, step) -> {
            Optional<String> value = seen.get(step);
            if (!value.equals(Optional.ofNullable(index.get(name))) && torn.size() < PROBLEMS_MAX) {
                torn.add(
                        "timeline of %s: post %s is %s in the index and '%s' as a value"
                                .formatted(
                                        SocialGraph.name(author),
                                        name,
                                        index.get(name),
                                        value.orElse("absent")));
            }
        });
    }

    /** Reads a whole timeline and says what is wrong; its author and its friends must rest. */
    List<String> check(int user) {
        Entity timeline = entity(user);
        Set<String> index = new TreeSet<>();
        index(timeline).scan().forEach(post -> index.add(post.getKey()));
        Map<String, String> values = new TreeMap<>();
        Set<String> likes = new TreeSet<>();
        String from = "";
        while (from != null) {
            Result.Names names = timeline.objects(from, PAGE);
            List<String> posts = new ArrayList<>();
            for (Result.Name object : names.names()) {
                String name = object.name();
                if (name.startsWith(POST)) {
                    posts.add(name.substring(POST.length()));
                } else if (name.startsWith(LIKES)) {
                    likes.add(name.substring(LIKES.length()));
                }
            }
            readPosts(timeline, posts, values);
            from = names.next();
        }
        return records.get(user).problems(index, values, likes);
    }

    private static void readPosts(Entity timeline, List<String> names, Map<String, String> values) {
        List<Step<Optional<String>>> steps = new ArrayList<>();
        names.forEach(name -> steps.add(post(timeline, name).op().get()));
        MultiOpOutcome seen = timeline.multiOp().then(steps.toArray(Step<?>[]::new)).execute();
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), seen.get(steps.get(i)).orElse("absent"));
        }
    }

    /** What was seen torn while the load ran. */
    List<String> torn() {
        return List.copyOf(torn);
    }
}
