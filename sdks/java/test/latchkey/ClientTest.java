package latchkey;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs the client against the vectors and the live service of "npm run sdks". */
public final class ClientTest {
  private static final String HTTPS = "https://licenses.example.com";
  private static int passed;
  private static final List<String> failed = new ArrayList<>();

  private interface Work {
    String run() throws Exception;
  }

  public static void main(String[] args) throws Exception {
    answers();
    passes();
    lines();
    features();
    options();
    http();
    offline();
    watch();
    live();
    failed.forEach(System.out::println);
    System.out.println("java: " + passed + " passed, " + failed.size() + " failed");
    System.exit(failed.isEmpty() ? 0 : 1);
  }

  private static void expect(String name, Object found, Object wanted) {
    if (found.equals(wanted)) passed++;
    else failed.add(name + ": " + found + ", not " + wanted);
  }

  private static List<String> outcome(Work work) {
    try {
      return List.of("ok", "", work.run());
    } catch (LicenseException error) {
      return List.of(error.reason(), error.kind().name().toLowerCase(), "");
    } catch (IllegalArgumentException error) {
      return List.of("bad-options", "", "");
    } catch (Exception error) {
      return List.of(error.toString(), "", "");
    }
  }

  private static void compare(Map<String, Object> given, List<String> found) {
    String or = text(given, "or"), result = text(given, "result");
    // Libraries differ about some JSON; then only the result counts.
    boolean isEither = !or.isEmpty() && List.of(or, result).contains(found.get(0));
    expect(text(given, "name"), found, isEither ? found : List.of(result, text(given, "kind"), text(given, "value")));
  }

  private static String text(Map<String, Object> given, String name) {
    return given.get(name) instanceof String text ? text : "";
  }

