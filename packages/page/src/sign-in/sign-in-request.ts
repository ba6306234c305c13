// The request of a sign-in: by name, by e-mail, or by a key alone.
import type { Parameters } from '@latchkey/web/post.ts';

export interface CredentialTexts {
  readonly isKey: boolean;
  readonly name: string;
  readonly password: string;
  readonly key: string;
}

export const emptyCredentials: CredentialTexts = {
  isKey: false,
  name: '',
  password: '',
  key: '',
};

/** User names with an @ are rare, and work in the loader. Here, an @ means an e-mail. */
export function signInRequest(
  { isKey, name, password, key }: CredentialTexts,
  code: string,
): { readonly operation: string; readonly parameters: Parameters } {
  const given = code === '' ? {} : { code };
  if (isKey) return { operation: 'license', parameters: { key: key.trim(), ...given } };
  const who = name.trim();
  return who.includes('@')
    ? { operation: 'loginEmail', parameters: { email: who, pass: password, ...given } }
    : { operation: 'login', parameters: { username: who, pass: password, ...given } };
}
