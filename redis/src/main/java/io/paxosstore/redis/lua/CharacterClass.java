package io.paxosstore.redis.lua;

/** The classes of characters in patterns, as C has them. */
final class CharacterClass {
    private CharacterClass() {}

    /** Whether a character is of a class: of its opposite if the letter is a capital. */
    static boolean holds(int one, int letter) {
        boolean isIn;
        switch (letter | 0x20) {
            case 'a' -> isIn = isLetter(one);
            case 'c' -> isIn = one < ' ' || one == 127;
            case 'd' -> isIn = isDigit(one);
            case 'l' -> isIn = one >= 'a' && one <= 'z';
            case 'p' -> isIn = one > ' ' && one < 127 && !isLetter(one) && !isDigit(one);
            case 's' -> isIn = one == ' ' || (one >= '\t' && one <= '\r');
            case 'u' -> isIn = one >= 'A' && one <= 'Z';
            case 'w' -> isIn = isLetter(one) || isDigit(one);
            case 'x' -> isIn = isDigit(one) || ((one | 0x20) >= 'a' && (one | 0x20) <= 'f');
            case 'z' -> isIn = one == 0;
            default -> {
                return letter == one;
            }
        }
        boolean isLetter = isLetter(letter);
        if (!isLetter) {
            return letter == one;
        }
        boolean isCapital = letter < 'a';
        return isIn != isCapital;
    }

    private static boolean isLetter(int one) {
        return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z');
    }

    private static boolean isDigit(int one) {
        return one >= '0' && one <= '9';
    }
}
