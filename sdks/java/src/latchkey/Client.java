package latchkey;

import static latchkey.LicenseException.Kind.CLOCK;
import static latchkey.LicenseException.Kind.LINE;
import static latchkey.LicenseException.Kind.NETWORK;
import static latchkey.LicenseException.Kind.REFUSED;
import static latchkey.LicenseException.Kind.SIGNATURE;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Verified client of a Latchkey license service, with one session, for Java 17. Threads may share it.
 *
 * <p>Each answer is verified before it is parsed: its Ed25519 signature over the raw bytes, then that it belongs to this request,
 * this operation and this application. docs/protect.md shows how to use it.
 */
public final class Client {
  private static final int MAX_BODY = 1024 * 1024;
  private static final int MAX_LINE = 64 * 1024;
  private static final int MAX_PASS = 16_384;
  private static final int FRESH_SECONDS = 120;
  private static final int BEHIND_SECONDS = 300;
  private static final String PASS_DOMAIN = "latchkey-pass-v1\n";
  private static final Pattern ADDRESS =
      Pattern.compile("(https://[^/?#@\\s\\\\:]+(:\\d+)?|http://(127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?)(/[^?#\\s\\\\]*)?");

  /** An active subscription. {@code expires} is in unix seconds, null if unknown. */
  public record Subscription(String name, String level, Long expires) {}

  /** The signed-in user. {@code offlineUntil} is not null if no service answered and an offline pass decided. */
  public record Account(String username, List<Subscription> subscriptions, Long offlineUntil, Features features) {}

  /** What the user has, by name. A value is a Boolean, a Double or a String. A missing one means no. */
  public record Features(Map<String, Object> values) {
    /** Whether the feature is included: not no, and not 0. */
    public boolean has(String name) {
      Object value = values.get(name);
      return value != null && !Boolean.FALSE.equals(value) && !Double.valueOf(0).equals(value);
    }

    public double number(String name) {
      return values.get(name) instanceof Double number ? number : 0;
    }

    /** Returns an empty text for a missing one. */
    public String text(String name) {
      return values.get(name) instanceof String text ? text : "";
    }
  }

  /** A file that the service offers. {@code path} is relative to its address. */
  public record File(long size, String sha256, String path) {}

  /** The content of an offline pass. Times are unix seconds, and the features are those at the time of the check. */
  public record OfflinePass(
      String username, String deviceId, List<Subscription> subscriptions, long issued, long until, Features features) {}

  /** Options of a client. */
  public static final class Options {
    private final String address, name, ownerId, version;
    private final List<String> publicKeys;
    private String deviceId;
    private boolean challenge = true;
    private Duration timeout = Duration.ofSeconds(15), downloadTimeout = Duration.ofMinutes(10);
    private Transport transport;
    private LongSupplier clock = () -> System.currentTimeMillis() / 1000;

    /** Keys have 64 hex characters. The address is https, or http for 127.0.0.1 and [::1]. */
    public Options(String address, String name, String ownerId, String version, List<String> publicKeys) {
      this.address = address;
      this.name = name;
      this.ownerId = ownerId;
      this.version = version;
      this.publicKeys = List.copyOf(publicKeys);
    }

    public Options deviceId(String given) {
      deviceId = given;
      return this;
    }

    /** False is for services that echo no challenge: then the clock proves freshness. */
    public Options challenge(boolean given) {
      challenge = given;
      return this;
    }

    /** For a whole request, and for a whole download. */
    public Options timeouts(Duration request, Duration download) {
      timeout = request;
      downloadTimeout = download;
      return this;
    }

    public Options transport(Transport given) {
      transport = given;
      return this;
    }

    /** Returns unix seconds. */
    public Options clock(LongSupplier given) {
      clock = given;
      return this;
    }
  }

