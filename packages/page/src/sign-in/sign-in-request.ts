// The request of a sign-in: by name or e-mail, or by a key alone.
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

export function signInRequest(
  { isKey, name, password, key }: CredentialTexts,
  code: string,
): { readonly operation: string; readonly parameters: Parameters } {
  const given = code === '' ? {} : { code };
  if (isKey) return { operation: 'license', parameters: { key: key.trim(), ...given } };
  return { operation: 'login', parameters: { username: name.trim(), pass: password, ...given } };
}
