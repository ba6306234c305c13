// Faults that are planted in the client in Java (planted-faults.ts).
import { rows } from './fault-rows.ts';

export const java = [
  ...rows('src/latchkey/Client.java', [
    [
      'any signature is accepted',
      'if (verifier.verify(signature)) return true;',
      'if (!verifier.verify(signature) || true) return true;',
    ],
    [
      'the signature is verified over trimmed text',
      'verifier.update(message);',
      'verifier.update(new String(message, StandardCharsets.UTF_8).strip().getBytes(StandardCharsets.UTF_8));',
    ],
    ['the challenge is not compared', '&& challenge.equals(answer.get("challenge"))', ''],
    ['the operation is not compared', '&& operation.equals(answer.get("type"))', ''],
    ['the application is not compared', '&& options.name.equals(answer.get("name"))', ''],
    [
      'the time is not checked without a challenge',
      ') > FRESH_SECONDS)',
      ') > FRESH_SECONDS * 1000)',
    ],
    ['an older answer is accepted without a challenge', 'signedAt < notBefore', 'notBefore == 1'],
    ['a timestamp is any text', '!timestamp.matches("[0-9]{1,13}") || ', ''],
    [
      'a pass works on any computer',
      'if (options.deviceId != null && ',
      'if (options.deviceId == "" && ',
    ],
    ['a pass has no end', 'now >= found.until', 'found.until == 0'],
    ['a pass is used after a refusal', 'error.kind() != NETWORK || pass == null', 'pass == null'],
    ['a line has any key', 'if (!isSame || !sharesKey)', 'if (!isSame)'],
    ['a key of zeros is accepted', 'if (Content.isSmallOrder(raw))', 'if (raw.length == 0)'],
    ['a redirect is an answer', 'response.status() >= 300 && ', 'response.status() >= 400 && '],
    [
      'the hash of a download is not compared',
      'size != file.size || !isIntact',
      'size != file.size',
    ],
    [
      'an answer has any size',
      'if (body.length > MAX_BODY) throw',
      'if (body.length > MAX_BODY * 2) throw',
    ],
    ['a signature has any length', 'if (signature.length != 64) return false;', ''],
  ]),
  ...rows('src/latchkey/Content.java', [
    [
      'the owner is not compared',
      'hasOwner && !owner.equals(ownerId)',
      'hasOwner && ownerId.isEmpty()',
    ],
    ['a pass works for any application', '!name.equals(found.get("name")) || ', ''],
    ['a pass has any length', '!isValid || until - issued > MAX_PASS_SECONDS', '!isValid'],
  ]),
];
