package io.paxosstore.sim.check;

import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The catalog of spaces as clients see it: names, each of one space, and ids that are given out one
 * after the other, by kind, and never again. Written apart from the node's {@code Catalog}.
 */
public final class CatalogModel implements Model<CatalogModel.State, CatalogCall, CatalogAnswer> {
    /**
     * The spaces.
     *
     * @param spaces ids by name
     * @param nextKeyValue the id that the next key-value space gets
     * @param nextEntity the id that the next entity space gets
     */
    public record State(SortedMap<String, Integer> spaces, int nextKeyValue, int nextEntity) {
        private int next(SpaceKind kind) {
            return kind == SpaceKind.ENTITY ? nextEntity : nextKeyValue;
        }

        private State with(CatalogCall.Create create) {
            SortedMap<String, Integer> more = new TreeMap<>(spaces);
            more.put(create.name(), next(create.kind()));
            return switch (create.kind()) {
                case KEY_VALUE -> new State(more, nextKeyValue + 1, nextEntity);
                case ENTITY -> new State(more, nextKeyValue, nextEntity + 1);
            };
        }

        private State without(String name) {
            SortedMap<String, Integer> fewer = new TreeMap<>(spaces);
            fewer.remove(name);
            return new State(fewer, nextKeyValue, nextEntity);
        }
    }

    private final int firstKeyValue;
    private final int firstEntity;

    /**
     * Where a cluster begins to count is a matter of chance.
     *
     * @param firstKeyValue the id of its first key-value space
     * @param firstEntity the id of its first entity space
     */
    public CatalogModel(int firstKeyValue, int firstEntity) {
        this.firstKeyValue = firstKeyValue;
        this.firstEntity = firstEntity;
    }

    @Override
    public State initial() {
        return new State(new TreeMap<>(), firstKeyValue, firstEntity);
    }

    @Override
    public void step(
            State state,
            CatalogCall input,
            @Nullable CatalogAnswer output,
            Consumer<? super State> next) {
        switch (input) {
            case CatalogCall.Create create -> create(state, create, output, next);
            case CatalogCall.Drop drop -> drop(state, drop, output, next);
            case CatalogCall.Open open -> {
                Integer found = state.spaces().get(open.name());
                same(state, found == null ? unknown() : one(found), output, next);
            }
            case CatalogCall.ListAll _ ->
                    same(state, new CatalogAnswer.All(state.spaces()), output, next);
        }
    }

    private static void create(
            State state,
            CatalogCall.Create create,
            @Nullable CatalogAnswer output,
            Consumer<? super State> next) {
        Integer found = state.spaces().get(create.name());
        if (found == null) {
            if (output == null || output.equals(one(state.next(create.kind())))) {
                next.accept(state.with(create));
            }
            return;
        }
        boolean wanted = create.ifNotExists() && SpaceKind.of(found) == create.kind();
        same(state, wanted ? one(found) : new CatalogAnswer.Exists(), output, next);
    }

    private static void drop(
            State state,
            CatalogCall.Drop drop,
            @Nullable CatalogAnswer output,
            Consumer<? super State> next) {
        CatalogAnswer done = new CatalogAnswer.Dropped();
        if (!state.spaces().containsKey(drop.name())) {
            same(state, unknown(), output, next);
        } else if (output == null || output.equals(done)) {
            next.accept(state.without(drop.name()));
        }
    }

    private static CatalogAnswer one(int id) {
        return new CatalogAnswer.One(id);
    }

    private static CatalogAnswer unknown() {
        return new CatalogAnswer.Unknown();
    }

    private static void same(
            State state,
            CatalogAnswer expected,
            @Nullable CatalogAnswer output,
            Consumer<? super State> next) {
        if (expected.equals(output)) {
            next.accept(state);
        }
    }
}
