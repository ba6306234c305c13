// Texts about the history, about why a user cannot sign in, and about grants, in both languages.
import { describe, expect, test } from 'vitest';
import { whyCodes } from '@latchkey/protocol/seller/why-answers.ts';
import { german } from '../src/de/german.ts';
import { english } from '../src/en/english.ts';
import { amountsText, grantText, timeChangesText } from '../src/grant-text.ts';
import { historySentence, operationText, outcomeText, whyTexts } from '../src/history-text.ts';

const formats = {
  time: (seconds: string) => `<${seconds}>`,
  duration: (seconds: string) => `${Number(seconds) / 86_400} d`,
};
const day = 86_400;
const codes = whyCodes.filter((code) => code !== 'ok');
const languages = [english, german];

const facts = {
  minhwid: '20',
  until: '9',
  limit: 'name',
  nearest: ['anne', 'anni'],
  reason: 'Chargeback',
  since: '8',
  by: 'Shop',
  key: 'K-1',
  what: 'ip',
  allowed: 1,
  computer: 'LAPTOP',
  device: '0123456789',
  computers: [
    { id: 'abcdefghij', name: 'TOWER' },
    { id: 'klmnopqrst', name: '' },
  ],
  subscriptions: [{ subscription: 'Pro', timeleft: 3 * day }],
  ended: [{ subscription: 'Pro', expiry: '7' }],
};

const why = (language: typeof english, obstacle: object, more: object = {}) =>
  whyTexts(language, 'anna', { obstacles: [obstacle], ip: '192.0.2.7', ...more }, formats);

