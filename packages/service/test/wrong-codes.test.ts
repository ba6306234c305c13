// Wrong one-time codes of a signed-in user count as wrong passwords; correct codes do not.
import { expect, test } from 'vitest';
import { hwid, openWire } from './support/service-client.ts';

test('wrong codes at disabling two-factor sign-in share a budget of five with wrong passwords', async () => {
  const clock = { ms: 1_900_000_000_000 };
  const wire = await openWire({ now: () => clock.ms });
  const { service, send } = wire;
  const { username, password: pass } = await service.addUser();
  const sessionid = await wire.signIn({ username, password: pass });
  const offer = await send({ type: '2faenable', sessionid });
  const { secret_code } = offer.body['2fa'] as { secret_code: string }; // checked against its specification
  const code = service.totpCode(secret_code);
  expect((await send({ type: '2faenable', sessionid, code })).body['success']).toBe(true);
  const counts = await service.database.selectFrom('throttles').select('count').execute();
  expect(counts.every(({ count }) => count === 0)).toBe(true);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 3; tries += 1)
    expect((await send({ type: '2fadisable', sessionid, code: wrong })).body['reason']).toBe(
      'two-factor-bad-code',
    );
  const fresh = await wire.init();
  const guess = { type: 'login', sessionid: fresh, username, hwid };
  for (let tries = 0; tries < 2; tries += 1)
    expect((await send({ ...guess, pass: 'wrong' })).body['reason']).toBe('bad-credentials');
  expect((await send({ ...guess, pass })).body['reason']).toBe('rate-limited');
  clock.ms += 60_000;
  const right = { type: '2fadisable', sessionid, code: service.totpCode(secret_code) };
  expect((await send(right)).body['reason']).toBe('rate-limited');
  clock.ms += 15 * 60_000;
  const later = { ...right, code: service.totpCode(secret_code) };
  expect((await send(later)).body['success']).toBe(true);
});
