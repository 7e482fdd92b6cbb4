package io.paxosstore.client;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.MultiOpResult;

/**
 * An operation or guard on an entity could not be executed: an object has another type, a number is
 * none or would overflow, a table or row is there or is not, a limit is exceeded. Nothing of the
 * whole {@link io.paxosstore.protocol.model.MultiOp} took effect.
 */
public final class RejectedException extends NotDoneException {
    private static final long serialVersionUID = 1L;

    private final transient MultiOpResult.Rejected rejected;

    RejectedException(String verb, EntityRef entity, MultiOpResult.Rejected rejected) {
        this(rejected, message(verb, entity, rejected), false);
    }

    private RejectedException(
            MultiOpResult.Rejected rejected, String message, boolean withStackTrace) {
        super(reason(rejected.failure()), message, withStackTrace);
        this.rejected = rejected;
    }

    private static String message(String verb, EntityRef entity, MultiOpResult.Rejected rejected) {
        String where =
                verb.equals(MultiOpBuilder.VERB)
                        ? switch (rejected.part()) {
                            case GUARD -> "guard " + (rejected.index() + 1) + ": ";
                            case THEN -> "then-operation " + (rejected.index() + 1) + ": ";
                            case ELSE -> "else-operation " + (rejected.index() + 1) + ": ";
                        }
                        : "";
        return "The "
                + verb
                + " on "
                + entity
                + " was not done: "
                + where
                + rejected.failure().sentence();
    }

    private static Reason reason(Failure failure) {
        if (failure instanceof Failure.WrongType || failure instanceof Failure.NoSize) {
            return Reason.WRONG_TYPE;
        } else if (failure instanceof Failure.NotANumber
                || failure instanceof Failure.ScoreNotANumber) {
            return Reason.NOT_A_NUMBER;
        } else if (failure instanceof Failure.NumberOverflow) {
            return Reason.NUMBER_OVERFLOW;
        } else if (failure instanceof Failure.NoTable) {
            return Reason.NO_TABLE;
        } else if (failure instanceof Failure.TableExists) {
            return Reason.TABLE_EXISTS;
        } else if (failure instanceof Failure.RowExists) {
            return Reason.ROW_EXISTS;
        } else if (failure instanceof Failure.NoColumn || failure instanceof Failure.WrongColumn) {
            return Reason.WRONG_COLUMN;
        } else if (failure instanceof Failure.InvalidTable) {
            return Reason.INVALID_TABLE;
        }
        return Reason.LIMIT_EXCEEDED;
    }

    /** What failed, and why. */
    public Failure failure() {
        return rejected.failure();
    }

    /** Whether a guard failed, a then-operation or an else-operation. */
    public MultiOpResult.Part part() {
        return rejected.part();
    }

    /** Which guard or operation failed, from 0. */
    public int index() {
        return rejected.index();
    }

    @Override
    RejectedException here() {
        return new RejectedException(rejected, sentence(), true);
    }
}
