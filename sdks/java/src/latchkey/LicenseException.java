package latchkey;

/** A refusal or a fault. Only {@link Kind#NETWORK} may let a program continue offline. */
public final class LicenseException extends Exception {
  private static final long serialVersionUID = 1;

  /** What a program may do. */
  public enum Kind {
    /** The service said no. */
    REFUSED,
    /** No service answered. */
    NETWORK,
    /** An answer, pass or file that must not be used. */
    SIGNATURE,
    /** This computer's clock is wrong. */
    CLOCK,
    /** The program was not started by its loader. */
    LINE
  }

  private final Kind kind;
  private final String reason;
  private final String text;
  private final Double retryAfter;

  public LicenseException(Kind kind, String reason) {
    this(kind, reason, "", null);
  }

  LicenseException(Kind kind, String reason, String text, Double retryAfter) {
    super(text.isEmpty() ? reason : reason + ": " + text);
    this.kind = kind;
    this.reason = reason;
    this.text = text;
    this.retryAfter = retryAfter;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns a stable word, such as "bad-credentials". */
  public String reason() {
    return reason;
  }

  /** Returns the service's text for people, or an empty text. */
  public String text() {
    return text;
  }

  /** Returns the seconds to wait, or null if the service did not report them. */
  public Double retryAfter() {
    return retryAfter;
  }
}
