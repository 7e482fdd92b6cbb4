package io.paxosstore.bench.console;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;

/** A Chromium without a window, and what it has loaded and complained of. Not thread-safe. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final long WAIT_SECONDS = 60;
    private static final long POLL_MILLIS = 20;
    private static final long INSTALL_MINUTES = 5;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ChromeDriver driver;
    private final List<String> complaints = new ArrayList<>();
    private final Set<String> hosts = new TreeSet<>();
    private final Set<String> loading = new HashSet<>();
    private long loadedBytes;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /**
     * Whether this machine has one. A machine of a CI that may gets it from its distribution:
     * nobody has prepared it.
     */
    static boolean isThere() throws IOException, InterruptedException {
        boolean mayInstall =
                System.getenv("CI") != null
                        && "root".equals(System.getProperty("user.name"))
                        && Files.isExecutable(Path.of("/usr/bin/apt-get"));
        if (!isInstalled() && mayInstall) {
            String all =
                    "apt-get update -q && apt-get install -y -q --no-install-recommends"
                            + " chromium chromium-driver";
            Process install =
                    new ProcessBuilder("sh", "-c", all)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!install.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
                install.destroyForcibly();
            }
        }
        return isInstalled();
    }

    private static boolean isInstalled() {
        return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    }

    static Browser open(Path profile) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toString());
        options.setCapability("goog:loggingPrefs", logs);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--user-data-dir=" + profile);
        ChromeDriver driver =
                new ChromeDriver(
                        new ChromeDriverService.Builder()
                                .usingDriverExecutable(new File(DRIVER.toString()))
                                .build(),
                        options);
        driver.manage().window().setSize(new Dimension(1280, 1000));
        return new Browser(driver);
    }

    void go(String address) {
        driver.get(address);
    }

    /** For a phone, or for a desk. */
    void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    @Nullable Object run(String script) {
        return driver.executeScript(script);
    }

    /** What is written in an element; empty if there is none now. */
    String text(String selector) {
        try {
            return driver.findElement(By.cssSelector(selector)).getText();
        } catch (NoSuchElementException | StaleElementReferenceException e) {
            return "";
        }
    }

    int count(String selector) {
        return driver.findElements(By.cssSelector(selector)).size();
    }

    void awaitText(String selector, String part) throws InterruptedException {
        await(
                () -> text(selector).contains(part),
                () -> selector + " does not have '" + part + "' but: " + text(selector));
    }

    void awaitCount(String selector, int least) throws InterruptedException {
        await(
                () -> count(selector) >= least,
                () -> selector + " is there " + count(selector) + " times");
    }

    private static void await(BooleanSupplier condition, Supplier<String> otherwise)
            throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(otherwise.get());
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Clicks the first of these that has such a text, when there is one. */
    void click(String selector, String text) throws InterruptedException {
        await(
                () -> {
                    try {
                        for (WebElement each : driver.findElements(By.cssSelector(selector))) {
                            if (each.getText().equals(text)) {
                                each.click();
                                return true;
                            }
                        }
                        return false;
                    } catch (StaleElementReferenceException e) {
                        return false; // drawn anew meanwhile
                    }
                },
                () -> "no " + selector + " with " + text + " but: " + text("main"));
    }

    void type(String selector, String text) {
        WebElement field = driver.findElement(By.cssSelector(selector));
        field.clear();
        field.sendKeys(text);
    }

    void picture(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    /** Everything that scripts and the browser itself have complained of until now. */
    List<String> complaints() {
        read();
        return List.copyOf(complaints);
    }

    /** What it has complained of until now was to be expected. */
    void forgive() {
        read();
        complaints.clear();
    }

    /** Whom it has asked for something until now: host and port. */
    Set<String> hosts() {
        read();
        return new TreeSet<>(hosts);
    }

    /** How many bytes it has loaded until now, with the headers. */
    long loadedBytes() {
        read();
        return loadedBytes;
    }

    private void read() {
        for (LogEntry entry : driver.manage().logs().get(LogType.BROWSER)) {
            if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
                complaints.add(entry.getMessage());
            }
        }
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = JSON.readTree(entry.getMessage()).path("message");
            JsonNode parameters = message.path("params");
            switch (message.path("method").asString("")) {
                case "Network.requestWillBeSent" -> {
                    String address = parameters.path("request").path("url").asString("");
                    if (address.startsWith("http")) { // else a page of the browser itself
                        loading.add(parameters.path("requestId").asString(""));
                        hosts.add(URI.create(address).getAuthority());
                    }
                }
                case "Network.loadingFinished" -> {
                    if (loading.remove(parameters.path("requestId").asString(""))) {
                        loadedBytes += parameters.path("encodedDataLength").asLong(0);
                    }
                }
                default -> {}
            }
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
