using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using Fields = System.Collections.Generic.Dictionary<string, string>;

namespace Latchkey
{
    /// <summary>Options of a client.</summary>
    public sealed class Options
    {
        /// <summary>https, or http for 127.0.0.1 and [::1].</summary>
        public string Address { get; set; }
        public string Name { get; set; }
        public string OwnerId { get; set; }
        public string Version { get; set; }
        /// <summary>64 hex characters each.</summary>
        public IReadOnlyList<string> PublicKeys { get; set; }
        public string DeviceId { get; set; }
        /// <summary>False is for services that echo no challenge: then the clock proves freshness.</summary>
        public bool Challenge { get; set; } = true;
        /// <summary>For a whole request, and for each silence of a download.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(15);
        /// <summary>Its handler must follow no redirects.</summary>
        public HttpClient Http { get; set; }
        /// <summary>Returns unix seconds.</summary>
        public Func<long> Clock { get; set; } = () => DateTimeOffset.UtcNow.ToUnixTimeSeconds();
    }

    /// <summary>
    /// Verified client of a Latchkey license service, with one session, for .NET Framework 4.6.1, Mono and newer .NET. Threads may
    /// share it. Each answer is verified before it is parsed: its Ed25519 signature over the raw bytes, then that it belongs to this
    /// request, this operation and this application. docs/protect.md shows how to use it.
    /// </summary>
    public sealed class Client
    {
        private const int MaxBody = 1024 * 1024;
        private const int MaxLine = 64 * 1024;
        private const int MaxPass = 16384;
        private const int FreshSeconds = 120;
        private const int BehindSeconds = 300;
        private const string PassDomain = "latchkey-pass-v1\n";
        private static readonly Regex AddressForm =
            new Regex(@"\A(https://[^/?#@\s\\:]+(:[0-9]+)?|http://(127\.0\.0\.1|\[::1\])(:[0-9]+)?)(/[^?#\s\\]*)?\z");

        private readonly Options options;
        private readonly string address;
        private readonly HttpClient http;
        private readonly List<byte[]> keys = new List<byte[]>();
        private readonly SemaphoreSlim opening = new SemaphoreSlim(1);
        private bool launchedOffline;
        private string pass;
        internal volatile string session;
        internal long newest;
        internal Func<string> NewChallenge = RandomChallenge;

        /// <summary>Throws an ArgumentException for an invalid option. Opens no connection.</summary>
        public Client(Options options)
        {
            this.options = options;
            if (!AddressForm.IsMatch(options.Address ?? ""))
                throw new ArgumentException("The address must be https, without query; http only for 127.0.0.1 and [::1].");
            if (options.PublicKeys == null || options.PublicKeys.Count == 0) throw new ArgumentException("There is no public key.");
            foreach (string key in options.PublicKeys)
            {
                if (!Content.IsKey(key)) throw new ArgumentException("Public keys have 64 hex characters.");
                keys.Add(Content.FromHex(key));
                if (Content.IsSmallOrder(keys.Last())) throw new ArgumentException("Anyone can sign with this public key, such as zeros.");
            }
            address = options.Address.TrimEnd('/');
            http = options.Http ?? NewHttpClient();
        }

        /// <summary>What the user chose in the loader. Check each value: anyone can write the line.</summary>
        public IReadOnlyDictionary<string, string> Choices { get; private set; } = new Fields();

        /// <summary>The features of the loader's line, before the first check. Anyone can write the line.</summary>
        public Features LineFeatures { get; private set; } = new Features();

        /// <summary>Returns a client with the session of the loader's line. Without `input` it reads standard input. Reasons: no-line and other-service.</summary>
        public static Client FromLoader(Options options, Stream input = null)
        {
            var client = new Client(options);
            if (input == null && !Console.IsInputRedirected) throw new LicenseException(Kind.Line, "no-line");
            using (Stream stream = input ?? Console.OpenStandardInput())
            {
                var line = new byte[MaxLine + 1];
                int length = 0;
                for (int count; length < line.Length && (count = stream.Read(line, length, line.Length - length)) > 0;) length += count;
                client.TakeLine(line.Take(length).ToArray());
            }
            return client;
        }