  private final Options options;
  private final String address;
  private final Transport transport;
  private final List<byte[]> rawKeys = new ArrayList<>();
  private final List<PublicKey> keys = new ArrayList<>();
  private final AtomicLong newest = new AtomicLong();
  private Map<String, String> choices = Map.of();
  private Features lineFeatures = new Features(Map.of());
  private String pass;
  private boolean launchedOffline;
  private String session;
  Supplier<String> newChallenge = Client::randomChallenge;

  /** Throws an IllegalArgumentException for an invalid option. Opens no connection. */
  public Client(Options options) {
    this.options = options;
    if (!ADDRESS.matcher(options.address).matches())
      throw new IllegalArgumentException("The address must be https, without query; http only for 127.0.0.1 and [::1].");
    if (options.publicKeys.isEmpty()) throw new IllegalArgumentException("There is no public key.");
    for (String key : options.publicKeys) addKey(key);
    address = options.address.replaceAll("/+$", "");
    transport = options.transport == null ? Transport.ofHttpClient() : options.transport;
  }

  /** Returns a client with the session of the loader's line, usually from System.in. Reasons: no-line and other-service. */
  public static Client fromLoader(Options options, InputStream input) throws LicenseException {
    Client client = new Client(options);
    // A person would have to type the line. Java 22 has a console without a terminal, too.
    boolean isTerminal = input == System.in && System.console() != null && Runtime.version().feature() < 22;
    if (isTerminal) throw new LicenseException(LINE, "no-line");
    try {
      client.takeLine(input.readNBytes(MAX_LINE + 1));
    } catch (IOException error) {
      throw new LicenseException(LINE, "no-line");
    }
    return client;
  }

  /** Returns what the user chose in the loader. Check each value: anyone can write the line. */
  public Map<String, String> choices() {
    return choices;
  }

  /** Returns the features of the loader's line, before the first check. Anyone can write the line. */
  public Features lineFeatures() {
    return lineFeatures;
  }

  /** Signs in. {@code code} is a one-time code, or null; the reason code-needed asks for one. */
  public Account login(String username, String password, String code) throws LicenseException {
    return signIn("login", fields("username", username, "pass", password, "code", code));
  }

  /** Signs in with a license key alone. Its first use creates the user. */
  public Account license(String key, String code) throws LicenseException {
    return signIn("license", fields("key", key, "code", code));
  }

  /** Creates a user with an unused key. {@code email} may be null. */
  public Account register(String username, String password, String key, String email) throws LicenseException {
    return signIn("register", fields("username", username, "pass", password, "key", key, "email", email));
  }

  /** Creates a user with the free trial of the application, once for each computer. */
  public Account trial(String username, String password) throws LicenseException {
    return signIn("trial", fields("username", username, "pass", password));
  }

  /** Adds a key's time to a user, and returns the new end in unix seconds, or null if unknown. */
  public Long redeem(String username, String key) throws LicenseException {
    Map<String, Object> answer = call("upgrade", fields("username", username, "key", key), true);
    Object until = answer.get("redeemed") instanceof Map<?, ?> redeemed ? redeemed.get("until") : null;
    Long end = Content.secondsOrNull(until);
    return end != null ? end : Content.secondsOrNull(answer.get("expiry"));
  }

  /** Returns the signed-in user. If nothing answers, the loader's offline pass decides. */
  public Account check() throws LicenseException {
    Map<String, Object> answer;
    try {
      answer = call("check", fields(), false);
    } catch (LicenseException error) {
      if (error.kind() != NETWORK || pass == null) throw error;
      OfflinePass found = verifyPass(pass);
      return new Account(found.username, found.subscriptions, found.until, found.features);
    }
    try {
      return Content.account(answer);
    } catch (LicenseException error) {
      return new Account("", List.of(), null, new Features(Map.of()));
    }
  }

  public void logout() throws LicenseException {
    call("logout", fields(), false);
    setSession(null);
  }

  /** Returns a variable of the application. */
  public String variable(String name) throws LicenseException {
    return Content.text(call("var", fields("varid", name), false), "message");
  }

  /** Returns a variable of the signed-in user. */
  public String userVariable(String name) throws LicenseException {
    return Content.text(call("getvar", fields("var", name), false), "response");
  }