  private static Map<String, Object> load(String name) throws IOException {
    return Json.parse(Files.readAllBytes(Path.of(System.getenv("LATCHKEY_VECTORS"), name + ".json")));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> cases(Map<String, Object> file) {
    return (List<Map<String, Object>>) file.get("cases");
  }

  private static Client.Options options(Map<String, Object> file, String address, String keys) {
    List<String> list = keys.isEmpty() ? List.of() : Arrays.asList(keys.split(","));
    return new Client.Options(address, text(file, "name"), text(file, "ownerid"), "1.0", list);
  }

  private static String textOf(Client.Account account) {
    StringBuilder found = new StringBuilder(account.username());
    for (Client.Subscription one : account.subscriptions())
      found.append(' ').append(one.name()).append('/').append(one.level()).append('/').append(one.expires() == null ? "" : one.expires());
    return found.toString();
  }

  private static String run(Client client, String operation) throws LicenseException {
    switch (operation) {
      case "init":
        return client.open();
      case "login":
        return textOf(client.login("anna", "secret", null));
      case "license":
        return textOf(client.license("KEY", null));
      case "trial":
        return textOf(client.trial("anna", "secret"));
      case "register":
        return textOf(client.register("anna", "secret", "KEY", null));
      case "upgrade":
        Long until = client.redeem("anna", "KEY");
        return until == null ? "" : until.toString();
      case "check":
        return textOf(client.check());
      case "logout":
        client.logout();
        return "";
      case "var":
        return client.variable("x");
      case "getvar":
        return client.userVariable("x");
      case "setvar":
        client.setUserVariable("x", "y");
        return "";
      case "file":
        Client.File file = client.file("x");
        return file.size() + " " + file.sha256();
      case "log":
        client.log("x");
        return "";
      case "webhook":
        return client.webhook("x", null, null, null);
      case "ban":
        client.ban("x");
        return "";
      default:
        throw new IllegalStateException(operation);
    }
  }

  private static Transport answering(int status, Map<String, String> headers, byte[] body) {
    return (url, form, timeout) -> new Transport.Response(status, headers, new ByteArrayInputStream(body));
  }

  private static void answers() throws IOException {
    Map<String, Object> file = load("answers");
    for (Map<String, Object> given : cases(file)) {
      Map<String, String> headers = new HashMap<>(Map.of("content-type", text(given, "contentType")));
      if (given.get("timestamp") != null) headers.put("x-signature-timestamp", text(given, "timestamp"));
      if (given.get("signature") != null) headers.put("x-signature-ed25519", text(given, "signature"));
      byte[] body = Base64.getDecoder().decode(text(given, "body"));
      Client client =
          new Client(
              options(file, HTTPS, text(given, "keys"))
                  .challenge(given.get("challenge") != null)
                  .clock(() -> Content.whole(given.get("now")))
                  .transport(answering(Content.whole(given.get("status")).intValue(), headers, body)));
      client.newChallenge = () -> text(given, "challenge");
      client.setNewest(Content.whole(given.get("newest")));
      client.setSession(text(given, "type").equals("init") ? null : "the-session");
      compare(given, outcome(() -> run(client, text(given, "type"))));
    }
  }

  private static void passes() throws IOException {
    Map<String, Object> file = load("passes");
    for (Map<String, Object> given : cases(file)) {
      Client.Options options = options(file, HTTPS, text(given, "keys")).clock(() -> Content.whole(given.get("now")));
      Client client = new Client(options.deviceId((String) given.get("device")));
      compare(given, outcome(() -> client.verifyPass(text(given, "pass")).username()));
    }
  }

  private static void lines() throws IOException {
    Map<String, Object> file = load("lines");
    for (Map<String, Object> given : cases(file)) {
      byte[] line = Base64.getDecoder().decode(text(given, "line"));
      Client.Options options = options(file, text(file, "address"), text(given, "keys"));
      compare(given, outcome(() -> sessionOf(Client.fromLoader(options, new ByteArrayInputStream(line)))));
    }
  }

  private static void features() throws IOException {
    for (Map<String, Object> given : cases(load("features"))) {
      @SuppressWarnings("unchecked") // an object of the file
      Map<String, Object> content = (Map<String, Object>) given.get("content");
      long now = Content.whole(given.get("now"));
      Client.Features wanted = Content.features(given.get("features"));
      List<String> found = outcome(() -> String.valueOf(featuresIn(text(given, "source"), content, now).equals(wanted)));
      compare(Map.of("name", text(given, "name"), "result", "ok", "kind", "", "value", "true", "or", ""), found);
    }
  }

  private static Client.Features featuresIn(String source, Map<String, Object> content, long now) throws LicenseException {
    if (source.equals("answer")) return Content.account(Map.of("info", content)).features();
    if (source.equals("line")) return Content.features(content.get("features"));
    return Content.pass(content, text(content, "name"), text(content, "ownerid"), now).features();
  }

  /** Without a session, the program was launched while the loader was offline. */
  private static String sessionOf(Client client) {
    try {
      java.lang.reflect.Field field = Client.class.getDeclaredField("session");
      field.setAccessible(true);
      Object session = field.get(client);
      return session == null ? "" : (String) session;
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  private static void options() throws IOException {
    Map<String, Object> file = load("options");
    for (Map<String, Object> given : cases(file)) {
      compare(given, outcome(() -> new Client(options(file, text(given, "address"), text(given, "keys"))) == null ? "none" : ""));
    }
  }

  private static void http() throws IOException {
    Map<String, Object> file = load("http");
    Map<String, Object> servers = Json.parse(System.getenv("LATCHKEY_SERVERS").getBytes(StandardCharsets.UTF_8));
    for (Map<String, Object> given : cases(file)) {
      Duration timeout = Duration.ofSeconds(Content.whole(given.get("timeoutSeconds")));
      String address = text(servers, text(given, "address")) + text(given, "path");
      Client client = new Client(options(file, address, text(file, "keys")).timeouts(timeout, timeout));
      compare(
          given,
          outcome(
              () ->
                  text(given, "operation").equals("login")
                      ? client.login(text(file, "username"), text(file, "password"), null).username()
                      : String.valueOf(client.download(text(file, "file"), OutputStream.nullOutputStream()))));
    }
  }

  /** A pass decides only if nothing answers. */
  private static void offline() throws Exception {
    Map<String, Object> file = load("passes");
    Map<String, Object> given = cases(file).get(0);
    Transport silent =
        (url, form, timeout) -> {
          throw new HttpTimeoutException("timeout");
        };
    Transport unsigned = answering(200, Map.of(), "{}".getBytes(StandardCharsets.UTF_8));
    for (String session : List.of("null", "\"the-session\""))
      for (Transport transport : List.of(silent, unsigned)) {
        String line =
            String.format(
                "{\"v\":1,\"baseUrl\":\"%s\",\"name\":\"%s\",\"ownerid\":\"%s\",\"sessionid\":%s,\"publicKey\":\"%s\","
                    + "\"challenge\":\"required\",\"method\":\"GET\",\"offline\":\"%s\"}",
                HTTPS, text(file, "name"), text(file, "ownerid"), session, text(given, "keys"), text(given, "pass"));
        Client.Options options = options(file, HTTPS, text(given, "keys")).transport(transport).clock(() -> Content.whole(given.get("now")));
        Client client = Client.fromLoader(options, new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8)));
        String wanted = transport == silent || session.equals("null") ? "ok" : "bad-signature";
        expect("a pass, session " + session, outcome(() -> textOf(client.check())).get(0), wanted);
      }
  }

  private static void watch() throws Exception {
    Transport silent =
        (url, form, timeout) -> {
          throw new HttpTimeoutException("timeout");
        };
    Map<String, Object> file = load("passes");
    Client client = new Client(options(file, HTTPS, text(cases(file).get(0), "keys")).transport(silent));
    CompletableFuture<String> reported = new CompletableFuture<>();
    Runnable stop = client.watch(Duration.ofMillis(5), (account, error) -> reported.complete(error.reason()));
    expect("watch", reported.get(20, TimeUnit.SECONDS), "timeout");
    stop.run();
  }

  @SuppressWarnings("unchecked")
  private static void live() throws Exception {
    Map<String, Object> live = Json.parse(System.getenv("LATCHKEY_SERVICE").getBytes(StandardCharsets.UTF_8));
    if (live == null) return;
    List<String> licenses = (List<String>) (List<?>) (List<Object>) live.get("licenses");
    Client client =
        new Client(
            new Client.Options(
                    text(live, "address"),
                    text(live, "application"),
                    text(live, "ownerid"),
                    text(live, "version"),
                    Arrays.asList(text(live, "keys").split(",")))
                .deviceId(text(live, "device")));
    String user = text(live, "username"), password = "correct horse ä";
    expect("live: register", client.register(user, password, licenses.get(0), null).username(), user);
    Client.Account account = Client.async(client::check).get();
    expect("live: variable", client.variable(text(live, "variable")), text(live, "value"));
    client.setUserVariable("theme", "dark ä&+%");
    expect("live: user variable", client.userVariable("theme"), "dark ä&+%");
    expect("live: redeem", client.redeem(user, licenses.get(1)) > account.subscriptions().get(0).expires(), true);
    expect("live: download", client.download(text(live, "file"), OutputStream.nullOutputStream()), Content.whole(live.get("size")));
    client.log("tested");
    expect("live: webhook", outcome(() -> client.webhook("none", null, null, null)).get(0), "webhook-unknown");
    expect("live: used key", outcome(() -> client.redeem(user, licenses.get(0)).toString()).get(0), "key-used");
    client.logout();
    expect("live: after logout", outcome(() -> textOf(client.check())).get(0), "not-signed-in");
    expect("live: wrong password", outcome(() -> textOf(client.login(user, "wrong", null))).get(0), "bad-credentials");
    expect("live: login", client.login(user, password, null).username(), user);
    expect("live: license", client.license(licenses.get(2), null).username(), licenses.get(2));
    client.ban("tested");
    expect("live: banned", outcome(() -> textOf(client.login(licenses.get(2), licenses.get(2), null))).get(0), "banned");
  }
}
