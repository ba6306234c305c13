package latchkey;

import static latchkey.LicenseException.Kind.NETWORK;
import static latchkey.LicenseException.Kind.REFUSED;
import static latchkey.LicenseException.Kind.SIGNATURE;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Reads the content of answers, passes and lines. */
final class Content {
  private static final long MAX_PASS_SECONDS = 168 * 3600;
  private static final List<String> SMALL_ORDER =
      List.of(
          "00".repeat(32),
          "01" + "00".repeat(31),
          "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
          "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
          "ec" + "ff".repeat(30) + "7f",
          "ed" + "ff".repeat(30) + "7f",
          "ee" + "ff".repeat(30) + "7f");

  private Content() {}

  static LicenseException badSignature() {
    return new LicenseException(SIGNATURE, "bad-signature");
  }

  static LicenseException badReply() {
    return new LicenseException(SIGNATURE, "bad-reply");
  }

  static LicenseException badPass() {
    return new LicenseException(SIGNATURE, "pass-invalid");
  }

  /** SECURITY: nothing in an unsigned answer is trusted; it only helps to name the fault. */
  static LicenseException unsigned(Transport.Response response, byte[] body) {
    int status = response.status();
    String start = new String(body, 0, Math.min(body.length, 512), StandardCharsets.UTF_8).stripLeading();
    boolean isPage = start.startsWith("<") || response.headers().getOrDefault("content-type", "").contains("text/html");
    if (status == 407) return new LicenseException(NETWORK, "proxy-auth");
    if (status == 511) return new LicenseException(NETWORK, "captive-portal");
    if (status == 429 || status >= 500) return new LicenseException(NETWORK, "server-down");
    if (start.startsWith("{") || start.startsWith("KeyAuth_")) return badSignature();
    return isPage && status >= 200 && status < 300 ? new LicenseException(NETWORK, "captive-portal") : badReply();
  }

  static Map<String, Object> success(Map<String, Object> answer, String ownerId) throws LicenseException {
    if (answer == null) throw badReply();
    boolean isLimited = !answer.containsKey("success") && Boolean.FALSE.equals(answer.get("status"));
    Object success = isLimited ? Boolean.FALSE : answer.get("success");
    boolean hasOwner = answer.containsKey("ownerid");
    Object owner = answer.get("ownerid");
    if (!(success instanceof Boolean) || (hasOwner && !(owner instanceof String))) throw badReply();
    if (hasOwner && !owner.equals(ownerId)) throw badSignature();
    if ((Boolean) success) {
      if (!hasOwner) throw badReply();
      return answer;
    }
    String reason = answer.get("reason") instanceof String given && !given.isEmpty() ? given : isLimited ? "rate-limited" : "refused";
    String message = answer.get("message") instanceof String given ? given : "";
    throw new LicenseException(REFUSED, reason, message, answer.get("retryAfter") instanceof Double given ? given : null);
  }

  static String text(Map<?, ?> answer, String name) throws LicenseException {
    if (answer.get(name) instanceof String text) return text;
    throw badReply();
  }

  static Long seconds(Object given) throws LicenseException {
    if (given == null) return null;
    if (given instanceof Double number && !number.isInfinite()) return number.longValue();
    if (given instanceof String text && text.matches("-?[0-9]{1,15}(\\.[0-9]+)?")) return (long) Double.parseDouble(text);
    throw badReply();
  }

  static Long secondsOrNull(Object given) {
    try {
      return seconds(given);
    } catch (LicenseException error) {
      return null;
    }
  }

  /** Returns a whole number from 0 to 2^53 - 1, or null. */
  static Long whole(Object given) {
    boolean isWhole = given instanceof Double number && number >= 0 && number < 0x1p53 && number == Math.rint(number);
    return isWhole ? ((Double) given).longValue() : null;
  }

  static Client.Account account(Map<String, Object> answer) throws LicenseException {
    if (!(answer.get("info") instanceof Map<?, ?> info)) throw badReply();
    Object given = info.get("subscriptions");
    List<?> listed = given instanceof Map ? List.of(given) : given instanceof List<?> list ? list : null;
    if (listed == null) throw badReply();
    List<Client.Subscription> subscriptions = new ArrayList<>();
    for (Object one : listed) subscriptions.add(subscription(one));
    return new Client.Account(text(info, "username"), List.copyOf(subscriptions), null, features(info.get("features")));
  }

  /** Malformed features count as none. */
  static Client.Features features(Object given) {
    return isFeatures(given) ? known((Map<?, ?>) given) : new Client.Features(Map.of());
  }

  private static boolean isFeatures(Object given) {
    return given instanceof Map<?, ?> map
        && map.values().stream().allMatch(one -> one instanceof Boolean || one instanceof Double || one instanceof String);
  }

