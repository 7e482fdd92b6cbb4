package io.paxosstore.node.space;

import io.paxosstore.node.space.CatalogRequest.Answer;
import io.paxosstore.protocol.wire.FailureCode;

import java.util.ArrayList;
import java.util.List;

/** The requests of one round applied to one version of the catalog. Not thread-safe. */
final class CatalogChange {
    private final Catalog before;
    private final int spacesMax;
    private final List<Answer> answers = new ArrayList<>();
    private Catalog after;
    private boolean needed;

    CatalogChange(Catalog before, int spacesMax) {
        this.before = before;
        this.spacesMax = spacesMax;
        this.after = before;
    }

    Catalog before() {
        return before;
    }

    Catalog after() {
        return after;
    }

    /** Whether the catalog is to be written. */
    boolean isNeeded() {
        return needed;
    }

    /** The answers in the order of the requests; true once {@link #after} is written. */
    List<Answer> answers() {
        return answers;
    }

    void apply(CatalogRequest request) {
        answers.add(
                switch (request) {
                    case CatalogRequest.Create create -> create(create);
                    case CatalogRequest.Drop drop -> drop(drop);
                    case CatalogRequest.Open open -> {
                        Catalog.Entry found = after.find(open.name());
                        yield found == null ? unknown(open.name()) : new Answer.One(found.space());
                    }
                    case CatalogRequest.ListAll list -> new Answer.All(after.spaces());
                    case CatalogRequest.Refresh refresh -> new Answer.Done();
                });
    }

    private Answer create(CatalogRequest.Create create) {
        String name = create.name();
        if (!Catalog.isValidName(name)) {
            return new Answer.Failed(
                    FailureCode.BAD_REQUEST,
                    "'" + name + "' is no name for a space; use 1 to 64 of a-z, 0-9, _ and -.");
        }
        Catalog.Entry found = after.find(name);
        if (found != null) {
            boolean repeat = found.creator().equals(create.creator());
            boolean wanted = create.ifNotExists() && found.space().kind() == create.kind();
            return repeat || wanted
                    ? new Answer.One(found.space())
                    : new Answer.Failed(FailureCode.SPACE_EXISTS, exists(found, create));
        }
        if (after.size() >= spacesMax) {
            return new Answer.Failed(
                    FailureCode.BAD_REQUEST,
                    "There are "
                            + spacesMax
                            + " spaces already; drop one or raise catalog.spaces.");
        }
        if (!after.hasRoom(create.kind())) {
            return new Answer.Failed(
                    FailureCode.BAD_REQUEST,
                    "All numbers of spaces of the kind "
                            + create.kind().word()
                            + " are used up; use a present space.");
        }
        after = after.with(name, create.kind(), create.creator());
        needed = true;
        Catalog.Entry made = after.find(name);
        return made == null ? unknown(name) : new Answer.One(made.space());
    }

    private static String exists(Catalog.Entry found, CatalogRequest.Create create) {
        return found.space().kind() == create.kind()
                ? "A space '" + create.name() + "' exists already."
                : "A space '"
                        + create.name()
                        + "' exists already, of the kind "
                        + found.space().kind().word()
                        + "; use another name.";
    }

    private Answer drop(CatalogRequest.Drop drop) {
        if (after.find(drop.name()) == null) {
            return drop.repeated() ? new Answer.Done() : unknown(drop.name());
        }
        after = after.without(drop.name());
        needed = true;
        return new Answer.Done();
    }

    private static Answer unknown(String name) {
        return new Answer.Failed(
                FailureCode.UNKNOWN_SPACE, "There is no space '" + name + "'; create it first.");
    }
}
