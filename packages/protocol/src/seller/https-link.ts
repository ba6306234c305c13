// Seller API: settings that are URLs.
import { z } from 'zod';

/** SECURITY: programs open this URL, so it must be https without a user name or password. */
export const httpsLink = z
  .string()
  .max(2000)
  .refine((text) => text === '' || isHttps(text));

function isHttps(text: string): boolean {
  if (!/^https:\/\/[!-~]+$/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
