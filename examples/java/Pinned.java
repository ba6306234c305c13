import java.util.List;
import latchkey.Client;

/** The service that this program believes. Fill it in before you give the program to anybody. */
final class Pinned {
  private Pinned() {}

  static Client.Options service() {
    return new Client.Options(
        "https://licenses.example.com", "My App", "abcde12345", "1.0", List.of("<64 hex characters>"));
  }
}