        /// <summary>Signs in. The reason code-needed asks for a one-time code.</summary>
        public Task<Account> LoginAsync(string username, string password, string code = null, CancellationToken cancel = default(CancellationToken)) =>
            SignInAsync("login", new Fields { ["username"] = username, ["pass"] = password, ["code"] = code }, cancel);

        /// <summary>Signs in with a license key alone. Its first use creates the user.</summary>
        public Task<Account> LicenseAsync(string key, string code = null, CancellationToken cancel = default(CancellationToken)) =>
            SignInAsync("license", new Fields { ["key"] = key, ["code"] = code }, cancel);

        public Task<Account> RegisterAsync(
            string username, string password, string key, string email = null, CancellationToken cancel = default(CancellationToken)) =>
            SignInAsync("register", new Fields { ["username"] = username, ["pass"] = password, ["key"] = key, ["email"] = email }, cancel);

        /// <summary>Creates a user with the free trial of the application, once for each computer.</summary>
        public Task<Account> TrialAsync(string username, string password, CancellationToken cancel = default(CancellationToken)) =>
            SignInAsync("trial", new Fields { ["username"] = username, ["pass"] = password }, cancel);

        /// <summary>Adds a key's time to a user, and returns the new end in unix seconds, or null if unknown.</summary>
        public async Task<long?> RedeemAsync(string username, string key, CancellationToken cancel = default(CancellationToken))
        {
            var fields = new Fields { ["username"] = username, ["key"] = key };
            Dictionary<string, object> answer = await CallAsync("upgrade", fields, cancel, true).ConfigureAwait(false);
            object until = Content.Get(answer, "redeemed") is Dictionary<string, object> redeemed ? Content.Get(redeemed, "until") : null;
            return Content.SecondsOrNull(until) ?? Content.SecondsOrNull(Content.Get(answer, "expiry"));
        }

        /// <summary>Returns the signed-in user. If nothing answers, the loader's offline pass decides.</summary>
        public async Task<Account> CheckAsync(CancellationToken cancel = default(CancellationToken))
        {
            Dictionary<string, object> answer;
            try
            {
                answer = await CallAsync("check", new Fields(), cancel).ConfigureAwait(false);
            }
            catch (LicenseException error) when (error.Kind == Kind.Network && pass != null)
            {
                OfflinePass found = VerifyPass(pass);
                return new Account { Username = found.Username, Subscriptions = found.Subscriptions, OfflineUntil = found.Until, Features = found.Features };
            }
            try
            {
                return Content.AccountOf(answer);
            }
            catch (LicenseException)
            {
                return new Account { Username = "", Subscriptions = new Subscription[0] };
            }
        }

        public async Task LogoutAsync(CancellationToken cancel = default(CancellationToken))
        {
            await CallAsync("logout", new Fields(), cancel).ConfigureAwait(false);
            session = null;
        }

        /// <summary>Returns a variable of the application.</summary>
        public Task<string> VariableAsync(string name, CancellationToken cancel = default(CancellationToken)) =>
            TextAsync("var", new Fields { ["varid"] = name }, "message", cancel);

        public Task<string> UserVariableAsync(string name, CancellationToken cancel = default(CancellationToken)) =>
            TextAsync("getvar", new Fields { ["var"] = name }, "response", cancel);

        public Task SetUserVariableAsync(string name, string value, CancellationToken cancel = default(CancellationToken)) =>
            CallAsync("setvar", new Fields { ["var"] = name, ["data"] = value }, cancel);

        public Task LogAsync(string message, CancellationToken cancel = default(CancellationToken)) =>
            CallAsync("log", new Fields { ["message"] = message }, cancel);

