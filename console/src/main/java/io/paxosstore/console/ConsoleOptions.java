package io.paxosstore.console;

/**
 * How the console is.
 *
 * @param showsData whether it shows what is stored
 * @param followersMax how many browsers may follow at once, from 1
 */
public record ConsoleOptions(boolean showsData, int followersMax) {}
