// Whether a new password is guessable within a minute. The service has no such rule
// (docs/decisions/0015-the-loader-refuses-guessable-passwords.md).
import { type CoreParts } from '../parts.ts';

/** One minute of guessing against a slow hash, at 10,000 guesses a second. */
export const minGuesses = 600_000;

/** `known`: names and addresses of the user, which an attacker knows. */
export async function isGuessable(
  { config, guessesOf }: Pick<CoreParts, 'config' | 'guessesOf'>,
  password: string,
  known: readonly string[],
): Promise<boolean> {
  const context = [...known, config.brand.name, config.service.name];
  const parts = context.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u));
  const words = [...new Set([...context, ...parts])].filter((one) => one !== '');
  return (await guessesOf(password, words)) < minGuesses;
}