  public void setUserVariable(String name, String value) throws LicenseException {
    call("setvar", fields("var", name, "data", value), false);
  }

  /** Writes a line to the application's log. */
  public void log(String message) throws LicenseException {
    call("log", fields("message", message), false);
  }

  /** Calls a webhook of the seller. All parameters but the id may be null. */
  public String webhook(String id, String params, String body, String contentType) throws LicenseException {
    Map<String, String> fields = fields("webid", id, "params", params, "body", body, "conttype", contentType);
    return Content.text(call("webhook", fields, false), "response");
  }

  /** Bans the signed-in user, and this computer if it is bound to the user. */
  public void ban(String reason) throws LicenseException {
    call("ban", fields("reason", reason, "hwid", options.deviceId), false);
  }

  public File file(String id) throws LicenseException {
    Map<String, Object> answer = call("file", fields("fileid", id), false);
    Long size = Content.whole(answer.get("size"));
    if (size == null) throw Content.badReply();
    return new File(size, Content.text(answer, "sha256"), Content.text(answer, "download"));
  }

  /** Writes a file and returns its size. The content is verified at the end: discard what was written if this throws. */
  public long download(String id, OutputStream output) throws LicenseException, IOException {
    File file = file(id);
    if (!file.path.matches("/[^/\\\\].*")) throw Content.badReply();
    Transport.Response response = send(address + file.path, null, options.downloadTimeout);
    try (InputStream body = response.body()) {
      if (response.status() >= 500) throw new LicenseException(NETWORK, "server-down");
      if (response.status() != 200) throw new LicenseException(SIGNATURE, "bad-download");
      MessageDigest digest = sha256();
      long size = 0;
      byte[] buffer = new byte[65_536];
      for (int count; (count = readSome(body, buffer)) >= 0; ) {
        size += count;
        if (size > file.size) throw new LicenseException(SIGNATURE, "bad-download");
        digest.update(buffer, 0, count);
        output.write(buffer, 0, count);
      }
      boolean isIntact = HexFormat.of().formatHex(digest.digest()).equalsIgnoreCase(file.sha256);
      if (size != file.size || !isIntact) throw new LicenseException(SIGNATURE, "bad-download");
      return size;
    }
  }

  /** Returns the content of an offline pass for this application, computer and time. */
  public OfflinePass verifyPass(String text) throws LicenseException {
    String[] parts = text.split("\\.", -1);
    if (text.length() > MAX_PASS || parts.length != 2) throw Content.badPass();
    byte[] json = Content.fromBase64Url(parts[0]), signature = Content.fromBase64Url(parts[1]);
    if (!verifies(PASS_DOMAIN.getBytes(StandardCharsets.US_ASCII), json, signature)) throw Content.badPass();
    long now = options.clock.getAsLong();
    OfflinePass found = Content.pass(Json.parse(json), options.name, options.ownerId, now);
    if (options.deviceId != null && !options.deviceId.equals(found.deviceId)) throw new LicenseException(SIGNATURE, "other-device");
    if (now >= found.until) throw new LicenseException(REFUSED, "pass-expired");
    if (now < found.issued - BEHIND_SECONDS) throw new LicenseException(CLOCK, "clock-behind");
    return found;
  }

  /**
   * Checks in a daemon thread, and calls {@code report} with an account or an exception after each check. The interval varies by a
   * fifth, so that programs do not ask together. Returns a function that stops the checks.
   */
  public Runnable watch(Duration every, BiConsumer<Account, LicenseException> report) {
    Thread thread = new Thread(() -> watchUntilInterrupted(every, report), "latchkey-watch");
    thread.setDaemon(true);
    thread.start();
    return thread::interrupt;
  }

