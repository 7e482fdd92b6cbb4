package io.paxosstore.lsm.store;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is known of the entities that were used last ({@link RecentEntity}). Bounded by bytes,
 * shared out among stripes, each of which belongs to one of {@link EntityLocks}. In each stripe a
 * hand goes round: who was not used since it came by the last time makes room for another (the
 * clock algorithm).
 *
 * <p>Whoever uses it holds the entity's lock, from before the read or the write of the database to
 * the call here: so it never says anything else than the database does.
 */
final class RecentEntities {
    /** What an entity takes, about: there are places for as many as have room then. */
    private static final int ENTITY_BYTES = 512;

    /** So few are looked through one after the other; a byte numbers them. */
    private static final int PLACES_MAX = 128;

    /** Twice as many as places at most, so that most entities are found at the first look. */
    private static final int GUESSES = 2 * PLACES_MAX;

    /** An entity that would take more than this share of its stripe has no place. */
    private static final int STRIPE_SHARE = 4;

    /** A power of two; at least as many as locks, so that the lower bits of a hash choose both. */
    private final List<Stripe> stripes = new ArrayList<>();

    private final LongAdder hits = new LongAdder();
    private final LongAdder misses = new LongAdder();

    /**
     * @param bytesMax of all entities, about; 0 for none
     */
    RecentEntities(long bytesMax) {
        int count = EntityLocks.COUNT;
        while (bytesMax / count / ENTITY_BYTES > PLACES_MAX) {
            count *= 2;
        }
        for (int i = 0; i < count; i++) {
            stripes.add(new Stripe(bytesMax / count));
        }
    }

    /** What is known of an entity; null for nothing. */
    @Nullable RecentEntity get(EntityKey entity) {
        return stripe(entity).find(entity);
    }

    /** The same where a use of the entity begins, of which the figures tell. */
    @Nullable RecentEntity use(EntityKey entity) {
        RecentEntity known = get(entity);
        (known == null ? misses : hits).increment();
        return known;
    }

    /** An entity's metadata was read; nothing else is known of it. */
    void put(EntityKey entity, EntityMeta meta) {
        stripe(entity).put(entity, meta);
    }

    /** What {@link #get} gave has been written to: it may take more bytes than before, or fewer. */
    void resized(EntityKey entity, RecentEntity known) {
        stripe(entity).count(known);
    }

    /** A number that no entity had before as its generation, of its stripe. */
    long newGeneration(EntityKey entity) {
        return ++stripe(entity).generations;
    }

    /** It is gone, or nobody knows what it is. */
    void remove(EntityKey entity) {
        stripe(entity).remove(entity);
    }

    /** At how many uses something was known; any thread. */
    long hits() {
        return hits.sum();
    }

    /** At how many nothing was; any thread. */
    long misses() {
        return misses.sum();
    }

    private Stripe stripe(EntityKey entity) {
        return stripes.get((int) entity.hash() & stripes.size() - 1);
    }

    private static final class Stripe {
        private final long bytesMax;

        /** By place; 0 where nothing is known, or of an entity whose hash that is. */
        private long[] hashes = {};

        private @Nullable RecentEntity[] entities = {};

        /** By some bits of a hash, the place where an entity with these was found, or put, last. */
        private byte[] guesses = {};

        private int hand;
        private long bytes;
        private long generations;

        Stripe(long bytesMax) {
            this.bytesMax = bytesMax;
        }

        /** Nothing is taken for entities before there are any. */
        private void makePlaces() {
            if (hashes.length == 0) {
                int places = (int) (bytesMax / ENTITY_BYTES);
                hashes = new long[places];
                entities = new RecentEntity[places];
                guesses = new byte[GUESSES];
            }
        }

        @Nullable RecentEntity find(EntityKey entity) {
            int place = place(entity);
            if (place < 0) {
                return null;
            }
            RecentEntity known = entities[place];
            if (known != null) {
                known.use();
            }
            return known;
        }

        private int place(EntityKey entity) {
            if (hashes.length == 0) {
                return -1;
            }
            long hash = entity.hash();
            int guess = guesses[guess(hash)];
            if (isAt(guess, hash, entity)) {
                return guess;
            }
            for (int place = 0; place < hashes.length; place++) {
                if (isAt(place, hash, entity)) {
                    guesses[guess(hash)] = (byte) place;
                    return place;
                }
            }
            return -1;
        }

        private boolean isAt(int place, long hash, EntityKey entity) {
            RecentEntity known = hashes[place] == hash ? entities[place] : null;
            return known != null && known.is(entity);
        }

        /** By the bits of a hash that do not choose the stripe. */
        private static int guess(long hash) {
            return (int) (hash >>> Integer.SIZE) & GUESSES - 1;
        }

        void put(EntityKey entity, EntityMeta meta) {
            remove(entity);
            long length = (long) entity.key().length + meta.applied().requestTable().length;
            if (bytesMax < ENTITY_BYTES || length > bytesMax / STRIPE_SHARE) {
                return;
            }
            makePlaces();
            int place = freePlace();
            RecentEntity mine = entities[place];
            if (mine == null) {
                mine = new RecentEntity();
                entities[place] = mine;
            }
            // Not as if it were used: what is used but once does not drive the others out.
            mine.become(entity, meta, ++generations);
            hashes[place] = entity.hash();
            guesses[guess(entity.hash())] = (byte) place;
            count(mine);
        }

        private int freePlace() {
            while (true) {
                int place = hand;
                hand = (hand + 1) % hashes.length;
                RecentEntity there = entities[place];
                if (there == null || !there.takeUsed()) {
                    return place;
                }
            }
        }

        /**
         * Counts what an entity of this stripe takes now, and lets others go until there is room.
         */
        void count(RecentEntity one) {
            bytes += one.takeGrowth();
            // After two rounds nobody is left who was used.
            for (int i = 2 * hashes.length; i > 0 && bytes > bytesMax; i--) {
                forget(freePlace());
            }
        }

        void remove(EntityKey entity) {
            int place = place(entity);
            if (place >= 0) {
                forget(place);
            }
        }

        private void forget(int place) {
            RecentEntity gone = entities[place];
            bytes -= gone == null ? 0 : gone.counted();
            entities[place] = null;
            hashes[place] = 0;
        }
    }
}