        public Task<string> WebhookAsync(
            string id, string query = null, string body = null, string contentType = null, CancellationToken cancel = default(CancellationToken)) =>
            TextAsync("webhook", new Fields { ["webid"] = id, ["params"] = query, ["body"] = body, ["conttype"] = contentType }, "response", cancel);

        /// <summary>Bans the signed-in user, and this computer if it is bound to the user.</summary>
        public Task BanAsync(string reason = null, CancellationToken cancel = default(CancellationToken)) =>
            CallAsync("ban", new Fields { ["reason"] = reason, ["hwid"] = options.DeviceId }, cancel);

        public async Task<OfferedFile> FileAsync(string id, CancellationToken cancel = default(CancellationToken))
        {
            Dictionary<string, object> answer = await CallAsync("file", new Fields { ["fileid"] = id }, cancel).ConfigureAwait(false);
            long size = Content.Whole(Content.Get(answer, "size")) ?? throw Content.BadReply();
            return new OfferedFile { Size = size, Sha256 = Content.Text(answer, "sha256"), Path = Content.Text(answer, "download") };
        }

        /// <summary>Writes a file and returns its size. The content is verified at the end: discard what was written if this throws.</summary>
        public async Task<long> DownloadAsync(string id, Stream output, CancellationToken cancel = default(CancellationToken))
        {
            OfferedFile file = await FileAsync(id, cancel).ConfigureAwait(false);
            if (!Regex.IsMatch(file.Path, @"\A/[^/\\]")) throw Content.BadReply();
            using (var exchange = new Exchange(options.Timeout, cancel))
            using (SHA256 hash = SHA256.Create())
            {
                HttpResponseMessage response = await SendAsync(exchange, file.Path, null).ConfigureAwait(false);
                if ((int)response.StatusCode >= 500) throw new LicenseException(Kind.Network, "server-down");
                if (response.StatusCode != HttpStatusCode.OK) throw Content.BadDownload();
                long size = 0;
                var buffer = new byte[65536];
                for (int count; (count = await exchange.ReadAsync(buffer).ConfigureAwait(false)) > 0;)
                {
                    exchange.Restart();
                    size += count;
                    if (size > file.Size) throw Content.BadDownload();
                    hash.TransformBlock(buffer, 0, count, null, 0);
                    await output.WriteAsync(buffer, 0, count, cancel).ConfigureAwait(false);
                }
                hash.TransformFinalBlock(buffer, 0, 0);
                bool isIntact = Content.ToHex(hash.Hash) == file.Sha256.ToLowerInvariant();
                if (size != file.Size || !isIntact) throw Content.BadDownload();
                return size;
            }
        }

        /// <summary>Returns the content of an offline pass for this application, computer and time.</summary>
        public OfflinePass VerifyPass(string text)
        {
            string[] parts = text.Split('.');
            if (text.Length > MaxPass || parts.Length != 2) throw Content.BadPass();
            byte[] json = Content.FromBase64Url(parts[0]), signature = Content.FromBase64Url(parts[1]);
            if (!IsSigned(signature, Encoding.ASCII.GetBytes(PassDomain).Concat(json).ToArray())) throw Content.BadPass();
            long now = options.Clock();
            OfflinePass found = Content.PassOf(Json.Parse(json), options.Name, options.OwnerId, now);
            if (options.DeviceId != null && options.DeviceId != found.DeviceId) throw new LicenseException(Kind.Signature, "other-device");
            if (now >= found.Until) throw new LicenseException(Kind.Refused, "pass-expired");
            if (now < found.Issued - BehindSeconds) throw new LicenseException(Kind.Clock, "clock-behind");
            return found;
        }

        /// <summary>
        /// Checks in the background, and calls `report` with an account or an exception after each check. The interval varies by a
        /// fifth, so that programs do not ask together. Dispose the result to stop the checks.
        /// </summary>
        public IDisposable Watch(TimeSpan every, Action<Account, LicenseException> report)
        {
            var stop = new CancellationTokenSource();
            Task.Run(() => WatchAsync(every, report, stop.Token));
            return new Stopper(stop);
        }

