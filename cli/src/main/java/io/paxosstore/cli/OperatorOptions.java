package io.paxosstore.cli;

import io.paxosstore.cli.progress.Waiting;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.ClusterMembers;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.PaxosStoreException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;

/** What every command for members and topology takes: where the cluster is, and how to answer. */
class OperatorOptions {
    /** A plan for a cluster of many nodes takes some seconds. */
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /**
     * A node that is only slow must not have a change done that was also sent to another one, after
     * the operator has asked for the opposite.
     */
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    @Mixin private TargetOption target = new TargetOption();

    @Option(names = "--json", description = "Answers with one JSON object.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** What a command does with the members of the cluster that it is connected to. */
    interface Work {
        ShellAnswer answer(ClusterMembers members);
    }

    final boolean isJson() {
        return json;
    }

    final PrintWriter out() {
        return Objects.requireNonNull(command).commandLine().getOut();
    }

    /** Connects, does the work, shows its answer or why there is none; the exit code. */
    final int run(Work work) {
        return show(answer(work));
    }

    /** Shows an answer; the exit code. */
    final int show(ShellAnswer answer) {
        CommandSpec ran = Objects.requireNonNull(command);
        String words = ran.qualifiedName().replaceFirst("^\\S+ ", "");
        PrintWriter err = ran.commandLine().getErr();
        new AnswerPrinter(json, Terminals.isOutput()).print(answer, words, out(), err);
        return AnswerPrinter.exitCode(answer);
    }

    private ShellAnswer answer(Work work) {
        ClientOptions options =
                ClientOptions.builder()
                        .name("operator")
                        .deadline(DEADLINE)
                        .attemptTimeout(ATTEMPT_TIMEOUT)
                        .connectTimeout(CONNECT_TIMEOUT)
                        .build();
        try (PaxosStore store =
                Waiting.during("connecting", () -> PaxosStore.connect(target.text(), options))) {
            return work.answer(store.members());
        } catch (IllegalArgumentException e) {
            return ShellAnswer.usage(String.valueOf(e.getMessage()));
        } catch (PaxosStoreException e) {
            String sentence = String.valueOf(e.getMessage());
            return ShellAnswer.failed(sentence).with("error", sentence);
        }
    }
}
