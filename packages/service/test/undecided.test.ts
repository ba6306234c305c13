// Work that checks budgets without a slot waits for sign-ins in flight, because their slots look
// like wrong secrets.
import { expect, test } from 'vitest';
import { repeatWhenFree, waitForFreeSlot } from '../src/secrets/undecided.ts';
import { AttemptsInFlight } from '../src/secrets/wrong-secrets.ts';

const budget = { scope: 'anna', maxAttempts: 5, seconds: 60 };

/** Sign-ins in flight, and work that is refused while their slots look spent. */
function openWith({ signIns }: { readonly signIns: number }) {
  const attempts = new AttemptsInFlight();
  const { concurrentAttempts } = attempts;
  let spent = signIns;
  let runs = 0;
  for (let at = 0; at < signIns; at += 1) {
    concurrentAttempts.enter([budget.scope]);
    concurrentAttempts.hold([budget.scope]);
  }
  const decide = (isCorrect: boolean) => {
    if (isCorrect) spent -= 1;
    concurrentAttempts.settle([budget.scope], isCorrect);
    concurrentAttempts.leave([budget.scope]);
  };
  const outcome = repeatWhenFree((waitsLeft) => {
    runs += 1;
    if (spent < budget.maxAttempts) return Promise.resolve('redeemed');
    if (waitsLeft > 0) waitForFreeSlot(attempts, [budget]);
    return Promise.resolve('rate-limited');
  });
  return { decide, outcome, runs: () => runs };
}

test('runs again when a correct sign-in has returned its slot', async () => {
  const { decide, outcome, runs } = openWith({ signIns: 5 });
  decide(true);
  expect(await outcome).toBe('redeemed');
  expect(runs()).toBe(2);
});

test('is refused once every sign-in has proven wrong', async () => {
  const { decide, outcome } = openWith({ signIns: 5 });
  for (let at = 0; at < 5; at += 1) decide(false);
  expect(await outcome).toBe('rate-limited');
});

test('waits at most three times', async () => {
  const { decide, outcome, runs } = openWith({ signIns: 9 });
  for (let at = 0; at < 3; at += 1) {
    decide(true);
    await new Promise(setImmediate);
  }
  expect(await outcome).toBe('rate-limited');
  expect(runs()).toBe(4);
});

test('takes no wake-up from an attempt that waits for a slot', async () => {
  const { concurrentAttempts } = new AttemptsInFlight();
  concurrentAttempts.enter([budget.scope]);
  concurrentAttempts.hold([budget.scope]);
  concurrentAttempts.hold([budget.scope]);
  const woken: string[] = [];
  const before = concurrentAttempts.freedCounts([budget.scope]);
  void concurrentAttempts.untilSlotIsFree([budget.scope])?.then(() => woken.push('redeem'));
  void concurrentAttempts.freedSince(before, [budget.scope]).then(() => woken.push('sign-in'));
  await new Promise(setImmediate);
  concurrentAttempts.settle([budget.scope], true);
  await new Promise(setImmediate);
  expect(woken).toContain('sign-in');
  concurrentAttempts.settle([budget.scope], true);
  await new Promise(setImmediate);
  expect(woken.toSorted()).toEqual(['redeem', 'sign-in']);
});

test('does not wait if the budget is spent and nothing is in flight', () => {
  const attempts = new AttemptsInFlight();
  expect(() => {
    waitForFreeSlot(attempts, [budget]);
  }).not.toThrow();
  attempts.concurrentAttempts.enter([budget.scope]);
  expect(() => {
    waitForFreeSlot(attempts, [budget]);
  }).not.toThrow();
});
