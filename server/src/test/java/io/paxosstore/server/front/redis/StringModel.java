package io.paxosstore.server.front.redis;

import io.paxosstore.sim.check.Model;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/** What a key holds that is a string or a number, as Redis has it; nothing is the empty string. */
final class StringModel implements Model<String, StringModel.Asked, String> {
    /** What commands do to a key. */
    enum Kind {
        SET,
        GET,
        APPEND,
        INCREMENT
    }

    /** A command with its operand; the value before it is the reply to a GET. */
    record Asked(Kind kind, String operand) {}

    @Override
    public String initial() {
        return "";
    }

    @Override
    public void step(
            String state, Asked asked, @Nullable String told, Consumer<? super String> next) {
        String after =
                switch (asked.kind()) {
                    case SET -> asked.operand();
                    case GET -> state;
                    case APPEND -> state + asked.operand();
                    case INCREMENT ->
                            Long.toString((state.isEmpty() ? 0 : Long.parseLong(state)) + 1);
                };
        String reply =
                switch (asked.kind()) {
                    case SET -> "OK";
                    case GET, INCREMENT -> after;
                    case APPEND -> Integer.toString(after.length());
                };
        if (told == null || told.equals(reply)) {
            next.accept(after);
        }
    }
}
