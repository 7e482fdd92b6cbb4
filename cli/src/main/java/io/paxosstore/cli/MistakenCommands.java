package io.paxosstore.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.util.List;
import java.util.Optional;

/**
 * Answers a command line that makes no sense. Of a command that does not exist it says which one
 * may have been meant, also where letters are exchanged; the rest is picocli's own answer.
 */
final class MistakenCommands implements IParameterExceptionHandler {
    private final IParameterExceptionHandler others;

    /**
     * @param others answers all else
     */
    MistakenCommands(IParameterExceptionHandler others) {
        this.others = others;
    }

    @Override
    public int handleParseException(ParameterException mistake, String[] arguments)
            throws Exception {
        CommandLine command = mistake.getCommandLine();
        Optional<String> meant =
                mistake instanceof UnmatchedArgumentException unmatched
                        ? meant(command, unmatched.getUnmatched())
                        : Optional.empty();
        if (meant.isEmpty()) {
            return others.handleParseException(mistake, arguments);
        }
        command.getErr().println(mistake.getMessage());
        command.getErr()
                .printf(
                        "Did you mean: %s %s?%n",
                        command.getCommandSpec().qualifiedName(), meant.get());
        command.getErr().flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static Optional<String> meant(CommandLine command, List<String> unmatched) {
        return unmatched.getFirst().startsWith("-")
                ? Optional.empty()
                : Similar.to(unmatched.getFirst(), command.getSubcommands().keySet());
    }
}