  /** Runs a call of this client in the background, such as {@code client.async(client::check)}. */
  public static <T> CompletableFuture<T> async(Callable<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return call.call();
          } catch (Exception error) {
            throw new CompletionException(error);
          }
        });
  }

  private void watchUntilInterrupted(Duration every, BiConsumer<Account, LicenseException> report) {
    while (!Thread.currentThread().isInterrupted()) {
      Account account = null;
      LicenseException failure = null;
      try {
        Thread.sleep((long) (every.toMillis() * (0.8 + 0.4 * ThreadLocalRandom.current().nextDouble())));
        account = check();
      } catch (InterruptedException error) {
        return;
      } catch (LicenseException error) {
        failure = error;
      }
      if (!Thread.currentThread().isInterrupted()) report.accept(account, failure);
    }
  }

  private void addKey(String key) {
    if (!key.matches("[0-9a-fA-F]{64}")) throw new IllegalArgumentException("Public keys have 64 hex characters.");
    byte[] raw = HexFormat.of().parseHex(key);
    if (Content.isSmallOrder(raw)) throw new IllegalArgumentException("Anyone can sign with this public key, such as zeros.");
    try {
      byte[] der = HexFormat.of().parseHex("302a300506032b6570032100" + key);
      keys.add(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der)));
    } catch (GeneralSecurityException error) {
      throw new IllegalArgumentException("A public key is invalid.", error);
    }
    rawKeys.add(raw);
  }

  private void takeLine(byte[] bytes) throws LicenseException {
    boolean hasMark = bytes.length > 0 && bytes[0] == (byte) 0xef;
    Map<String, Object> line = bytes.length > MAX_LINE || hasMark ? null : Json.parse(bytes);
    if (line == null || !Content.isLine(line)) throw new LicenseException(LINE, "no-line");
    List<Object> offered = new ArrayList<>();
    if (line.get("publicKey") != null) offered.add(line.get("publicKey"));
    if (!offered.isEmpty() && line.get("publicKeys") instanceof List<?> more) offered.addAll(more);
    Set<String> own = Set.copyOf(rawKeys.stream().map(HexFormat.of()::formatHex).toList());
    boolean sharesKey = offered.stream().anyMatch(key -> own.contains(((String) key).toLowerCase()));
    boolean isSame =
        ((String) line.get("baseUrl")).replaceAll("/+$", "").equals(address)
            && options.name.equals(line.get("name"))
            && options.ownerId.equals(line.get("ownerid"))
            && "required".equals(line.get("challenge"));
    if (!isSame || !sharesKey) throw new LicenseException(LINE, "other-service");
    setSession((String) line.get("sessionid"));
    launchedOffline = line.get("sessionid") == null;
    pass = (String) line.get("offline");
    Map<String, String> given = new LinkedHashMap<>();
    if (line.get("options") instanceof Map<?, ?> map) map.forEach((name, value) -> given.put((String) name, (String) value));
    choices = Map.copyOf(given);
    lineFeatures = Content.features(line.get("features"));
  }

  private Account signIn(String operation, Map<String, String> fields) throws LicenseException {
    fields.put("hwid", options.deviceId);
    return Content.account(call(operation, fields, true));
  }

  /** A sign-in whose session is gone is sent once more, in a new session. */
  private Map<String, Object> call(String operation, Map<String, String> fields, boolean signsIn) throws LicenseException {
    if (launchedOffline) throw new LicenseException(NETWORK, "unreachable");
    for (boolean isRetry = false; ; isRetry = true) {
      String current = open();
      fields.put("sessionid", current);
      try {
        return exchange(operation, fields);
      } catch (LicenseException error) {
        if (!error.reason().equals("session-gone")) throw error;
        forget(current);
        if (isRetry || !signsIn) throw error;
      }
    }
  }

  synchronized String open() throws LicenseException {
    if (session == null) {
      String opened = Content.text(exchange("init", fields("ver", options.version)), "sessionid");
      if (opened.isEmpty() || opened.length() > 200) throw Content.badReply();
      session = opened;
    }
    return session;
  }

  private synchronized void forget(String gone) {
    if (gone.equals(session)) session = null;
  }

  synchronized void setSession(String given) {
    session = given;
  }

  void setNewest(long given) {
    newest.set(given);
  }

  private Map<String, Object> exchange(String operation, Map<String, String> given) throws LicenseException {
    String challenge = options.challenge ? newChallenge.get() : null;
    List<String> ids = rawKeys.stream().limit(3).map(key -> HexFormat.of().formatHex(sha256().digest(key), 0, 8)).toList();
    Map<String, String> all = fields("type", operation, "name", options.name, "ownerid", options.ownerId);
    all.put("challenge", challenge);
    all.put("keys", String.join(",", ids));
    all.putAll(given);
    StringBuilder form = new StringBuilder();
    all.forEach(
        (name, value) -> {
          if (value != null) form.append('&').append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        });
    long notBefore = newest.get();
    Transport.Response response = send(address + "/api/1.3/", form.substring(1), options.timeout);
    try (InputStream stream = response.body()) {
      byte[] body = stream.readNBytes(MAX_BODY + 1);
      if (body.length > MAX_BODY) throw Content.badReply();
      return read(operation, challenge, notBefore, response, body);
    } catch (IOException error) {
      throw Transport.faultOf(error);
    }
  }

  private Transport.Response send(String url, String form, Duration timeout) throws LicenseException {
    try {
      Transport.Response response = transport.send(url, form, timeout);
      boolean isRedirect = response.status() >= 300 && response.status() <= 399 && response.headers().containsKey("location");
      if (!isRedirect) return response;
      response.body().close();
      throw new LicenseException(NETWORK, "captive-portal");
    } catch (IOException error) {
      throw Transport.faultOf(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new LicenseException(NETWORK, "interrupted");
    }
  }

  private static int readSome(InputStream body, byte[] buffer) throws LicenseException {
    try {
      return body.read(buffer);
    } catch (IOException error) {
      throw Transport.faultOf(error);
    }
  }

  /** SECURITY: signature over the raw bytes first, then JSON, freshness, application and content. */
  private Map<String, Object> read(
      String operation, String challenge, long notBefore, Transport.Response response, byte[] body) throws LicenseException {
    String timestamp = response.headers().get("x-signature-timestamp");
    String signature = response.headers().get("x-signature-ed25519");
    if (timestamp == null || signature == null) throw Content.unsigned(response, body);
    if (!timestamp.matches("[0-9]{1,13}") || !signature.matches("[0-9a-fA-F]{128}")) throw Content.badSignature();
    byte[] prefix = timestamp.getBytes(StandardCharsets.US_ASCII);
    if (!verifies(prefix, body, HexFormat.of().parseHex(signature))) throw Content.badSignature();
    Map<String, Object> answer = Json.parse(body);
    if (response.status() >= 500) throw new LicenseException(NETWORK, "server-down");
    long signedAt = Long.parseLong(timestamp);
    if (challenge != null) {
      boolean isEcho =
          answer != null
              && challenge.equals(answer.get("challenge"))
              && operation.equals(answer.get("type"))
              && options.name.equals(answer.get("name"));
      if (!isEcho) throw Content.badSignature();
    } else if (Math.abs(options.clock.getAsLong() - signedAt) > FRESH_SECONDS) {
      throw new LicenseException(CLOCK, "clock-skew");
    } else if (signedAt < notBefore) {
      throw Content.badSignature();
    }
    newest.accumulateAndGet(signedAt, Math::max);
    return Content.success(answer, options.ownerId);
  }

  private boolean verifies(byte[] prefix, byte[] message, byte[] signature) {
    // Java accepts a signature with a byte too many.
    if (signature.length != 64) return false;
    for (PublicKey key : keys) {
      try {
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(key);
        verifier.update(prefix);
        verifier.update(message);
        if (verifier.verify(signature)) return true;
      } catch (GeneralSecurityException error) {
        // Java throws for some invalid signatures.
      }
    }
    return false;
  }

  private static Map<String, String> fields(String... namesAndValues) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) fields.put(namesAndValues[at], namesAndValues[at + 1]);
    return fields;
  }

  private static String randomChallenge() {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
