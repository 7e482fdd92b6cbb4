package io.paxosstore.cli;

import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;

import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** The shell: interactive, or one command at a time. */
@Command(
        name = "cli",
        description = {
            "A shell; with -c runs commands and exits.",
            "Reads commands, one per line, from a standard input that is no terminal."
        },
        mixinStandardHelpOptions = true)
final class CliCommand implements Callable<Integer> {
    private static final Duration DEADLINE = Duration.ofSeconds(5);

    /** Somebody waits at a terminal: a cluster that is down is told soon. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    @Mixin private TargetOption target = new TargetOption();

    @Option(
            names = "-c",
            paramLabel = "COMMAND",
            description = "Runs a command, such as \"get profiles alice\". May be repeated.")
    private List<String> commands = List.of();

    @Option(names = "--json", description = "Answers with one JSON object per line.")
    private boolean json;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter out = command.commandLine().getOut();
        PrintWriter err = command.commandLine().getErr();
        if (!commands.isEmpty() && commands.stream().allMatch(CliCommand::isStatus)) {
            return StatusCommand.run(target.addresses(), printer(), out, err);
        }
        PaxosStore connected;
        try {
            connected =
                    PaxosStore.connect(
                            target.text(),
                            ClientOptions.builder()
                                    .name("cli")
                                    .deadline(DEADLINE)
                                    .connectTimeout(CONNECT_TIMEOUT)
                                    .build());
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return PaxosStoreMain.EXIT_USAGE;
        } catch (PaxosStoreException e) {
            err.println(Printable.plain(String.valueOf(e.getMessage())));
            return PaxosStoreMain.EXIT_FAILED;
        }
        try (PaxosStore store = connected) {
            Shell shell = new Shell(store);
            shell.onEvent(event -> print(event, "watch", out, err));
            shell.onProgress(ProgressLine::atTerminal);
            if (commands.isEmpty()) {
                return Terminals.isInteractive()
                        ? interact(store, shell, err)
                        : script(shell, out, err);
            }
            int exit = PaxosStoreMain.EXIT_OK;
            for (String line : commands) {
                ShellAnswer answer = shell.execute(line);
                print(answer, line, out, err);
                exit = Math.max(exit, AnswerPrinter.exitCode(answer));
            }
            return end(shell, exit, out, err);
        }
    }

    /**
     * Says what was begun and is not done.
     *
     * @param exit the greatest exit code of the commands
     * @return the same, with this
     */
    private int end(Shell shell, int exit, PrintWriter out, PrintWriter err) {
        ShellAnswer answer = shell.end();
        if (answer == null) {
            return exit;
        }
        print(answer, ShellCommand.MULTI_OP.word(), out, err);
        return Math.max(exit, AnswerPrinter.exitCode(answer));
    }

    private static boolean isStatus(String line) {
        return line.strip().equalsIgnoreCase(StatusCommand.NAME);
    }

    private AnswerPrinter printer() {
        return new AnswerPrinter(json, Terminals.isOutput());
    }

    private void print(ShellAnswer answer, String line, PrintWriter out, PrintWriter err) {
        printer().print(answer, line, out, err);
    }

    /**
     * Runs what a pipe or a file holds, a command per line. Nothing is echoed or kept as history; a
     * command that fails does not end the script.
     *
     * @return the greatest exit code of the commands
     */
    private int script(Shell shell, PrintWriter out, PrintWriter err) {
        try {
            Utf8Lines lines = new Utf8Lines(System.in);
            int exit = PaxosStoreMain.EXIT_OK;
            while (true) {
                String line;
                ShellAnswer answer;
                try {
                    line = lines.next();
                    if (line == null) {
                        return end(shell, exit, out, err);
                    }
                    answer = shell.execute(line);
                } catch (IllegalArgumentException e) {
                    line = "?";
                    shell.unreadable();
                    answer = ShellAnswer.usage(String.valueOf(e.getMessage()));
                }
                if (answer.kind() == ShellAnswer.Kind.EXIT) {
                    return end(shell, exit, out, err);
                }
                if (!line.isBlank()) {
                    print(answer, line, out, err);
                }
                exit = Math.max(exit, AnswerPrinter.exitCode(answer));
            }
        } catch (IOException e) {
            err.println("The standard input cannot be read: " + e.getMessage() + ".");
            return PaxosStoreMain.EXIT_FAILED;
        }
    }

    private int interact(PaxosStore store, Shell shell, PrintWriter err) {
        try (Terminal terminal = Terminals.open()) {
            LineReader reader =
                    LineReaderBuilder.builder()
                            .terminal(terminal)
                            .appName("paxosstore")
                            .completer(new ShellCompleter(shell, new ClusterNames(store)))
                            .variable(
                                    LineReader.HISTORY_FILE,
                                    Path.of(System.getProperty("user.home"))
                                            .resolve(".paxosstore_history"))
                            // '!' is an ordinary character of keys and values.
                            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                            .build();
            PrintWriter out = terminal.writer();
            shell.watched();
            shell.onEvent(event -> print(event, "watch", out, out));
            shell.onDrop(space -> confirmsDrop(space, reader));
            if (!json && Terminals.isScreen(terminal)) {
                shell.onTop(nodes -> TopCommand.follow(terminal, nodes));
            }
            if (!json) {
                out.println("Connected to " + target.text() + "; 'help' lists the commands.");
            }
            return loop(shell, reader, out);
        } catch (IOException e) {
            err.println("The terminal cannot be used: " + e.getMessage() + "; use -c instead.");
            return PaxosStoreMain.EXIT_FAILED;
        }
    }

    private static boolean confirmsDrop(String space, LineReader reader) {
        try {
            return reader.readLine("This deletes all data of '" + space + "'. Its name again: ")
                    .strip()
                    .equals(space);
        } catch (UserInterruptException | EndOfFileException e) {
            return false;
        }
    }

    private int loop(Shell shell, LineReader reader, PrintWriter out) {
        while (true) {
            String line;
            try {
                line = reader.readLine(shell.prompt() + "> ");
            } catch (UserInterruptException e) {
                continue;
            } catch (EndOfFileException e) {
                return end(shell, PaxosStoreMain.EXIT_OK, out, out);
            }
            ShellAnswer answer = execute(shell, line, reader.getTerminal());
            if (answer.kind() == ShellAnswer.Kind.EXIT) {
                return end(shell, PaxosStoreMain.EXIT_OK, out, out);
            }
            if (!line.isBlank()) {
                print(answer, line, out, out);
            }
        }
    }

    /** Ctrl-C ends the command, not the shell. */
    private static ShellAnswer execute(Shell shell, String line, Terminal terminal) {
        Thread thread = Thread.currentThread();
        Terminal.SignalHandler before =
                terminal.handle(Terminal.Signal.INT, signal -> thread.interrupt());
        try {
            return shell.execute(line);
        } finally {
            var _ = terminal.handle(Terminal.Signal.INT, before);
            boolean _ = Thread.interrupted();
        }
    }
}