        private sealed class Stopper : IDisposable
        {
            private readonly CancellationTokenSource stop;

            internal Stopper(CancellationTokenSource stop)
            {
                this.stop = stop;
            }

            public void Dispose() => stop.Cancel();
        }

        private async Task WatchAsync(TimeSpan every, Action<Account, LicenseException> report, CancellationToken stop)
        {
            var random = new Random();
            while (!stop.IsCancellationRequested)
            {
                Account account = null;
                LicenseException failure = null;
                try
                {
                    await Task.Delay(TimeSpan.FromSeconds(every.TotalSeconds * (0.8 + 0.4 * random.NextDouble())), stop).ConfigureAwait(false);
                    account = await CheckAsync(stop).ConfigureAwait(false);
                }
                catch (LicenseException error)
                {
                    failure = error;
                }
                if (!stop.IsCancellationRequested) report(account, failure);
            }
        }

        private void TakeLine(byte[] bytes)
        {
            bool hasMark = bytes.Length > 0 && bytes[0] == 0xef;
            Dictionary<string, object> line = bytes.Length > MaxLine || hasMark ? null : Json.Parse(bytes);
            if (line == null || !Content.IsLine(line)) throw new LicenseException(Kind.Line, "no-line");
            var offered = new List<object>();
            if (line["publicKey"] != null)
            {
                offered.Add(line["publicKey"]);
                if (Content.Get(line, "publicKeys") is List<object> more) offered.AddRange(more);
            }
            bool sharesKey = offered.Any(key => keys.Any(own => own.SequenceEqual(Content.FromHex((string)key))));
            bool isSame = ((string)line["baseUrl"]).TrimEnd('/') == address
                && (string)line["name"] == options.Name
                && (string)line["ownerid"] == options.OwnerId
                && (string)line["challenge"] == "required";
            if (!isSame || !sharesKey) throw new LicenseException(Kind.Line, "other-service");
            session = (string)line["sessionid"];
            launchedOffline = session == null;
            pass = (string)Content.Get(line, "offline");
            if (Content.Get(line, "options") is Dictionary<string, object> chosen)
                Choices = chosen.ToDictionary(one => one.Key, one => (string)one.Value);
            LineFeatures = Content.FeaturesOf(Content.Get(line, "features"));
        }

        private async Task<Account> SignInAsync(string operation, Fields fields, CancellationToken cancel)
        {
            fields["hwid"] = options.DeviceId;
            return Content.AccountOf(await CallAsync(operation, fields, cancel, true).ConfigureAwait(false));
        }

        private async Task<string> TextAsync(string operation, Fields fields, string name, CancellationToken cancel) =>
            Content.Text(await CallAsync(operation, fields, cancel).ConfigureAwait(false), name);

        /// <summary>A sign-in whose session is gone is sent once more, in a new session.</summary>
        private async Task<Dictionary<string, object>> CallAsync(string operation, Fields fields, CancellationToken cancel, bool signsIn = false)
        {
            if (launchedOffline) throw new LicenseException(Kind.Network, "unreachable");
            for (bool isRetry = false; ; isRetry = true)
            {
                string current = fields["sessionid"] = await OpenAsync(cancel).ConfigureAwait(false);
                try
                {
                    return await ExchangeAsync(operation, fields, cancel).ConfigureAwait(false);
                }
                catch (LicenseException error) when (error.Reason == "session-gone")
                {
                    if (session == current) session = null;
                    if (isRetry || !signsIn) throw;
                }
            }
        }

