using System;
using System.Linq;
using System.Numerics;
using System.Security.Cryptography;

namespace Latchkey
{
    /// <summary>Verifies Ed25519 signatures (RFC 8032), which .NET lacks. All its input is public, so it need not take constant time.</summary>
    internal static class Ed25519
    {
        private static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
        private static readonly BigInteger Order = BigInteger.Pow(2, 252) + BigInteger.Parse("27742317777372353535851937790883648493");
        private static readonly BigInteger D = Mod(-121665 * Inverse(121666));
        private static readonly BigInteger RootOfMinusOne = BigInteger.ModPow(2, (P - 1) / 4, P);
        private static readonly Point Base = Decode(ToBytes(Mod(4 * Inverse(5))));

        /// <summary>Extended coordinates: x = X/Z, y = Y/Z, xy = T/Z.</summary>
        private sealed class Point
        {
            internal BigInteger X, Y, Z, T;
        }

        /// <summary>Whether S·B - k·A, where k hashes R, A and the message, is the signature's R.</summary>
        internal static bool Verify(byte[] key, byte[] signature, byte[] message)
        {
            if (key.Length != 32 || signature.Length != 64) return false;
            Point point = Decode(key);
            BigInteger s = ToNumber(signature.Skip(32).ToArray());
            // SECURITY: S + order would be a second signature of the same message.
            if (point == null || s >= Order) return false;
            byte[] r = signature.Take(32).ToArray();
            BigInteger k;
            using (SHA512 hash = SHA512.Create()) k = ToNumber(hash.ComputeHash(r.Concat(key).Concat(message).ToArray())) % Order;
            Point minus = new Point { X = Mod(-point.X), Y = point.Y, Z = point.Z, T = Mod(-point.T) };
            return Encode(Sum(s, Base, k, minus)).SequenceEqual(r);
        }

        /// <summary>Returns a·p + b·q.</summary>
        private static Point Sum(BigInteger a, Point p, BigInteger b, Point q)
        {
            Point both = Add(p, q);
            Point sum = new Point { X = 0, Y = 1, Z = 1, T = 0 };
            byte[] first = ToBytes(a), second = ToBytes(b);
            for (int bit = 255; bit >= 0; bit--)
            {
                sum = Add(sum, sum);
                bool inFirst = (first[bit / 8] >> bit % 8 & 1) == 1, inSecond = (second[bit / 8] >> bit % 8 & 1) == 1;
                if (inFirst || inSecond) sum = Add(sum, inFirst && inSecond ? both : inFirst ? p : q);
            }
            return sum;
        }

        /// <summary>The formula is complete: it also doubles.</summary>
        private static Point Add(Point p, Point q)
        {
            BigInteger a = Mod((p.Y - p.X) * (q.Y - q.X)), b = Mod((p.Y + p.X) * (q.Y + q.X));
            BigInteger c = Mod(2 * p.T * Mod(q.T * D)), d = Mod(2 * p.Z * q.Z);
            BigInteger e = b - a, f = d - c, g = d + c, h = b + a;
            return new Point { X = Mod(e * f), Y = Mod(g * h), Z = Mod(f * g), T = Mod(e * h) };
        }

        /// <summary>Returns null if no point has this encoding.</summary>
        private static Point Decode(byte[] bytes)
        {
            byte[] masked = (byte[])bytes.Clone();
            masked[31] &= 0x7f;
            BigInteger y = ToNumber(masked);
            if (y >= P) return null;
            BigInteger square = Mod((y * y - 1) * Inverse(Mod(D * y * y + 1)));
            BigInteger x = BigInteger.ModPow(square, (P + 3) / 8, P);
            if (Mod(x * x - square) != 0) x = Mod(x * RootOfMinusOne);
            bool isOdd = bytes[31] >> 7 == 1;
            if (Mod(x * x - square) != 0 || (x.IsZero && isOdd)) return null;
            if (x.IsEven == isOdd) x = P - x;
            return new Point { X = x, Y = y, Z = 1, T = Mod(x * y) };
        }

        private static byte[] Encode(Point point)
        {
            BigInteger inverse = Inverse(point.Z);
            byte[] bytes = ToBytes(Mod(point.Y * inverse));
            if (!Mod(point.X * inverse).IsEven) bytes[31] |= 0x80;
            return bytes;
        }

        private static BigInteger Mod(BigInteger number)
        {
            BigInteger rest = number % P;
            return rest.Sign < 0 ? rest + P : rest;
        }

        private static BigInteger Inverse(BigInteger number) => BigInteger.ModPow(number, P - 2, P);

        /// <summary>A zero byte more keeps the number positive.</summary>
        private static BigInteger ToNumber(byte[] littleEndian) => new BigInteger(littleEndian.Concat(new byte[1]).ToArray());

        private static byte[] ToBytes(BigInteger number)
        {
            byte[] bytes = number.ToByteArray();
            Array.Resize(ref bytes, 32);
            return bytes;
        }
    }
}
