package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.redis.data.Pages;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Draws a field of a hash that is not empty and too large to be read for it, by walking down the
 * trie that the bytes of the names form: at each fork one of the branches is drawn, until there are
 * few fields below. Every field can be drawn, those on paths with fewer branches more often. Used
 * once.
 */
final class RandomField {
    /** Of so many fields one is drawn without going further down. */
    private static final Page FEW = new Page(128, 1 << 16);

    private static final Page ONE = Page.of(1);

    /** Most draws at a fork; then the next branch after the last draw is taken. */
    private static final int ATTEMPTS_MAX = 64;

    /** In place of a branch: the name that ends at the fork. */
    private static final int ENDS = -1;

    private static final int BYTES = 256;

    private final MapFields fields;
    private final RandomGenerator random;
    private byte[] prefix = {};

    RandomField(MapFields fields, RandomGenerator random) {
        this.fields = fields;
        this.random = random;
    }

    MapOperation.Field draw() {
        while (true) {
            Pages.Page<MapOperation.Field> few = fields.page(prefix, end(), FEW);
            List<MapOperation.Field> found = few.elements();
            if (few.next() == null) {
                return found.get(random.nextInt(found.size()));
            }
            MapOperation.Field least = Objects.requireNonNull(first(prefix));
            int low = branch(least);
            int drawn = draw(low, greatest(low));
            if (drawn == ENDS) {
                return least;
            }
            prefix = child(drawn);
        }
    }

    /** Draws until a branch is hit that is there, so that all branches of a fork are alike. */
    private int draw(int low, int high) {
        int branch = low;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            int drawn = random.nextInt(low, high + 1);
            if (drawn == low || drawn == high) {
                return drawn;
            }
            branch = next(drawn);
            if (branch == drawn) {
                return branch;
            }
        }
        return branch;
    }

    /** The greatest branch that is there, if this is the least. */
    private int greatest(int low) {
        int known = low;
        int beyond = BYTES;
        int middle = low + 1; // most forks have one branch
        while (known + 1 < beyond) {
            int next = next(middle);
            if (next == BYTES) {
                beyond = middle;
            } else {
                known = next;
            }
            middle = (known + beyond) >>> 1;
        }
        return known;
    }

    /** The first branch from this one on; BYTES if there is none. */
    private int next(int from) {
        MapOperation.Field first = first(child(from));
        return first == null ? BYTES : branch(first);
    }

    private MapOperation.@Nullable Field first(byte[] from) {
        byte[] end = end();
        Pages<MapOperation.Field> rest = new Pages<>(from, begin -> fields.page(begin, end, ONE));
        return rest.hasNext() ? rest.next() : null;
    }

    private int branch(MapOperation.Field field) {
        return field.name().length == prefix.length ? ENDS : field.name()[prefix.length] & 0xff;
    }

    private byte[] child(int branch) {
        byte[] child = Arrays.copyOf(prefix, prefix.length + 1);
        child[prefix.length] = (byte) branch;
        return child;
    }

    /** Behind all names that begin with the prefix; null if nothing is. */
    private byte @Nullable [] end() {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xff) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] end = Arrays.copyOf(prefix, length);
        end[length - 1]++;
        return end;
    }
}
