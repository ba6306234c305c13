using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>Parses JSON strictly: objects become dictionaries, numbers doubles. Of repeated names the last one counts.</summary>
    internal sealed class Json
    {
        private const int MaxDepth = 100;
        private static readonly Regex Number = new Regex(@"\G-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?");
        private readonly string text;
        private int at;

        private Json(string text)
        {
            this.text = text;
        }

        /// <summary>Returns the object in the UTF-8 bytes, or null.</summary>
        internal static Dictionary<string, object> Parse(byte[] bytes)
        {
            try
            {
                string text = new UTF8Encoding(false, true).GetString(bytes);
                if (text.StartsWith("\ufeff", StringComparison.Ordinal)) text = text.Substring(1);
                if (text.Trim() == "KeyAuth_Invalid") text = "{\"success\":false,\"reason\":\"app-unknown\"}";
                Json json = new Json(text);
                object value = json.Value(0);
                json.Space();
                return json.at == text.Length ? value as Dictionary<string, object> : null;
            }
            catch (Exception error) when (error is FormatException || error is DecoderFallbackException || error is OverflowException)
            {
                return null;
            }
        }

        private char Peek => at < text.Length ? text[at] : '\0';

        private object Value(int depth)
        {
            if (depth > MaxDepth) throw new FormatException();
            Space();
            switch (Peek)
            {
                case '{': return Members(depth);
                case '[': return Items(depth);
                case '"': return Text();
                case 't': return Word("true", true);
                case 'f': return Word("false", false);
                case 'n': return Word("null", null);
                default: return Double();
            }
        }

        private Dictionary<string, object> Members(int depth)
        {
            var members = new Dictionary<string, object>();
            at++;
            if (Skip('}')) return members;
            do
            {
                Space();
                string name = Text();
                Expect(':');
                members[name] = Value(depth + 1);
            } while (Skip(','));
            Expect('}');
            return members;
        }

        private List<object> Items(int depth)
        {
            var items = new List<object>();
            at++;
            if (Skip(']')) return items;
            do items.Add(Value(depth + 1)); while (Skip(','));
            Expect(']');
            return items;
        }

        private string Text()
        {
            Expect('"');
            var found = new StringBuilder();
            for (; Peek != '"'; at++)
            {
                if (Peek < ' ') throw new FormatException();
                found.Append(Peek == '\\' ? Escape() : Peek);
            }
            at++;
            return found.ToString();
        }

        private char Escape()
        {
            at++;
            int index = "\"\\/bfnrt".IndexOf(Peek);
            if (index >= 0) return "\"\\/\b\f\n\r\t"[index];
            if (Peek != 'u' || at + 5 > text.Length) throw new FormatException();
            ushort unit = ushort.Parse(text.Substring(at + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
            at += 4;
            return (char)unit;
        }

        private double Double()
        {
            Match match = Number.Match(text, at);
            if (!match.Success) throw new FormatException();
            at += match.Length;
            return double.Parse(match.Value, NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        private object Word(string word, object value)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw new FormatException();
            at += word.Length;
            return value;
        }

        private void Space()
        {
            while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at++;
        }

        private bool Skip(char wanted)
        {
            Space();
            if (Peek != wanted) return false;
            at++;
            return true;
        }

        private void Expect(char wanted)
        {
            if (!Skip(wanted)) throw new FormatException();
        }
    }
}