        internal async Task<string> OpenAsync(CancellationToken cancel)
        {
            await opening.WaitAsync(cancel).ConfigureAwait(false);
            try
            {
                string current = session;
                if (current != null) return current;
                var fields = new Fields { ["ver"] = options.Version };
                current = Content.Text(await ExchangeAsync("init", fields, cancel).ConfigureAwait(false), "sessionid");
                if (current.Length < 1 || current.Length > 200) throw Content.BadReply();
                return session = current;
            }
            finally
            {
                opening.Release();
            }
        }

        private async Task<Dictionary<string, object>> ExchangeAsync(string operation, Fields given, CancellationToken cancel)
        {
            string challenge = options.Challenge ? NewChallenge() : null;
            string ids;
            using (SHA256 hash = SHA256.Create())
                ids = string.Join(",", keys.Take(3).Select(key => Content.ToHex(hash.ComputeHash(key)).Substring(0, 16)));
            var fields = new Fields(given)
            {
                ["type"] = operation, ["name"] = options.Name, ["ownerid"] = options.OwnerId, ["challenge"] = challenge, ["keys"] = ids,
            };
            long notBefore = Interlocked.Read(ref newest);
            using (var exchange = new Exchange(options.Timeout, cancel))
            using (var body = new MemoryStream())
            {
                HttpResponseMessage response = await SendAsync(exchange, "/api/1.3/", Content.Form(fields)).ConfigureAwait(false);
                var buffer = new byte[16384];
                for (int count; (count = await exchange.ReadAsync(buffer).ConfigureAwait(false)) > 0;)
                {
                    body.Write(buffer, 0, count);
                    if (body.Length > MaxBody) throw Content.BadReply();
                }
                bool isZipped = response.Content.Headers.ContentEncoding.Contains("gzip");
                byte[] plain = isZipped ? Content.Unzip(body, MaxBody) : body.ToArray();
                return Read(operation, challenge, notBefore, response, plain);
            }
        }

        private async Task<HttpResponseMessage> SendAsync(Exchange exchange, string path, string form)
        {
            var request = new HttpRequestMessage(form == null ? HttpMethod.Get : HttpMethod.Post, new Uri(address + path));
            if (form != null)
            {
                request.Content = new StringContent(form, Encoding.ASCII, "application/x-www-form-urlencoded");
                request.Headers.AcceptEncoding.ParseAdd("gzip");
            }
            HttpResponseMessage response = await exchange.SendAsync(http, request).ConfigureAwait(false);
            int status = (int)response.StatusCode;
            if (status >= 300 && status <= 399 && response.Headers.Contains("Location")) throw new LicenseException(Kind.Network, "captive-portal");
            return response;
        }

        /// <summary>SECURITY: signature over the raw bytes first, then JSON, freshness, application and content.</summary>
        private Dictionary<string, object> Read(string operation, string challenge, long notBefore, HttpResponseMessage response, byte[] body)
        {
            string timestamp = Content.Header(response, "x-signature-timestamp"), signature = Content.Header(response, "x-signature-ed25519");
            int status = (int)response.StatusCode;
            if (timestamp == null || signature == null) throw Content.Unsigned(status, response.Content.Headers.ContentType?.MediaType, body);
            bool isForm = Regex.IsMatch(timestamp, @"\A[0-9]{1,13}\z") && Regex.IsMatch(signature, @"\A[0-9a-fA-F]{128}\z");
            if (!isForm || !IsSigned(Content.FromHex(signature), Encoding.ASCII.GetBytes(timestamp).Concat(body).ToArray()))
                throw Content.BadSignature();
            Dictionary<string, object> answer = Json.Parse(body);
            if (status >= 500) throw new LicenseException(Kind.Network, "server-down");
            long signedAt = long.Parse(timestamp);
            if (challenge != null)
            {
                bool isEcho = answer != null
                    && Content.Get(answer, "challenge") as string == challenge
                    && Content.Get(answer, "type") as string == operation
                    && Content.Get(answer, "name") as string == options.Name;
                if (!isEcho) throw Content.BadSignature();
            }
            else if (Math.Abs(options.Clock() - signedAt) > FreshSeconds)
                throw new LicenseException(Kind.Clock, "clock-skew");
            else if (signedAt < notBefore)
                throw Content.BadSignature();
            for (long last = Interlocked.Read(ref newest); last < signedAt;)
                last = Interlocked.CompareExchange(ref newest, signedAt, last);
            return Content.Success(answer, options.OwnerId);
        }

