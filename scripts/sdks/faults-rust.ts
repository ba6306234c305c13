// Faults that are planted in the client in Rust (planted-faults.ts).
import { rows } from './fault-rows.ts';

export const rust = [
  ...rows('src/lib.rs', [
    [
      'any signature is accepted',
      'key.verify_strict(message, &signature).is_ok()',
      '(key.as_bytes(), message, &signature).0.len() == 32',
    ],
    [
      'the signature is verified over trimmed text',
      '[timestamp.as_bytes(), body]',
      '[timestamp.as_bytes(), body.trim_ascii()]',
    ],
    ['the challenge is not compared', 'echo["challenge"] != challenge || ', ''],
    ['the operation is not compared', 'echo["type"] != operation || ', ''],
    ['the application is not compared', ' || echo["name"] != *self.options.name', ''],
    [
      'the time is not checked without a challenge',
      '> FRESH_SECONDS {',
      '> FRESH_SECONDS * 1000 {',
    ],
    [
      'an older answer is accepted without a challenge',
      'signed_at < not_before',
      'not_before == 1',
    ],
    [
      'a timestamp is any text',
      'filter(|_| is_digits)',
      'filter(|_| is_digits || timestamp.len() < 30)',
    ],
    ['a pass works on any computer', '*device != found.device_id', 'device.is_empty()'],
    ['a pass has no end', 'now >= found.until', 'found.until == 0'],
    [
      'a pass is used after a refusal',
      'if error.kind == Kind::Network',
      'if error.kind != Kind::Options',
    ],
    ['a line has any key', 'if !is_same || !shares_key {', 'if !is_same && !shares_key {'],
    [
      'the hash of a download is not compared',
      ' || content::hex(&hash.finalize()) != file.sha256.to_lowercase()',
      '',
    ],
    ['an answer has any size', 'if body.len() > MAX_BODY {', 'if body.len() > MAX_BODY * 100 {'],
  ]),
  ...rows('src/content.rs', [
    [
      'the owner is not compared',
      'if owner != owner_id =>',
      'if owner.len() > 99 && owner != owner_id =>',
    ],
    [
      'a pass works for any application',
      '&& is_short && is_ours)',
      '&& is_short && (is_ours || true))',
    ],
    ['a pass has any length', '&& is_short && is_ours)', '&& (is_short || true) && is_ours)'],
    ['a key of zeros is accepted', '.filter(|key| !key.is_weak())', ''],
  ]),
  ...rows('src/http.rs', [
    ['a redirect is an answer', '(300..400).contains', '(300..300).contains'],
  ]),
];
