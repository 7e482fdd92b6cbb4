package io.paxosstore.node.space;

import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.node.space.CatalogRequest.Answer;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.FailureCode;

import java.util.ArrayList;
import java.util.List;

/**
 * The requests of one round applied to one version of the catalog. Each change is made once: one
 * that the catalog remembers gets the answer it got then (Rule E3), be it a refusal (Rule E1), and
 * one that it may have forgotten is not made (Rule E2). Not thread-safe.
 *
 * <p>So a refusal is written, too, though nothing changes: a space that has the name today may be
 * dropped tomorrow, and an attempt that comes late must not be made then, as its client was told.
 * Only what every later attempt is told as well is not written.
 */
final class CatalogChange {
    private final Catalog before;
    private final CatalogOptions options;
    private final long clockMillis;
    private final RequestTable requests;
    private final List<Answer> answers = new ArrayList<>();
    private Catalog after;
    private boolean needed;

    /**
     * @param wallMillis the node's clock
     */
    CatalogChange(Catalog before, CatalogOptions options, long wallMillis) {
        this.before = before;
        this.options = options;
        this.after = before;
        this.clockMillis = Math.max(wallMillis, before.clockMillis());
        this.requests = before.requests();
        requests.pass(clockMillis - before.clockMillis(), options.dedupeAgeMillis());
    }

    Catalog before() {
        return before;
    }

    /** The catalog to be written. */
    Catalog after() {
        requests.trim(options.dedupeClientsMax(), options.dedupeAgeMillis());
        return after.remembering(requests, clockMillis);
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
                    case CatalogRequest.Change change -> change(change);
                    case CatalogRequest.Open open -> {
                        SpaceInfo found = after.named(open.name());
                        yield found == null
                                ? CatalogResult.unknown(open.name())
                                : new Answer.One(found);
                    }
                    case CatalogRequest.ListAll _ -> new Answer.All(after.spaces());
                    case CatalogRequest.Refresh _ -> new Answer.Done();
                });
    }

    private Answer change(CatalogRequest.Change change) {
        if (change instanceof CatalogRequest.Create && !Catalog.isValidName(change.name())) {
            return new Answer.Failed(
                    FailureCode.BAD_REQUEST,
                    "'"
                            + change.name()
                            + "' is no name for a space; use 1 to 64 of a-z, 0-9, _ and -.");
        }
        RequestId id = change.once().id();
        return switch (requests.verdict(id)) {
            case RequestTable.Verdict.Fresh _
                    when id.isFarAhead(clockMillis, requests.forgottenStamp()) ->
                    new Answer.Failed(
                            FailureCode.BAD_REQUEST,
                            "The client's clock is more than 20 years ahead of this node's; set"
                                    + " it right.");
            case RequestTable.Verdict.Fresh _ -> {
                CatalogResult result =
                        switch (change) {
                            case CatalogRequest.Create create -> create(create, id);
                            case CatalogRequest.Drop drop -> drop(drop);
                        };
                if (!result.isForEver()) {
                    long floor = id.settledFloor(change.once().settledFloor());
                    requests.executed(id, floor, result.encode());
                    needed = true;
                }
                yield result.answer(change);
            }
            case RequestTable.Verdict.Duplicate duplicate ->
                    CatalogResult.decode(duplicate.result()).answer(change);
            case RequestTable.Verdict.LateCopy late -> new Answer.Expired(late.floor());
            case RequestTable.Verdict.Expired expired ->
                    new Answer.Expired(expired.forgottenStamp());
        };
    }

    private CatalogResult create(CatalogRequest.Create create, RequestId request) {
        SpaceInfo found = after.named(create.name());
        if (found != null) {
            return create.ifNotExists() && found.kind() == create.kind()
                    ? new CatalogResult.Made(found.id())
                    : new CatalogResult.Exists(found.id());
        }
        if (after.size() >= options.spacesMax()) {
            return new CatalogResult.TooMany(options.spacesMax());
        }
        if (after.isUnfounded()) {
            after = after.foundedBy(request);
        }
        if (!after.hasRoom(create.kind())) {
            return new CatalogResult.NoNumber();
        }
        int id = after.nextId(create.kind());
        after = after.with(create.name(), create.kind());
        return new CatalogResult.Made(id);
    }

    private CatalogResult drop(CatalogRequest.Drop drop) {
        if (after.named(drop.name()) == null) {
            return new CatalogResult.Unknown();
        }
        after = after.without(drop.name());
        return new CatalogResult.Dropped();
    }
}
