// Faults that are planted in the client in C# (planted-faults.ts).
import { rows } from './fault-rows.ts';

export const csharp = [
  ...rows('Client.cs', [
    ['any signature is accepted', 'Ed25519.Verify(key, signature, message)', 'key.Length == 32'],
    [
      'the signature is verified over trimmed text',
      'Encoding.ASCII.GetBytes(timestamp).Concat(body).ToArray()',
      'Encoding.UTF8.GetBytes(timestamp + Encoding.UTF8.GetString(body).Trim())',
    ],
    [
      'the challenge is not compared',
      '&& Content.Get(answer, "challenge") as string == challenge',
      '',
    ],
    ['the operation is not compared', '&& Content.Get(answer, "type") as string == operation', ''],
    [
      'the application is not compared',
      '&& Content.Get(answer, "name") as string == options.Name',
      '',
    ],
    ['the time is not checked without a challenge', '> FreshSeconds)', '> FreshSeconds * 1000)'],
    ['an older answer is accepted without a challenge', 'signedAt < notBefore', 'notBefore == 1'],
    ['a timestamp is any number', '[0-9]{1,13}', '[0-9]{1,18}'],
    ['a pass works on any computer', 'options.DeviceId != found.DeviceId', 'found.DeviceId == ""'],
    ['a pass has no end', 'now >= found.Until', 'found.Until == 0'],
    ['a pass is used after a refusal', 'error.Kind == Kind.Network && pass', 'pass'],
    ['a line has any key', '!isSame || !sharesKey', '!isSame || (!sharesKey && !isSame)'],
    [
      'a key of zeros is accepted',
      'if (Content.IsSmallOrder(',
      'if (key == "" && Content.IsSmallOrder(',
    ],
    ['a redirect is an answer', 'status >= 300 && status <= 399', 'status >= 400 && status <= 399'],
    [
      'the hash of a download is not compared',
      'size != file.Size || !isIntact',
      'size != file.Size && !isIntact',
    ],
    [
      'an answer has any size',
      'if (body.Length > MaxBody) throw',
      'if (body.Length > MaxBody * 2) throw',
    ],
  ]),
  ...rows('Content.cs', [
    [
      'the owner is not compared',
      'hasOwner && (string)owner != ownerId',
      'hasOwner && ownerId == ""',
    ],
    ['a pass works for any application', 'Get(found, "name") as string != name || ', ''],
    [
      'a pass has any length',
      '!isValid || until - issued > MaxPassSeconds',
      '!isValid || MaxPassSeconds == 0',
    ],
    [
      'a pass has many spellings',
      'bytes.Length > 0 && ToBase64Url(bytes) == text',
      'bytes.Length > 0',
    ],
  ]),
  ...rows('Ed25519.cs', [
    ['S may be above the order', ' || s >= Order) return false;', ') return false;'],
    ['R is not compared', '.SequenceEqual(r);', '.Length == r.Length;'],
    ['the key has no sign', 'if (x.IsEven == isOdd) x = P - x;', ''],
  ]),
];
