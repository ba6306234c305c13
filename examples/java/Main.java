import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import latchkey.Client;
import latchkey.LicenseException;

/** A protected program: without arguments for its loader, with a license key by hand. See docs/protect.md. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws IOException {
    try {
      run(args);
    } catch (LicenseException error) {
      boolean isAlone = error.kind() == LicenseException.Kind.LINE;
      System.err.println(
          isAlone ? "Start this program with its loader, or with a license key." : "Not licensed: " + error.reason());
      System.exit(1);
    }
  }

  private static void run(String[] args) throws LicenseException, IOException {
    boolean isLaunched = args.length == 0;
    Client client = isLaunched ? Client.fromLoader(Pinned.service(), System.in) : new Client(Pinned.service().deviceId(deviceId()));
    Client.Account account = isLaunched ? client.check() : client.license(args[0], null);
    System.out.println("Hello " + account.username());
    if (account.offlineUntil() == null) System.out.println("The secret: " + client.variable("secret"));
  }

  /** Returns a random text that stays the same on this computer. */
  private static String deviceId() throws IOException {
    Path file = Path.of(System.getProperty("user.home"), ".my-app-device");
    if (!Files.exists(file)) {
      byte[] random = new byte[32];
      new SecureRandom().nextBytes(random);
      Files.writeString(file, HexFormat.of().formatHex(random));
    }
    return Files.readString(file);
  }
}
