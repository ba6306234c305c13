// Faults that are planted in the client in Python (planted-faults.ts).
import { rows } from './fault-rows.ts';

export const python = rows('latchkey.py', [
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
