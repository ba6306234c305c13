// Faults that a client could have. `npm run sdks -- --faults` plants each in a copy of the client,
// whose tests must then fail: so the vectors see every one of them.

/** Replaces the first text, which must occur once, by the second one. */
export type PlantedFault = readonly [name: string, file: string, from: string, to: string];

const python = rows('latchkey.py', [
  ['any signature is accepted', '(key).verify(signature, message)', '(key)'],
  [
    'the signature is verified over parsed JSON',
    'signed = timestamp.encode() + body',
    'signed = timestamp.encode() + json.dumps(_parse(body), separators=(",", ":"), ensure_ascii=False).encode()',
  ],
  ['the challenge is not compared', 'sent = {"challenge": challenge, ', 'sent = {'],
  [
    'the operation is not compared',
    'challenge, "type": operation, "name": self._name}\n',
    'challenge, "name": self._name}\n',
  ],
  ['the application is not compared', 'operation, "name": self._name}\n', 'operation}\n'],
  ['the owner is not compared', 'owner != self._owner_id:', 'False:'],
  ['the time is not checked without a challenge', '> FRESH_SECONDS', '> FRESH_SECONDS * 1000'],
  ['an older answer is accepted without a challenge', 'int(timestamp) < not_before', 'False'],
  ['a timestamp is any text', 'r"[0-9]{1,13}", timestamp', 'r"[^x]*", timestamp'],
  ['a pass works on any computer', 'found.device_id != self._device_id', 'False'],
  ['a pass works for any application', 'found["name"] != name or found', 'found'],
  ['a pass has no end', 'now >= found.until', 'False'],
  ['a pass has any length', ' or found["until"] - found["issued"] > MAX_PASS_SECONDS', ''],
  ['a pass is used after a refusal', 'error.kind != "network" or self', 'self'],
  ['a line has any key', ' and shares_key)', ')'],
  ['a key of zeros is accepted', 'in _SMALL_ORDER for', 'in () for'],
  ['a redirect is an answer', '300 <= response.status <= 399', 'False'],
  [
    'the hash of a download is not compared',
    ' or digest.hexdigest() != offered.sha256.lower()',
    '',
  ],
  ['an answer has any size', 'if len(body) > MAX_BODY:', 'if len(body) > MAX_BODY * 100:'],
]);

const go = [
  ...rows('latchkey.go', [
    [
      'any signature is accepted',
      'if ed25519.Verify(key, message, signature) {',
      'if len(key) > 0 {',
    ],
    ['a pass works on any computer', 'c.options.DeviceID != "" && pass', 'false && pass'],
    ['a pass has no end', '!now.Before(pass.Until)', 'false'],
    ['a pass is used after a refusal', 'errors.Is(err, Network) && c', 'err != nil && c'],
    ['a key of zeros is accepted', 'if isSmallOrder(key) {', 'if isSmallOrder(key) && false {'],
  ]),
  ...rows('answer.go', [
    [
      'the signature is verified over trimmed text',
      'append([]byte(timestamp), body...)',
      'append([]byte(timestamp), strings.TrimSpace(string(body))...)',
    ],
    ['the challenge is not compared', 'answer["challenge"] != challenge || ', ''],
    ['the operation is not compared', 'answer["type"] != operation || ', ''],
    ['the application is not compared', ' || answer["name"] != c.options.Name', ''],
    ['the owner is not compared', 'hasOwner && owner != c.options.OwnerID', 'false'],
    ['the time is not checked without a challenge', 'now-signedAt > freshSeconds || ', ''],
    ['an older answer is accepted without a challenge', 'signedAt < notBefore', 'false'],
    ['a timestamp is any text', '!timestampForm.MatchString(timestamp) || ', ''],
    ['a pass works for any application', ' || found["name"] != name', ''],
    ['a pass has any length', 'until-issued > maxPassSeconds || ', ''],
    ['a line has any key', 'if !isSame || !sharesKey {', 'if !isSame {'],
    ['a redirect is an answer', 'response.StatusCode >= 300 && ', 'false && '],
    [
      'the hash of a download is not compared',
      ' || hex.EncodeToString(hash.Sum(nil)) != strings.ToLower(file.SHA256)',
      '',
    ],
    ['an answer has any size', 'if len(body) > maxBody {', 'if len(body) > maxBody*100 {'],
  ]),
];

const rust = [
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

const java = [
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

/** By the name of the client. */
export const plantedFaults: Readonly<Record<string, readonly PlantedFault[]>> = {
  python,
  go,
  rust,
  java,
};

function rows(
  file: string,
  given: readonly (readonly [name: string, from: string, to: string])[],
): readonly PlantedFault[] {
  return given.map(([name, from, to]) => [name, file, from, to]);
}
