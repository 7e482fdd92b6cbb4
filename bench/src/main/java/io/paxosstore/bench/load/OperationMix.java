package io.paxosstore.bench.load;

import io.paxosstore.core.RandomSource;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many operations in a hundred are of which kind. All are about keys, or all about entities.
 *
 * @param shares from 1 to 100 each, 100 together
 */
public record OperationMix(Map<OperationKind, Integer> shares) {
    private static final int WHOLE = 100;

    /**
     * Checks the shares and takes a copy.
     *
     * @throws IllegalArgumentException if they do not add up, or are about keys and entities
     */
    public OperationMix {
        Map<OperationKind, Integer> copy = new EnumMap<>(OperationKind.class);
        copy.putAll(shares);
        copy.values().removeIf(share -> share == 0);
        boolean isPositive = copy.values().stream().allMatch(share -> share > 0);
        int sum = copy.values().stream().mapToInt(Integer::intValue).sum();
        if (!isPositive || sum != WHOLE) {
            throw new IllegalArgumentException("shares " + shares + " do not add up to 100");
        }
        if (copy.keySet().stream().map(OperationKind::isOfEntity).distinct().count() > 1) {
            throw new IllegalArgumentException("shares " + shares + " are of keys and entities");
        }
        shares = Collections.unmodifiableMap(copy);
    }

    /**
     * Reads a mix as users write it: {@code write=50,read=50}, {@code enqueue=100}.
     *
     * @throws IllegalArgumentException naming the text and what is expected
     */
    public static OperationMix parse(String text) {
        Map<OperationKind, Integer> shares = new EnumMap<>(OperationKind.class);
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            int share = equals < 0 ? -1 : share(part.substring(equals + 1).trim());
            String label = equals < 0 ? part : part.substring(0, equals).trim();
            OperationKind kind =
                    Arrays.stream(OperationKind.values())
                            .filter(one -> one.label().equals(label))
                            .findFirst()
                            .orElseThrow(() -> bad(text));
            if (share < 0) {
                throw bad(text);
            }
            shares.merge(kind, share, Integer::sum);
        }
        try {
            return new OperationMix(shares);
        } catch (IllegalArgumentException e) {
            throw bad(text);
        }
    }

    private static int share(String digits) {
        boolean isNumber =
                digits.length() <= 3 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber && !digits.isEmpty() ? Integer.parseInt(digits) : -1;
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                "'"
                        + text
                        + "' is no mix; give shares that add up to 100, such as write=50,read=50,"
                        + " of keys or of entities: "
                        + Arrays.stream(OperationKind.values())
                                .map(OperationKind::label)
                                .collect(Collectors.joining(", ")));
    }

    /** Whether it is about entities. */
    public boolean isOfEntities() {
        return shares.keySet().iterator().next().isOfEntity();
    }

    /** Draws the kind of the next operation. */
    public OperationKind next(RandomSource random) {
        int drawn = shares.size() == 1 ? 0 : random.nextInt(WHOLE);
        OperationKind last = OperationKind.READ;
        for (Map.Entry<OperationKind, Integer> one : shares.entrySet()) {
            last = one.getKey();
            drawn -= one.getValue();
            if (drawn < 0) {
                break;
            }
        }
        return last;
    }

    /** As users write it; writes before reads. */
    @Override
    public String toString() {
        Map<OperationKind, Integer> writesFirst = new TreeMap<>(Comparator.reverseOrder());
        writesFirst.putAll(shares);
        return (isOfEntities() ? shares : writesFirst)
                .entrySet().stream()
                        .map(one -> one.getKey().label() + "=" + one.getValue())
                        .collect(Collectors.joining(","));
    }
}