  private static Client.Features known(Map<?, ?> given) {
    Map<String, Object> values = new HashMap<>();
    given.forEach((name, value) -> values.put((String) name, value));
    return new Client.Features(Map.copyOf(values));
  }

  /** Features of a pass can end before it does. */
  private static Client.Features featuresAt(Map<String, Object> found, long now) {
    Client.Features features = features(found.get("features"));
    if (!(found.getOrDefault("featureChanges", List.of()) instanceof List<?> changes)) return features(null);
    for (Object one : changes) {
      if (!(one instanceof Map<?, ?> change) || whole(change.get("from")) == null || !isFeatures(change.get("features")))
        return features(null);
      if (whole(change.get("from")) <= now) features = features(change.get("features"));
    }
    return features;
  }

  private static Client.Subscription subscription(Object given) throws LicenseException {
    if (!(given instanceof Map<?, ?> one)) throw badReply();
    Object level = one.get("level");
    if (level instanceof Double number) level = number == Math.rint(number) ? String.valueOf(number.longValue()) : String.valueOf(number);
    if (level != null && !(level instanceof String)) throw badReply();
    return new Client.Subscription(text(one, "subscription"), level == null ? "" : (String) level, seconds(one.get("expiry")));
  }

  static Client.OfflinePass pass(Map<String, Object> found, String name, String ownerId, long now) throws LicenseException {
    if (found == null) throw badPass();
    Long issued = whole(found.get("issued")), until = whole(found.get("until"));
    boolean isValid =
        Double.valueOf(1).equals(found.get("v"))
            && found.get("username") instanceof String
            && found.get("hwid") instanceof String device
            && !device.isEmpty()
            && issued != null
            && until != null
            && whole(found.get("sequence")) != null
            && found.get("subscriptions") instanceof List<?> list
            && list.stream().allMatch(Content::isPassSubscription);
    if (!isValid || until - issued > MAX_PASS_SECONDS) throw badPass();
    // SECURITY: one key signs for all applications of a service.
    if (!name.equals(found.get("name")) || !ownerId.equals(found.get("ownerid"))) throw badPass();
    List<Client.Subscription> subscriptions = new ArrayList<>();
    for (Object one : (List<?>) found.get("subscriptions")) {
      Map<?, ?> fields = (Map<?, ?>) one;
      subscriptions.add(new Client.Subscription(text(fields, "subscription"), text(fields, "level"), whole(fields.get("expiry"))));
    }
    Client.Features features = featuresAt(found, now);
    return new Client.OfflinePass(text(found, "username"), text(found, "hwid"), List.copyOf(subscriptions), issued, until, features);
  }

  private static boolean isPassSubscription(Object given) {
    return given instanceof Map<?, ?> one
        && one.get("subscription") instanceof String
        && one.get("level") instanceof String
        && whole(one.get("expiry")) != null;
  }

  static boolean isLine(Map<String, Object> line) {
    Predicate<Object> isText = value -> value instanceof String text && !text.isEmpty();
    Predicate<Object> isKey = value -> value instanceof String key && key.matches("[0-9a-fA-F]{64}");
    Object session = line.get("sessionid"), key = line.get("publicKey"), options = line.getOrDefault("options", Map.of());
    return Double.valueOf(1).equals(line.get("v"))
        && line.get("baseUrl") instanceof String address
        && (address.startsWith("https://") || address.startsWith("http://"))
        && isText.test(line.get("name"))
        && isText.test(line.get("ownerid"))
        && line.containsKey("sessionid")
        && (isText.test(session) || (session == null && line.containsKey("offline")))
        && isText.test(line.getOrDefault("offline", "none"))
        && line.containsKey("publicKey")
        && (key == null || isKey.test(key))
        && line.getOrDefault("publicKeys", List.of()) instanceof List<?> keys
        && keys.stream().allMatch(isKey)
        && Arrays.asList("required", "off").contains(line.getOrDefault("challenge", ""))
        && Arrays.asList("GET", "POST").contains(line.getOrDefault("method", ""))
        && options instanceof Map<?, ?> map
        && map.values().stream().allMatch(String.class::isInstance);
  }

  /** SECURITY: one pass has one spelling, so padding and unused bits are refused. */
  static byte[] fromBase64Url(String text) throws LicenseException {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (bytes.length > 0 && Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) return bytes;
    } catch (IllegalArgumentException error) {
      // reported below
    }
    throw badPass();
  }

  /** Anyone can sign with such a key. The highest bit is the sign of x. */
  static boolean isSmallOrder(byte[] key) {
    byte[] masked = Arrays.copyOf(key, 32);
    masked[31] &= 0x7f;
    return SMALL_ORDER.contains(HexFormat.of().formatHex(masked));
  }
}
