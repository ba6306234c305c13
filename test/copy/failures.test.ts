// Texts of failures: each failure has a text everywhere it can appear, with every placeholder
// filled.
import { describe, expect, test } from 'vitest';
import { formatDateTime } from '../../src/copy/dates.ts';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { failureTexts } from '../../src/copy/failure-texts.ts';
import type { FailedOperation } from '../../src/copy/failure-text-types.ts';
import { failureTable } from '../gallery/failures.ts';
import { failureOf, nowMs } from '../screens/samples.ts';

const moments: readonly FailedOperation[] = [
  'sign-in',
  'saved',
  'code',
  'redeem',
  'launch',
  'screen',
  'background',
];
const brand = 'Northwind Studio';

describe('failures', () => {
  for (const [code, shown] of Object.entries(failureTable))
    test(`has a text for ${code} in the main operations, with every placeholder filled`, () => {
      for (const { failure } of shown)
        for (const operation of moments) {
          const { title, text } = failureTexts(english, failure, { operation, brand });
          expect(title.length).toBeGreaterThan(5);
          expect(text.length).toBeGreaterThan(15);
          expect(`${title}${text}`).not.toMatch(/[{}]|undefined|null|NaN|Invalid Date/);
          expect(text).toMatch(/[.!?]$|^The reason given|Reason given/);
        }
    });

  test('shows the reason of a ban and the next step', () => {
    const text = (reason: string | null) =>
      failureTexts(english, failureOf({ code: 'banned', reason }), { operation: 'launch', brand })
        .text;
    const step = `If you think this is a mistake, contact ${brand}.`;
    expect(text('Key shared in public')).toBe(`${step} Reason given: Key shared in public`);
    expect(text(null)).toBe(step);
  });

  test('mentions no password in failures that also appear without one', () => {
    for (const language of [english, german]) {
      for (const code of ['vault-unavailable', 'vault-unreadable'] as const) {
        const shown = { operation: 'saved', brand } as const;
        const { title, text, brief } = failureTexts(language, failureOf({ code }), shown);
        expect(`${title} ${text} ${brief ?? ''}`).not.toMatch(
          /your password\b|Ihr(em)? Passwort\b/i,
        );
      }
      const notes = Object.values(language.remember.impossible).join(' ');
      expect(notes).not.toMatch(/password|Passwort/i);
      expect(language.twoFactor.offLeadByKey).not.toMatch(/password|Passwort/i);
    }
  });

  test('says that a chosen folder is a file', () => {
    const texts = (cause: 'no-folder' | 'link') =>
      failureTexts(
        english,
        failureOf({ code: 'folder-unsafe', folder: '/media/x', cause, canAccept: false }),
        { operation: 'background', brand },
      );
    expect(texts('no-folder').title).toBe("This isn't a folder");
    expect(texts('no-folder').text).toBe('/media/x is a file. Choose a folder.');
    expect(texts('link').text).toContain('/media/x is a link');
  });

  test('mentions no user name or password in a network failure', () => {
    for (const code of ['offline', 'dns', 'refused-connection', 'tls', 'proxy-auth'] as const) {
      const { title, text } = failureTexts(english, failureOf({ code }), {
        operation: 'sign-in',
        brand,
      });
      expect(`${title} ${text}`).not.toMatch(/user name|credential|incorrect/i);
    }
  });

  test('reports an interrupted connection only for the failure `interrupted`', () => {
    for (const operation of moments)
      for (const failure of Object.values(failureTable).flatMap((shown) =>
        shown.map((one) => one.failure),
      )) {
        const { title, text } = failureTexts(english, failure, { operation, brand });
        const saysSo = /interrupted|no complete answer/i.test(`${title} ${text}`);
        expect(saysSo, failure.code).toBe(failure.code === 'interrupted');
      }
  });

  test('asks for the next code after two wrong codes, and reports a clock that differs', () => {
    const words = (failures: number, clockOffsetMs: number | null) =>
      failureTexts(
        english,
        failureOf({ code: 'bad-code', failures, clockOffsetMs, triesLeft: null, retryAt: null }),
        {
          operation: 'code',
          brand,
        },
      ).text;
    expect(words(1, 240_000)).not.toContain('clock');
    expect(words(2, null)).toContain('next code');
    expect(words(2, null)).not.toContain('clock');
    expect(words(2, 240_000)).toContain('4 minutes fast');
    expect(words(2, -240_000)).toContain('4 minutes slow');
    expect(words(2, 500)).toContain('clock is right');
  });

  test('does not name another sign-in as the cause of an ended session', () => {
    const { text } = failureTexts(english, failureOf({ code: 'session-gone' }), {
      operation: 'screen',
      brand,
    });
    expect(text).not.toMatch(/place|elsewhere|another/);
    expect(text).toContain(`or ${brand} ended it`);
  });

  test('states the attempts left if the service sends their number', () => {
    const of = (triesLeft: number | null) =>
      failureTexts(english, failureOf({ code: 'bad-credentials', triesLeft, retryAt: null }), {
        operation: 'sign-in',
        brand,
      }).brief;
    expect(of(null)).not.toMatch(/attempts? left/);
    expect(of(3)).toContain('3 attempts left');
    expect(of(1)).toContain('One attempt left');
    expect(of(0)).toContain('last attempt');
    const keys = (triesLeft: number | null) =>
      failureTexts(english, failureOf({ code: 'key-unknown', triesLeft, retryAt: null }), {
        operation: 'redeem',
        brand,
      });
    expect(keys(null).brief).not.toMatch(/attempts? left/);
    expect(keys(2).brief).toBe("This key wasn't found. 2 attempts left before you have to wait.");
    expect(keys(2).text).toContain('2 attempts left');
    expect(keys(0).brief).toContain('last attempt');
    for (const failures of [1, 2])
      for (const clockOffsetMs of [null, 0, 240_000]) {
        const facts = { code: 'bad-code', failures, clockOffsetMs } as const;
        const words = (triesLeft: number | null) =>
          failureTexts(english, failureOf({ ...facts, triesLeft, retryAt: null }), {
            operation: 'code',
            brand,
          });
        expect(words(2).brief).toContain('2 attempts left');
        expect(words(2).text).toContain('2 attempts left');
        expect(words(null).brief).not.toContain('left');
        // Fits in two lines below the field.
        expect(words(2).brief?.length).toBeLessThan(100);
      }
  });

  test('does not mention sign-in for an ended session on the redeem form', () => {
    for (const code of ['session-gone', 'not-signed-in'] as const) {
      const failure = failureOf({ code });
      const { title, text, brief } = failureTexts(english, failure, { operation: 'redeem', brand });
      expect(`${title} ${text} ${brief ?? ''}`).not.toMatch(/sign in again|your session/i);
      expect(title).toBe("The key wasn't redeemed");
      expect(failureTexts(english, failure, { operation: 'launch', brand }).title).toBe(
        'Please sign in again',
      );
    }
  });

  test('states only what the service reported about a used key', () => {
    const words = (usedByYou: boolean, expiresAt: number | null, afterLostAnswer: boolean) => {
      const failure = failureOf({ code: 'key-used', usedByYou, expiresAt, afterLostAnswer });
      return failureTexts(english, failure, { operation: 'redeem', brand });
    };
    expect(words(true, nowMs, false).title).toContain("You've already");
    expect(words(true, nowMs, false).text).toContain(formatDateTime(english, nowMs));
    expect(words(true, null, false).text).not.toContain('until');
    expect(words(false, null, true).text).toContain('earlier attempt probably redeemed it');
    expect(words(false, null, false).text).not.toMatch(/you|probably/i);
  });

  test('says that a key may have been redeemed after a lost answer', () => {
    for (const code of [
      'timeout',
      'interrupted',
      'bad-reply',
      'bad-signature',
      'cancelled',
    ] as const) {
      const failure = failureOf({ code });
      expect(failureTexts(english, failure, { operation: 'redeem', brand }).text).toContain(
        'may have been redeemed',
      );
      expect(failureTexts(english, failure, { operation: 'launch', brand }).text).not.toContain(
        'redeemed',
      );
    }
  });
});
