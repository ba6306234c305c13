// Faults that are planted in the client in C++ (planted-faults.ts).
import { rows } from './fault-rows.ts';

export const cpp = rows('latchkey.hpp', [
  [
    'any signature is accepted',
    'bytes(message), message.size()) == 1;',
    'bytes(message), message.size()) <= 1;',
  ],
  [
    'the signature is verified over trimmed text',
    'timestamp->second + body))',
    'timestamp->second + body.substr(0, body.find_last_not_of(" \\n") + 1)))',
  ],
  ['the challenge is not compared', 'answer["challenge"].is_text(challenge) && ', ''],
  ['the operation is not compared', 'answer["type"].is_text(operation)', '!operation.empty()'],
  ['the application is not compared', ' && answer["name"].is_text(state_->options.name)', ''],
  [
    'the owner is not compared',
    'has_owner && owner.text != owner_id',
    'has_owner && owner_id.empty()',
  ],
  [
    'the time is not checked without a challenge',
    '> detail::fresh_seconds)',
    '> detail::fresh_seconds * 1000)',
  ],
  ['an older answer is accepted without a challenge', 'signed_at < not_before', 'not_before == 1'],
  ['a timestamp is any number', '"0123456789", 1, 13)', '"0123456789", 1, 18)'],
  [
    'a pass works on any computer',
    'options.device_id != found.device_id',
    'found.device_id.empty()',
  ],
  ['a pass works for any application', '!found["name"].is_text(name) || ', 'name.empty() || '],
  ['a pass has no end', 'now >= found.until', 'found.until == 0'],
  [
    'a pass has any length',
    '!is_valid || *until - *issued > max_pass_seconds',
    '!is_valid || max_pass_seconds == 0',
  ],
  ['a pass is used after a refusal', 'answer.error().kind != Kind::network || ', ''],
  [
    'a pass has many spellings',
    'text.empty() || count >= 6 || (bits & ((1u << count) - 1)) != 0',
    'text.empty() || count >= 6',
  ],
  [
    'a line has any key',
    '!is_same || !shares_key',
    '!is_same || (!shares_key && is_same && address.empty())',
  ],
  [
    'a key of zeros is accepted',
    'if (detail::is_small_order(',
    'if (key.empty() && detail::is_small_order(',
  ],
  ['a redirect is an answer', 'response->status / 100 == 3 && ', 'response->status / 100 == 9 && '],
  [
    'the hash of a download is not compared',
    ' && hash.hex() == detail::lower(offered->sha256)',
    '',
  ],
  ['an answer has any size', 'return body.size() <= detail::max_body;', 'return true;'],
  ['bad UTF-8 is read', 'if (!is_utf8(body)) return {};', ''],
]);