        private bool IsSigned(byte[] signature, byte[] message) => keys.Any(key => Ed25519.Verify(key, signature, message));

        private static string RandomChallenge()
        {
            var random = new byte[32];
            using (RandomNumberGenerator generator = RandomNumberGenerator.Create()) generator.GetBytes(random);
            return Content.ToBase64Url(random);
        }

        /// <summary>Follows no redirects, stores no cookies and ignores proxies.</summary>
        private static HttpClient NewHttpClient()
        {
            var handler = new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false, UseProxy = false };
            return new HttpClient(handler) { Timeout = System.Threading.Timeout.InfiniteTimeSpan };
        }
    }

    /// <summary>A request and its answer within a time, after which everything is closed: a server could answer byte by byte for ever.</summary>
    internal sealed class Exchange : IDisposable
    {
        private readonly TimeSpan timeout;
        private readonly CancellationToken cancel;
        private readonly CancellationTokenSource end;
        private HttpResponseMessage response;
        private Stream body;

        internal Exchange(TimeSpan timeout, CancellationToken cancel)
        {
            this.timeout = timeout;
            this.cancel = cancel;
            end = CancellationTokenSource.CreateLinkedTokenSource(cancel);
            Restart();
        }

        /// <summary>The time begins again.</summary>
        internal void Restart() => end.CancelAfter(timeout);

        internal async Task<HttpResponseMessage> SendAsync(HttpClient http, HttpRequestMessage request)
        {
            response = await Within(http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, end.Token)).ConfigureAwait(false);
            body = await Within(response.Content.ReadAsStreamAsync()).ConfigureAwait(false);
            return response;
        }

        internal Task<int> ReadAsync(byte[] buffer) => Within(body.ReadAsync(buffer, 0, buffer.Length, end.Token));

        /// <summary>Not every stream obeys the token, so this does not wait for the work after the end.</summary>
        private async Task<T> Within<T>(Task<T> work)
        {
            var ended = new TaskCompletionSource<bool>();
            using (end.Token.Register(() => ended.TrySetResult(true)))
            {
                await Task.WhenAny(work, ended.Task).ConfigureAwait(false);
                cancel.ThrowIfCancellationRequested();
                if (end.IsCancellationRequested) throw new LicenseException(Kind.Network, "timeout");
                try
                {
                    return await work.ConfigureAwait(false);
                }
                catch (Exception error)
                {
                    throw FaultOf(error);
                }
            }
        }

        private static LicenseException FaultOf(Exception error)
        {
            for (Exception cause = error; cause != null; cause = cause.InnerException)
            {
                if (cause is LicenseException known) return known;
                if (cause is AuthenticationException) return new LicenseException(Kind.Network, "tls");
                WebExceptionStatus status = cause is WebException web ? web.Status : WebExceptionStatus.UnknownError;
                bool isRefused = cause is SocketException socket && socket.SocketErrorCode != SocketError.ConnectionReset;
                if (isRefused || status == WebExceptionStatus.ConnectFailure || status == WebExceptionStatus.NameResolutionFailure)
                    return new LicenseException(Kind.Network, "unreachable");
                if (status == WebExceptionStatus.TrustFailure || status == WebExceptionStatus.SecureChannelFailure)
                    return new LicenseException(Kind.Network, "tls");
                if (status == WebExceptionStatus.ServerProtocolViolation) return Content.BadReply();
            }
            return new LicenseException(Kind.Network, "interrupted");
        }

        public void Dispose()
        {
            end.Dispose();
            response?.Dispose();
        }
    }
}
