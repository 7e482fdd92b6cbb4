package io.paxosstore.bench.tables;

import java.util.Locale;

/** Rows of about 100 bytes: contacts of a user. */
final class Contact {
    private Contact() {}

    static String name(long row) {
        return String.format(
                Locale.ROOT, "contact %08d of user", row * 2_654_435_761L % 99_999_989);
    }

    static String email(long row) {
        return String.format(Locale.ROOT, "user-%06d@example-%03d.org", row, row % 997);
    }

    static String phone(long row) {
        return String.format(Locale.ROOT, "+43 660 %08d", row * 7_919 % 99_999_989);
    }

    static long since(long row) {
        return 1_600_000_000L + row * 8_641 % 100_000_000;
    }
}
