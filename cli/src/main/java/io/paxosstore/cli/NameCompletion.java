package io.paxosstore.cli;

import io.paxosstore.cli.ShellCommand.Scope;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Completes the names of spaces, entities and objects, where a command has one. */
final class NameCompletion {
    /**
     * A name that may stand there.
     *
     * @param about what it is, in a word
     * @param isWhole whether a blank follows; else the word goes on
     */
    record Name(String text, String about, boolean isWhole) {}

    private final KnownNames names;
    private final Shell shell;

    /**
     * @param shell tells what is in use
     */
    NameCompletion(KnownNames names, Shell shell) {
        this.names = names;
        this.shell = shell;
    }

    /**
     * The names for a place of a line; it asks the cluster only if a name can stand there.
     *
     * @param words of the line
     * @param index of the word that is to be completed
     * @param begun what of it is there
     */
    List<Name> at(List<String> words, int index, String begun) {
        ShellCommand command = index == 0 ? null : ShellCommand.of(words.getFirst());
        if (command == null) {
            return List.of();
        }
        return switch (command) {
            case DROP_SPACE -> index == 1 ? spaces(null) : List.of();
            case USE -> used(words, index, begun);
            case LIST, QUEUE, SET, SORTED_SET, MAP, VALUE, TABLE, OBJECT ->
                    object(command, words, index, begun);
            case SCAN, COUNT, WATCH_RANGE -> space(index, null);
            default -> scoped(command, index, begun);
        };
    }

    private List<Name> scoped(ShellCommand command, int index, String begun) {
        return switch (command.scope()) {
            case Scope.SPACE -> space(index, SpaceKind.KEY_VALUE);
            case Scope.ENTITY ->
                    index == 1 && shell.entityInUse().isEmpty() ? entities(begun) : List.of();
            case Scope.NONE -> List.of();
        };
    }

    private List<Name> used(List<String> words, int index, String begun) {
        if (index == 1) {
            return spaces(SpaceKind.KEY_VALUE);
        }
        return index == 2 && words.get(1).equalsIgnoreCase("entity") ? entities(begun) : List.of();
    }

    private List<Name> object(ShellCommand command, List<String> words, int index, String begun) {
        boolean isInUse = !shell.entityInUse().isEmpty();
        if (index == 1 && !isInUse) {
            return entities(begun);
        }
        if (index != (isInUse ? 1 : 2)) {
            return List.of();
        }
        String entity = isInUse ? shell.entityInUse() : words.get(1);
        return names.objects(entity, begun).stream()
                .filter(name -> command == ShellCommand.OBJECT || isOf(name, command))
                .map(name -> new Name(name.name(), name.type().word(), true))
                .toList();
    }

    private static boolean isOf(Result.Name name, ShellCommand command) {
        return name.type().name().replace("_", "").equals(command.word().toUpperCase(Locale.ROOT));
    }

    private List<Name> space(int index, @Nullable SpaceKind kind) {
        return index == 1 && shell.spaceInUse().isEmpty() ? spaces(kind) : List.of();
    }

    /** Those of a kind; of all kinds if it is null. */
    private List<Name> spaces(@Nullable SpaceKind kind) {
        return known(kind).map(space -> new Name(space.name(), space.kind().word(), true)).toList();
    }

    private Stream<SpaceInfo> known(@Nullable SpaceKind kind) {
        return names.spaces().stream().filter(space -> kind == null || space.kind() == kind);
    }

    /** Spaces first, and what is in one when its name and the colon are there. */
    private List<Name> entities(String begun) {
        int colon = begun.indexOf(':');
        if (colon < 0) {
            return known(SpaceKind.ENTITY)
                    .map(space -> new Name(space.name() + ":", space.kind().word(), false))
                    .toList();
        }
        String space = begun.substring(0, colon);
        return names.entities(space, begun.substring(colon + 1)).stream()
                .map(id -> new Name(space + ":" + id, "", true))
                .toList();
    }
}
