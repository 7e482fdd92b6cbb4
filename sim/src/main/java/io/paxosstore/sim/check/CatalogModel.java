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
     * A space.
     *
     * @param creator the call that created it
     */
    public record Space(int id, long creator) {}

    /**
     * The spaces.
     *
     * @param spaces by name
     * @param nextKeyValue the id that the next key-value space gets
     * @param nextEntity the id that the next entity space gets
     */
    public record State(SortedMap<String, Space> spaces, int nextKeyValue, int nextEntity) {
        private int next(SpaceKind kind) {
            return kind == SpaceKind.ENTITY ? nextEntity : nextKeyValue;
        }

        private State with(CatalogCall.Create create) {
            SortedMap<String, Space> more = new TreeMap<>(spaces);
            more.put(create.name(), new Space(next(create.kind()), create.creator()));
            return switch (create.kind()) {
                case KEY_VALUE -> new State(more, nextKeyValue + 1, nextEntity);
                case ENTITY -> new State(more, nextKeyValue, nextEntity + 1);
            };
        }

        private State without(String name) {
            SortedMap<String, Space> fewer = new TreeMap<>(spaces);
            fewer.remove(name);
            return new State(fewer, nextKeyValue, nextEntity);
        }

        private SortedMap<String, Integer> ids() {
            SortedMap<String, Integer> ids = new TreeMap<>();
            spaces.forEach((name, space) -> ids.put(name, space.id()));
            return ids;
        }
    }

    @Override
    public State initial() {
        return new State(new TreeMap<>(), 1, SpaceKind.ENTITY_FROM);
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
                Space found = state.spaces().get(open.name());
                same(state, found == null ? unknown() : one(found.id()), output, next);
            }
            case CatalogCall.ListAll _ ->
                    same(state, new CatalogAnswer.All(state.ids()), output, next);
        }
    }

    private static void create(
            State state,
            CatalogCall.Create create,
            @Nullable CatalogAnswer output,
            Consumer<? super State> next) {
        Space found = state.spaces().get(create.name());
        if (found == null) {
            if (output == null || output.equals(one(state.next(create.kind())))) {
                next.accept(state.with(create));
            }
            return;
        }
        boolean wanted = create.ifNotExists() && SpaceKind.of(found.id()) == create.kind();
        boolean own = found.creator() == create.creator();
        same(state, own || wanted ? one(found.id()) : new CatalogAnswer.Exists(), output, next);
    }

    private static void drop(
            State state,
            CatalogCall.Drop drop,
            @Nullable CatalogAnswer output,
            Consumer<? super State> next) {
        CatalogAnswer done = new CatalogAnswer.Dropped();
        if (!state.spaces().containsKey(drop.name())) {
            same(state, drop.repeated() ? done : unknown(), output, next);
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
