// The estimate of guesses, with the real word lists, and the limit for new accounts.
import { describe, expect, it } from 'vitest';
import { guessesOf } from '../../src/main/adapters/password-guesses.ts';
import { minGuesses } from '../../src/main/core/flows/guessable.ts';

const known = ['nora.lindqvist', 'Northwind Studio'];

describe('guessesOf', () => {
  it.each([
    'password',
    'Passw0rd!',
    'qwertzuiop',
    'abcdefghijkl',
    'sommer2024',
    'nora.lindqvist1',
    'northwind',
    '19901212',
    'p'.repeat(1024),
  ])('is below the limit for %j', async (password) => {
    expect(await guessesOf(password, known)).toBeLessThan(minGuesses);
  });

  it.each([
    'correct horse',
    'anna-likes-tea',
    'very-private-words-17',
    '4@8({[<369&#!1|0$5+7%2/\\'.repeat(42),
    `${'a'.repeat(40)}gale-otter-plum-9`,
    'пароль-северного-ветра',
  ])('is at or above the limit for %j', async (password) => {
    expect(await guessesOf(password, known)).toBeGreaterThanOrEqual(minGuesses);
  });

  it('counts a name as known only if it is given', async () => {
    expect(await guessesOf('nora.lindqvist1', [])).toBeGreaterThan(
      await guessesOf('nora.lindqvist1', known),
    );
  });
});
