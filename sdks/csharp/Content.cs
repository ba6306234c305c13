using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>What a program may do.</summary>
    public enum Kind
    {
        /// <summary>The service said no.</summary>
        Refused,
        /// <summary>No service answered. Only then may a program continue offline.</summary>
        Network,
        /// <summary>An answer, pass or file that must not be used.</summary>
        Signature,
        /// <summary>This computer's clock is wrong.</summary>
        Clock,
        /// <summary>The program was not started by its loader.</summary>
        Line,
    }

    /// <summary>A refusal or a fault. `Reason` is a stable word, and `Text` the service's text for people, or empty.</summary>
    public sealed class LicenseException : Exception
    {
        internal LicenseException(Kind kind, string reason, string text = "", double? retryAfter = null)
            : base(text == "" ? reason : reason + ": " + text)
        {
            Kind = kind;
            Reason = reason;
            Text = text;
            RetryAfter = retryAfter;
        }

        public Kind Kind { get; }
        public string Reason { get; }
        public string Text { get; }
        /// <summary>Seconds, or null.</summary>
        public double? RetryAfter { get; }
    }

    public sealed class Subscription
    {
        public string Name { get; internal set; }
        public string Level { get; internal set; }
        /// <summary>Unix seconds, or null if unknown.</summary>
        public long? Expires { get; internal set; }
    }

    public sealed class Account
    {
        public string Username { get; internal set; }
        public IReadOnlyList<Subscription> Subscriptions { get; internal set; }
        /// <summary>Unix seconds, if no service answered and an offline pass decided.</summary>
        public long? OfflineUntil { get; internal set; }
        public Features Features { get; internal set; } = new Features();
    }

    /// <summary>What the user has, by name. A value is a bool, a double or a string. A missing one means no.</summary>
    public sealed class Features : Dictionary<string, object>
    {
        internal Features() { }

        internal Features(Dictionary<string, object> values) : base(values) { }

        /// <summary>Whether the feature is included: not no, and not 0.</summary>
        public bool Has(string name) => TryGetValue(name, out object value) && !false.Equals(value) && !0.0.Equals(value);

        public double Number(string name) => TryGetValue(name, out object value) && value is double number ? number : 0;

        /// <summary>Returns an empty text for a missing one.</summary>
        public string Text(string name) => TryGetValue(name, out object value) && value is string text ? text : "";
    }

    public sealed class OfferedFile
    {
        public long Size { get; internal set; }
        public string Sha256 { get; internal set; }
        /// <summary>Relative to the service's address.</summary>
        public string Path { get; internal set; }
    }

    public sealed class OfflinePass
    {
        public string Username { get; internal set; }
        public string DeviceId { get; internal set; }
        public IReadOnlyList<Subscription> Subscriptions { get; internal set; }
        /// <summary>Unix seconds.</summary>
        public long Issued { get; internal set; }
        public long Until { get; internal set; }
        /// <summary>Those at the time of the check.</summary>
        public Features Features { get; internal set; }
    }

    /// <summary>Reads the content of answers, passes and lines.</summary>
    internal static class Content
    {
        private const long MaxPassSeconds = 168 * 3600;
        private const string Unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
        private static readonly Regex KeyForm = new Regex(@"\A[0-9a-fA-F]{64}\z");
        private static readonly Regex SecondsForm = new Regex(@"\A-?[0-9]{1,15}(\.[0-9]+)?\z");
        private static readonly string[] SmallOrder =
        {
            new string('0', 64), "01" + new string('0', 62),
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ec" + new string('f', 60) + "7f", "ed" + new string('f', 60) + "7f", "ee" + new string('f', 60) + "7f",
        };

        internal static LicenseException BadSignature() => new LicenseException(Kind.Signature, "bad-signature");
        internal static LicenseException BadReply() => new LicenseException(Kind.Signature, "bad-reply");
        internal static LicenseException BadDownload() => new LicenseException(Kind.Signature, "bad-download");
        internal static LicenseException BadPass() => new LicenseException(Kind.Signature, "pass-invalid");

        internal static object Get(Dictionary<string, object> from, string name) => from.TryGetValue(name, out object value) ? value : null;

        internal static bool IsKey(object value) => value is string key && KeyForm.IsMatch(key);

        /// <summary>Anyone can sign with such a key. The highest bit is the sign of x.</summary>
        internal static bool IsSmallOrder(byte[] key)
        {
            byte[] masked = (byte[])key.Clone();
            masked[31] &= 0x7f;
            return SmallOrder.Contains(ToHex(masked));
        }

        internal static byte[] FromHex(string text) =>
            Enumerable.Range(0, text.Length / 2).Select(at => Convert.ToByte(text.Substring(at * 2, 2), 16)).ToArray();

        internal static string ToHex(byte[] bytes) => string.Concat(bytes.Select(one => one.ToString("x2")));

        internal static string ToBase64Url(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

        /// <summary>SECURITY: one pass has one spelling, so padding and unused bits are refused.</summary>
        internal static byte[] FromBase64Url(string text)
        {
            try
            {
                string padded = text.Replace('-', '+').Replace('_', '/') + new string('=', (4 - text.Length % 4) % 4);
                byte[] bytes = Convert.FromBase64String(padded);
                if (bytes.Length > 0 && ToBase64Url(bytes) == text) return bytes;
            }
            catch (FormatException)
            {
                // reported below
            }
            throw BadPass();
        }

        /// <summary>Omits fields without a value.</summary>
        internal static string Form(Dictionary<string, string> fields)
        {
            var form = new StringBuilder();
            foreach (KeyValuePair<string, string> field in fields.Where(one => one.Value != null))
            {
                form.Append(form.Length == 0 ? "" : "&").Append(field.Key).Append('=');
                foreach (byte one in Encoding.UTF8.GetBytes(field.Value))
                    form.Append(Unreserved.IndexOf((char)one) >= 0 ? ((char)one).ToString() : "%" + one.ToString("X2"));
            }
            return form.ToString();
        }

        /// <summary>Decodes gzip, to at most `limit` bytes.</summary>
        internal static byte[] Unzip(MemoryStream zipped, int limit)
        {
            zipped.Position = 0;
            try
            {
                using (var stream = new GZipStream(zipped, CompressionMode.Decompress))
                using (var plain = new MemoryStream())
                {
                    var buffer = new byte[16384];
                    for (int count; (count = stream.Read(buffer, 0, buffer.Length)) > 0;)
                    {
                        plain.Write(buffer, 0, count);
                        if (plain.Length > limit) throw BadReply();
                    }
                    return plain.ToArray();
                }
            }
            catch (Exception error) when (error is IOException || error is InvalidDataException)
            {
                throw BadReply();
            }
        }

        internal static string Header(HttpResponseMessage response, string name) =>
            response.Headers.TryGetValues(name, out IEnumerable<string> values) ? string.Join(", ", values) : null;

        /// <summary>SECURITY: nothing in an unsigned answer is trusted; it only helps to name the fault.</summary>
        internal static LicenseException Unsigned(int status, string type, byte[] body)
        {
            if (status == 407) return new LicenseException(Kind.Network, "proxy-auth");
            if (status == 511) return new LicenseException(Kind.Network, "captive-portal");
            if (status == 429 || status >= 500) return new LicenseException(Kind.Network, "server-down");
            string start = Encoding.UTF8.GetString(body, 0, Math.Min(body.Length, 512)).TrimStart(' ', '\t', '\r', '\n', '\ufeff');
            bool isJson = start.StartsWith("{", StringComparison.Ordinal) || start.StartsWith("KeyAuth_", StringComparison.Ordinal);
            if (isJson) return BadSignature();
            bool isPage = start.StartsWith("<", StringComparison.Ordinal) || type == "text/html";
            return isPage && status / 100 == 2 ? new LicenseException(Kind.Network, "captive-portal") : BadReply();
        }

        /// <summary>Returns the answer if it is a success, else throws the refusal.</summary>
        internal static Dictionary<string, object> Success(Dictionary<string, object> answer, string ownerId)
        {
            if (answer == null) throw BadReply();
            bool isLimited = !answer.ContainsKey("success") && Get(answer, "status") is bool status && !status;
            object success = isLimited ? false : Get(answer, "success");
            bool hasOwner = answer.TryGetValue("ownerid", out object owner);
            if (!(success is bool) || (hasOwner && !(owner is string))) throw BadReply();
            if (hasOwner && (string)owner != ownerId) throw BadSignature();
            if ((bool)success) return hasOwner ? answer : throw BadReply();
            string reason = Get(answer, "reason") as string;
            if (string.IsNullOrEmpty(reason)) reason = isLimited ? "rate-limited" : "refused";
            throw new LicenseException(Kind.Refused, reason, Get(answer, "message") as string ?? "", Get(answer, "retryAfter") as double?);
        }

        internal static string Text(Dictionary<string, object> answer, string name) => Get(answer, name) as string ?? throw BadReply();

        internal static long? Seconds(object given)
        {
            if (given == null) return null;
            if (given is string text && SecondsForm.IsMatch(text)) given = double.Parse(text, CultureInfo.InvariantCulture);
            if (!(given is double number) || double.IsInfinity(number)) throw BadReply();
            return (long)Math.Max(-9e18, Math.Min(9e18, number));
        }

        internal static long? SecondsOrNull(object given)
        {
            try
            {
                return Seconds(given);
            }
            catch (LicenseException)
            {
                return null;
            }
        }

        /// <summary>Returns a whole number from 0 to 2^53 - 1, or null.</summary>
        internal static long? Whole(object given) =>
            given is double number && number >= 0 && number < 9007199254740992 && number == Math.Floor(number) ? (long)number : (long?)null;

        internal static Account AccountOf(Dictionary<string, object> answer)
        {
            if (!(Get(answer, "info") is Dictionary<string, object> info)) throw BadReply();
            object given = Get(info, "subscriptions");
            List<object> list = given is Dictionary<string, object> ? new List<object> { given } : given as List<object> ?? throw BadReply();
            return new Account { Username = Text(info, "username"), Subscriptions = list.Select(SubscriptionOf).ToArray(), Features = FeaturesOf(Get(info, "features")) };
        }

        /// <summary>Malformed features count as none.</summary>
        internal static Features FeaturesOf(object given) =>
            IsFeatures(given) ? new Features((Dictionary<string, object>)given) : new Features();

        private static bool IsFeatures(object given) =>
            given is Dictionary<string, object> values && values.Values.All(one => one is bool || one is double || one is string);

        /// <summary>Features of a pass can end before it does.</summary>
        private static Features FeaturesAt(Dictionary<string, object> found, long now)
        {
            Features features = FeaturesOf(Get(found, "features"));
            if (!found.TryGetValue("featureChanges", out object given)) return features;
            if (!(given is List<object> changes)) return new Features();
            foreach (object one in changes)
            {
                if (!(one is Dictionary<string, object> change) || Whole(Get(change, "from")) == null || !IsFeatures(Get(change, "features")))
                    return new Features();
                if (Whole(Get(change, "from")) <= now) features = FeaturesOf(Get(change, "features"));
            }
            return features;
        }

        private static Subscription SubscriptionOf(object given)
        {
            if (!(given is Dictionary<string, object> one)) throw BadReply();
            object level = Get(one, "level");
            if (level is double number) level = number.ToString("G15", CultureInfo.InvariantCulture);
            if (level != null && !(level is string)) throw BadReply();
            return new Subscription { Name = Text(one, "subscription"), Level = (string)level ?? "", Expires = Seconds(Get(one, "expiry")) };
        }

        internal static OfflinePass PassOf(Dictionary<string, object> found, string name, string ownerId, long now)
        {
            if (found == null) throw BadPass();
            long? issued = Whole(Get(found, "issued")), until = Whole(Get(found, "until"));
            var subscriptions = Get(found, "subscriptions") as List<object>;
            bool isValid = Get(found, "v") is double version && version == 1
                && Get(found, "username") is string
                && Get(found, "hwid") is string device && device != ""
                && issued != null && until != null && Whole(Get(found, "sequence")) != null
                && subscriptions != null && subscriptions.All(IsPassSubscription);
            if (!isValid || until - issued > MaxPassSeconds) throw BadPass();
            // SECURITY: one key signs for all applications of a service.
            if (Get(found, "name") as string != name || Get(found, "ownerid") as string != ownerId) throw BadPass();
            return new OfflinePass
            {
                Username = Text(found, "username"), DeviceId = Text(found, "hwid"), Issued = issued.Value, Until = until.Value,
                Subscriptions = subscriptions.Select(SubscriptionOf).ToArray(), Features = FeaturesAt(found, now),
            };
        }

        private static bool IsPassSubscription(object given) =>
            given is Dictionary<string, object> one
            && Get(one, "subscription") is string && Get(one, "level") is string && Whole(Get(one, "expiry")) != null;

        internal static bool IsLine(Dictionary<string, object> line)
        {
            bool hasSession = line.ContainsKey("sessionid")
                && (IsFilled(Get(line, "sessionid")) || (line["sessionid"] == null && IsFilled(Get(line, "offline"))));
            return Get(line, "v") is double version && version == 1
                && Get(line, "baseUrl") is string address && Regex.IsMatch(address, @"\Ahttps?://")
                && IsFilled(Get(line, "name")) && IsFilled(Get(line, "ownerid")) && hasSession
                && (!line.ContainsKey("offline") || IsFilled(line["offline"]))
                && line.TryGetValue("publicKey", out object key) && (key == null || IsKey(key))
                && (!line.TryGetValue("publicKeys", out object keys) || (keys is List<object> list && list.All(IsKey)))
                && new object[] { "required", "off" }.Contains(Get(line, "challenge"))
                && new object[] { "GET", "POST" }.Contains(Get(line, "method"))
                && (!line.TryGetValue("options", out object options)
                    || (options is Dictionary<string, object> chosen && chosen.Values.All(value => value is string)));
        }

        private static bool IsFilled(object value) => value is string text && text != "";
    }
}