describe.each(languages)('in $locale', (language) => {
  test.each(codes)('%s has sentences, with and without facts', (code) => {
    for (const obstacle of [{ code }, { code, ...facts }]) {
      const { first, others, lastRefusal } = why(language, obstacle);
      expect(first).toMatch(/^[A-Za-zÄÖÜ].*\.$/);
      expect(first).not.toMatch(/undefined|null|\[object/);
      expect([others, lastRefusal]).toEqual([[], null]);
    }
    expect(why(language, { code, ...facts }).first).not.toContain('  ');
  });

  test('the code of a newer service is shown', () => {
    for (const code of ['newer', 'toString']) expect(why(language, { code }).first).toContain(code);
  });

  test('an answer without obstacles says that the user can sign in', () => {
    const { first, others } = whyTexts(language, 'anna', { obstacles: [] }, formats);
    expect(first).toContain('anna');
    expect(others).toEqual([]);
  });

  test('words of a newer service are shown as they are', () => {
    for (const name of ['newer', 'toString'])
      expect([operationText(language, name), outcomeText(language, name)]).toEqual([name, name]);
  });
});

test.each([
  [english, 'The seat of a removed computer is free. It still runs offline until <9>.'],
  [
    german,
    'Der Platz eines entfernten Computers ist frei. Der Computer ist noch bis <9> offline nutzbar.',
  ],
])(
  'a removed computer that still runs is reported, unless it is the obstacle: %#',
  (language, text) => {
    const removed = [
      { id: 'a', until: '9', held: false },
      { id: 'b', until: '8', held: true },
    ];
    expect(whyTexts(language, 'anna', { obstacles: [], removed }, formats).others).toEqual([text]);
  },
);

test('German texts differ from English ones', () => {
  for (const code of codes)
    expect(why(german, { code, ...facts }).first).not.toBe(why(english, { code, ...facts }).first);
  const words = (language: typeof english) => [
    ...[language.operations, language.outcomes, language.keyStates, language.userStates].flatMap(
      (group) => Object.values<string>(group),
    ),
    ...Object.values(language.scopes).map(({ text }) => text),
  ];
  const [ofEnglish, ofGerman] = [words(english), words(german)];
  expect(ofGerman).toHaveLength(ofEnglish.length);
  expect(ofGerman.filter((word, index) => word === ofEnglish[index])).toEqual([]);
});

test.each([
  [
    'wrong-device',
    'anna uses another computer: LAPTOP (01234567). Bound: TOWER (abcdefgh), klmnopqr; allowed: 1.',
    'anna verwendet einen anderen Computer: LAPTOP (01234567). Verknüpft: TOWER (abcdefgh), klmnopqr (erlaubt: 1).',
  ],
  [
    'banned',
    'anna has been banned since <8> by seller key "Shop" with license key K-1: Chargeback.',
    'anna ist gesperrt, seit <8> durch „Shop“, mit dem Schlüssel K-1: Chargeback.',
  ],
  [
    'blacklisted',
    'The IP 192.0.2.7 is blacklisted.',
    'Die IP-Adresse 192.0.2.7 steht auf der Sperrliste.',
  ],
  [
    'subscription-paused',
    'A subscription of anna is paused: Pro (3 d left).',
    'Ein Abonnement von anna ist pausiert: Pro (Restzeit: 3 d).',
  ],
  [
    'no-subscription',
    'The subscription of anna has ended: Pro on <7>.',
    'Das Abonnement von anna ist abgelaufen: Pro am <7>.',
  ],
])('the sentence of %s has the facts', (code, inEnglish, inGerman) => {
  expect(why(english, { code, ...facts }).first).toBe(inEnglish);
  expect(why(german, { code, ...facts }).first).toBe(inGerman);
});

test('further obstacles and the last refusal follow', () => {
  const refused = { date: '5', operation: 'login', outcome: 'wrong-device', ip: '192.0.2.7' };
  const obstacles = [{ code: 'app-paused' }, { code: 'never-redeemed' }];
  const answer = { obstacles, ip: null, refused: { ...refused, computer: 'LAPTOP' } };
  expect(whyTexts(english, 'anna', answer, formats)).toEqual({
    first: 'The application is paused, so nobody can sign in.',
    others: ['anna has never redeemed a license key.'],
    lastRefusal: '<5>, sign-in, other computer (192.0.2.7, LAPTOP).',
  });
  expect(historySentence(german, refused, formats)).toBe(
    '<5>, Anmeldung, anderer Computer (192.0.2.7).',
  );
});

describe('grants', () => {
  const grant = { source: 'key', key: 'K-1', actor: 'Shop', given: 30 * day, left: 30 * day };

  test.each([
    [{}, 'key K-1 (Shop): 30 d, all of it left', 'Schlüssel K-1 (Shop): 30 d, noch ganz übrig'],
    [{ left: day, actor: '' }, 'key K-1: 30 d, 1 d left', 'Schlüssel K-1: 30 d, noch übrig: 1 d'],
    [{ left: 0 }, 'key K-1 (Shop): 30 d, used up', 'Schlüssel K-1 (Shop): 30 d, verbraucht'],
    [
      { revoked: '8', revokedby: 'refund', source: 'import', actor: '' },
      'imported: 30 d, 30 d of it revoked <8> by a refund',
      'importiert: 30 d, davon am <8> entzogen: 30 d durch eine Erstattung',
    ],
    [{ given: -day }, 'removed manually: 1 d', 'manuell abgezogen: 1 d'],
    [{ source: 'newer', actor: '', left: 0 }, 'newer: 30 d, used up', 'newer: 30 d, verbraucht'],
  ])('%j says where the time comes from, and what is left', (more, inEnglish, inGerman) => {
    expect(grantText(english, { ...grant, ...more }, formats)).toBe(inEnglish);
    expect(grantText(german, { ...grant, ...more }, formats)).toBe(inGerman);
  });

  test('changes of time are listed for each user', () => {
    const change = (user: string, subscription: string) => ({ user, subscription, seconds: day });
    const answer = {
      takenBack: [change('anna', 'Pro'), change('ben', 'Pro'), change('anna', 'Extra')],
    };
    expect(timeChangesText(english, answer, formats)).toBe(
      '1 d of Pro, 1 d of Extra revoked from anna. 1 d of Pro revoked from ben.',
    );
    expect(timeChangesText(german, { givenBack: [change('anna', 'Pro')] }, formats)).toBe(
      'anna erhält 1 d Pro zurück.',
    );
    expect(timeChangesText(english, {}, formats)).toBe('');
    expect(amountsText(english, [{ subscription: 'Pro', left: day }], 'left', formats)).toBe(
      '1 d of Pro',
    );
  });
});
