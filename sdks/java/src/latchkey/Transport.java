package latchkey;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;

/** The HTTP stack. It must follow no redirects. */
public interface Transport {
  /** An answer. {@code headers} has names in lower case, and {@code body} the decoded bytes. */
  record Response(int status, Map<String, String> headers, InputStream body) {}

  /**
   * Sends a POST with a form, or a GET if {@code form} is null. URL and form have secrets. The timeout is for the whole exchange:
   * after it the body throws an {@link HttpTimeoutException}.
   */
  Response send(String url, String form, Duration timeout) throws IOException, InterruptedException;

  /** Returns the default, which ignores proxies of the system and stores no cookies. */
  static Transport ofHttpClient() {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    return (url, form, timeout) -> {
      long startedAt = System.nanoTime();
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(timeout);
      if (form != null)
        request
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Accept-Encoding", "gzip")
            .POST(HttpRequest.BodyPublishers.ofString(form));
      HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      Map<String, String> headers = new HashMap<>();
      response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(), String.join(", ", values)));
      InputStream body = new Limited(response.body(), timeout.toNanos() - (System.nanoTime() - startedAt));
      boolean isGzip = form != null && headers.getOrDefault("content-encoding", "").strip().equalsIgnoreCase("gzip");
      return new Response(response.statusCode(), headers, isGzip ? new GZIPInputStream(body) : body);
    };
  }

  /** Names a fault of the network. */
  static LicenseException faultOf(IOException error) {
    String reason = "interrupted";
    if (error instanceof HttpTimeoutException) reason = "timeout";
    else if (error instanceof ConnectException) reason = "unreachable";
    else if (error instanceof SSLException) reason = "tls";
    else if (error instanceof ProtocolException || (error instanceof ZipException && !(error.getCause() instanceof EOFException)))
      return new LicenseException(LicenseException.Kind.SIGNATURE, "bad-reply");
    return new LicenseException(LicenseException.Kind.NETWORK, reason);
  }

  /** Closes the stream after some time, because a server could answer byte by byte for ever. */
  final class Limited extends FilterInputStream {
    private volatile boolean isLate;

    Limited(InputStream body, long nanos) {
      super(body);
      CompletableFuture.delayedExecutor(Math.max(nanos, 0), TimeUnit.NANOSECONDS).execute(this::end);
    }

    private void end() {
      isLate = true;
      try {
        in.close();
      } catch (IOException error) {
        // closed already
      }
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int count = in.read(bytes, offset, length);
        if (count >= 0 || !isLate) return count;
      } catch (IOException error) {
        if (!isLate) throw error;
      }
      throw new HttpTimeoutException("timeout");
    }
  }
}
