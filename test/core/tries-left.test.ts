// The number of remaining attempts, which the real service counts and the core reports.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retryAtOf } from '../../src/shared/failure.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { form, nowMs, startRealLoader } from './real-loader.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ now: () => nowMs });
});
afterAll(() => service.close());

describe('the remaining attempts', () => {
  test('are shown for passwords once few are left, then the time to wait', async () => {
    const user = await service.addUser();
    const loader = await startRealLoader(service);
    const messages: unknown[] = [];
    const times: unknown[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await loader.handlers.signIn({ ...form(user), password: 'wrong' });
      if (answer.ok) throw new Error('a wrong password is refused');
      const { failure } = answer;
      messages.push(failure.code === 'bad-credentials' ? failure.triesLeft : failure.code);
      times.push(retryAtOf(failure));
    }
    expect(messages).toEqual([null, 3, 2, 1, 0, 'rate-limited']);
    const again = nowMs + 15 * 60_000;
    expect(times).toEqual([null, null, null, null, again, again]);
    expect(loader.session().trust).toMatchObject({ kind: 'verified' });
    const bystander = await service.addUser();
    await loader.handlers.signIn(form(bystander));
    loader.at('ready');
  });

  test('are shown for one-time codes', async () => {
    const user = await service.addUser({ totp: true });
    const loader = await startRealLoader(service);
    await loader.handlers.signIn(form(user));
    loader.at('code-needed');
    const right = [-30_000, 0, 30_000].map((off) =>
      service.totpCode(user.totpSecret ?? '', nowMs + off),
    );
    const wrong = ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code));
    const messages: unknown[] = [];
    const times: unknown[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const answer = await loader.handlers.submitCode({ code: wrong ?? '' });
      if (answer.ok) throw new Error('a wrong code is refused');
      const { failure } = answer;
      messages.push(failure.code === 'bad-code' ? failure.triesLeft : failure.code);
      times.push(retryAtOf(failure));
    }
    expect(messages).toEqual([null, 3, 2, 1, 0, 'rate-limited']);
    const again = nowMs + 15 * 60_000;
    expect(times).toEqual([null, null, null, null, again, again]);
  });

  test('are shown for unknown keys', async () => {
    const user = await service.addUser();
    const loader = await startRealLoader(service);
    await loader.handlers.signIn(form(user));
    loader.at('ready');
    const answers: unknown[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      const key = `NWND-0000-000${String(tries)}`;
      const answer = await loader.handlers.redeem({ username: user.username, key });
      if (answer.ok) throw new Error('an unknown key is refused');
      const { failure } = answer;
      const left = failure.code === 'key-unknown' ? failure.triesLeft : failure.code;
      answers.push([left, retryAtOf(failure)]);
    }
    const again = nowMs + 15 * 60_000;
    const counted = [null, 3, 2, 1].map((left) => [left, null]);
    expect(answers).toEqual([...counted, [0, again], ['rate-limited', again]]);
  });
});
