using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>Runs the client against the vectors and the live service of "npm run sdks".</summary>
    internal static class ClientTest
    {
        private const string Https = "https://licenses.example.com";
        private static int passed;
        private static readonly List<string> Failed = new List<string>();

        private static int Main()
        {
            foreach (Action run in new Action[] { Answers, Passes, Lines, AllFeatures, AllOptions, Http, Offline, Watch, Live }) run();
            Failed.ForEach(Console.WriteLine);
            Console.WriteLine("csharp: " + passed + " passed, " + Failed.Count + " failed");
            return Failed.Count == 0 ? 0 : 1;
        }

        private static void Expect(string name, object found, object wanted)
        {
            if (found.Equals(wanted)) passed++;
            else Failed.Add(name + ": " + found + ", not " + wanted);
        }

        /// <summary>Result, kind and value, or the reason alone if `isShort`.</summary>
        private static string Outcome(Func<object> work, bool isShort = false)
        {
            try
            {
                object value = work();
                return isShort ? "ok" : "[ok][][" + value + "]";
            }
            catch (Exception error)
            {
                Exception cause = (error as AggregateException)?.InnerException ?? error;
                if (cause is ArgumentException) return isShort ? "bad-options" : "[bad-options][][]";
                if (!(cause is LicenseException refusal)) return cause.ToString();
                return isShort ? refusal.Reason : "[" + refusal.Reason + "][" + refusal.Kind.ToString().ToLowerInvariant() + "][]";
            }
        }

        private static void Compare(Dictionary<string, object> given, Func<object> work)
        {
            string or = Text(given, "or"), result = Text(given, "result"), found = Outcome(work);
            string wanted = "[" + result + "][" + Text(given, "kind") + "][" + Text(given, "value") + "]";
            // Libraries differ about some JSON; then only the result counts.
            bool isEither = or != "" && new[] { or, result }.Any(one => found.StartsWith("[" + one + "]", StringComparison.Ordinal));
            Expect(Text(given, "name"), found, isEither ? found : wanted);
        }

        private static string Text(Dictionary<string, object> given, string name) => Content.Get(given, name) as string ?? "";

        private static long Number(Dictionary<string, object> given, string name) => Content.Whole(given[name]).Value;

        private static Dictionary<string, object> Load(string name) =>
            Json.Parse(File.ReadAllBytes(Path.Combine(Environment.GetEnvironmentVariable("LATCHKEY_VECTORS"), name + ".json")));

        private static Dictionary<string, object> FromEnvironment(string name) =>
            Json.Parse(Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable(name) ?? ""));

        private static IEnumerable<Dictionary<string, object>> Cases(Dictionary<string, object> file) =>
            ((List<object>)file["cases"]).Cast<Dictionary<string, object>>();

        private static Options OptionsOf(Dictionary<string, object> file, string address, string keys) => new Options
        {
            Address = address, Name = Text(file, "name"), OwnerId = Text(file, "ownerid"), Version = "1.0",
            PublicKeys = keys.Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries),
        };

        private static string TextOf(Account account) => string.Join(" ",
            new[] { account.Username }.Concat(account.Subscriptions.Select(one => one.Name + "/" + one.Level + "/" + one.Expires)));

        private static object Run(Client client, string operation)
        {
            switch (operation)
            {
                case "init": return client.OpenAsync(CancellationToken.None).Result;
                case "login": return TextOf(client.LoginAsync("anna", "secret").Result);
                case "license": return TextOf(client.LicenseAsync("KEY").Result);
                case "trial": return TextOf(client.TrialAsync("anna", "secret").Result);
                case "register": return TextOf(client.RegisterAsync("anna", "secret", "KEY").Result);
                case "upgrade": return client.RedeemAsync("anna", "KEY").Result;
                case "check": return TextOf(client.CheckAsync().Result);
                case "var": return client.VariableAsync("x").Result;
                case "getvar": return client.UserVariableAsync("x").Result;
                case "webhook": return client.WebhookAsync("x").Result;
                case "file":
                    OfferedFile file = client.FileAsync("x").Result;
                    return file.Size + " " + file.Sha256;
            }
            Task done = operation == "logout" ? client.LogoutAsync() : operation == "setvar" ? client.SetUserVariableAsync("x", "y")
                : operation == "log" ? client.LogAsync("x") : client.BanAsync("x");
            done.Wait();
            return "";
        }

        private sealed class Handler : HttpMessageHandler
        {
            internal Func<HttpResponseMessage> Answer;

            protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancel) =>
                Task.Run(Answer, cancel);
        }

        private static void Answers()
        {
            Dictionary<string, object> file = Load("answers");
            foreach (Dictionary<string, object> given in Cases(file))
            {
                Options options = OptionsOf(file, Https, Text(given, "keys"));
                options.Challenge = given["challenge"] != null;
                options.Clock = () => Number(given, "now");
                options.Http = new HttpClient(new Handler { Answer = () => AnswerOf(given) });
                Compare(given, () =>
                {
                    var client = new Client(options);
                    client.NewChallenge = () => Text(given, "challenge");
                    client.newest = Number(given, "newest");
                    client.session = Text(given, "type") == "init" ? null : "the-session";
                    return Run(client, Text(given, "type"));
                });
            }
        }

        private static HttpResponseMessage AnswerOf(Dictionary<string, object> given)
        {
            var response = new HttpResponseMessage((HttpStatusCode)Number(given, "status"))
            {
                Content = new ByteArrayContent(Convert.FromBase64String(Text(given, "body"))),
            };
            response.Content.Headers.TryAddWithoutValidation("content-type", Text(given, "contentType"));
            foreach (string name in new[] { "timestamp", "signature" })
                if (given[name] is string value)
                    response.Headers.TryAddWithoutValidation(name == "timestamp" ? "x-signature-timestamp" : "x-signature-ed25519", value);
            return response;
        }

        private static void Passes()
        {
            Dictionary<string, object> file = Load("passes");
            foreach (Dictionary<string, object> given in Cases(file))
            {
                Options options = OptionsOf(file, Https, Text(given, "keys"));
                options.DeviceId = (string)given["device"];
                options.Clock = () => Number(given, "now");
                Compare(given, () => new Client(options).VerifyPass(Text(given, "pass")).Username);
            }
        }

        private static void Lines()
        {
            Dictionary<string, object> file = Load("lines");
            foreach (Dictionary<string, object> given in Cases(file))
            {
                Options options = OptionsOf(file, Text(file, "address"), Text(given, "keys"));
                Compare(given, () => Client.FromLoader(options, new MemoryStream(Convert.FromBase64String(Text(given, "line")))).session);
            }
        }

        private static void AllFeatures()
        {
            foreach (Dictionary<string, object> given in Cases(Load("features")))
            {
                var content = (Dictionary<string, object>)given["content"];
                Features found = Content.FeaturesOf(Content.Get(content, "features"));
                if (Text(given, "source") == "answer")
                    found = Content.AccountOf(new Dictionary<string, object> { { "info", content } }).Features;
                if (Text(given, "source") == "pass")
                    found = Content.PassOf(content, Text(content, "name"), Text(content, "ownerid"), Number(given, "now")).Features;
                Expect(Text(given, "name"), InWords(found), InWords((Dictionary<string, object>)given["features"]));
            }
        }

        /// <summary>With the type, because a number and its text are alike otherwise.</summary>
        private static string InWords(IEnumerable<KeyValuePair<string, object>> features) =>
            string.Join(", ", features.OrderBy(one => one.Key, StringComparer.Ordinal).Select(one => one.Key + "=" + one.Value + " " + one.Value.GetType().Name));

        private static void AllOptions()
        {
            Dictionary<string, object> file = Load("options");
            foreach (Dictionary<string, object> given in Cases(file))
                Compare(given, () => new Client(OptionsOf(file, Text(given, "address"), Text(given, "keys"))) == null ? "none" : "");
        }

        private static void Http()
        {
            Dictionary<string, object> file = Load("http"), servers = FromEnvironment("LATCHKEY_SERVERS");
            foreach (Dictionary<string, object> given in Cases(file))
            {
                Options options = OptionsOf(file, Text(servers, Text(given, "address")) + Text(given, "path"), Text(file, "keys"));
                options.Timeout = TimeSpan.FromSeconds(Number(given, "timeoutSeconds"));
                var client = new Client(options);
                Compare(given, () => Text(given, "operation") == "login"
                    ? (object)client.LoginAsync(Text(file, "username"), Text(file, "password")).Result.Username
                    : client.DownloadAsync(Text(file, "file"), Stream.Null).Result);
            }
        }

        private static HttpClient Failing(Kind kind, string reason) =>
            new HttpClient(new Handler { Answer = () => throw new LicenseException(kind, reason) });

        /// <summary>A pass decides only if nothing answers.</summary>
        private static void Offline()
        {
            Dictionary<string, object> file = Load("passes"), given = Cases(file).First();
            var faults = new Dictionary<Kind, string>
            {
                [Kind.Network] = "unreachable", [Kind.Signature] = "bad-signature", [Kind.Refused] = "banned", [Kind.Clock] = "clock-skew",
            };
            foreach (KeyValuePair<Kind, string> fault in faults)
                foreach (string session in new[] { "null", "\"the-session\"" })
                {
                    string line = "{\"v\":1,\"baseUrl\":\"" + Https + "\",\"name\":\"" + Text(file, "name") + "\",\"ownerid\":\"" + Text(file, "ownerid")
                        + "\",\"sessionid\":" + session + ",\"publicKey\":\"" + Text(given, "keys")
                        + "\",\"challenge\":\"required\",\"method\":\"GET\",\"offline\":\"" + Text(given, "pass") + "\"}";
                    Options options = OptionsOf(file, Https, Text(given, "keys"));
                    options.DeviceId = (string)given["device"];
                    options.Clock = () => Number(given, "now");
                    options.Http = Failing(fault.Key, fault.Value);
                    Client client = Client.FromLoader(options, new MemoryStream(Encoding.UTF8.GetBytes(line)));
                    string wanted = session == "null" || fault.Key == Kind.Network ? "ok" : fault.Value;
                    Expect("a pass after " + fault.Value + ", session " + session, Outcome(() => client.CheckAsync().Result, true), wanted);
                }
        }

        private static void Watch()
        {
            Options options = OptionsOf(Load("passes"), Https, string.Concat(Enumerable.Repeat("55", 32)));
            options.Http = Failing(Kind.Network, "unreachable");
            var reported = new TaskCompletionSource<string>();
            using (new Client(options).Watch(TimeSpan.FromMilliseconds(5), (account, error) => reported.TrySetResult(error.Reason)))
                Expect("watch", reported.Task.Wait(20000) ? reported.Task.Result : "nothing", "unreachable");
        }

        private static void Live()
        {
            Dictionary<string, object> live = FromEnvironment("LATCHKEY_SERVICE");
            if (live == null) return;
            Options options = OptionsOf(live, Text(live, "address"), Text(live, "keys"));
            options.Name = Text(live, "application");
            options.Version = Text(live, "version");
            options.DeviceId = Text(live, "device");
            var client = new Client(options);
            string[] keys = ((List<object>)live["licenses"]).Cast<string>().ToArray();
            string user = Text(live, "username"), password = "correct horse ä";
            Expect("live: register", client.RegisterAsync(user, password, keys[0]).Result.Username, user);
            long? before = client.CheckAsync().Result.Subscriptions[0].Expires;
            Expect("live: variable", client.VariableAsync(Text(live, "variable")).Result, Text(live, "value"));
            client.SetUserVariableAsync("theme", "dark ä&+%").Wait();
            Expect("live: user variable", client.UserVariableAsync("theme").Result, "dark ä&+%");
            Expect("live: redeem", client.RedeemAsync(user, keys[1]).Result > before, true);
            var written = new MemoryStream();
            Expect("live: download", client.DownloadAsync(Text(live, "file"), written).Result, Number(live, "size"));
            Expect("live: written", written.Length, Number(live, "size"));
            client.LogAsync("tested").Wait();
            Expect("live: webhook", Outcome(() => client.WebhookAsync("none").Result, true), "webhook-unknown");
            Expect("live: used key", Outcome(() => client.RedeemAsync(user, keys[0]).Result, true), "key-used");
            client.LogoutAsync().Wait();
            Expect("live: after logout", Outcome(() => client.CheckAsync().Result), "[not-signed-in][refused][]");
            Expect("live: wrong password", Outcome(() => client.LoginAsync(user, "wrong").Result), "[bad-credentials][refused][]");
            Expect("live: login", client.LoginAsync(user, password).Result.Username, user);
            Expect("live: license", client.LicenseAsync(keys[2]).Result.Username, keys[2]);
            client.BanAsync("tested").Wait();
            Expect("live: banned", Outcome(() => client.LoginAsync(keys[2], keys[2]).Result, true), "banned");
        }
    }
}
