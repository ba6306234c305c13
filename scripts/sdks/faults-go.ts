// Faults that are planted in the client in Go (planted-faults.ts).
import { rows } from './fault-rows.ts';

export const go = [
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
