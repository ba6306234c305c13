// Settings that the service only keeps for tools of sellers, one JSON text for an application.
// SECURITY: those that are secrets of shops lie sealed in it, and are never told again.
import { secretSettings, type extraSettings } from '@latchkey/protocol/seller/settings.ts';

export type Extras = Partial<Record<(typeof extraSettings)[number], string>>;

export function readExtras(json: string): Extras {
  return JSON.parse(json) as Extras; // written here and in settings.ts only
}

/** The text with every secret in it changed; the same text where there is none. */
export function withSecrets(json: string, change: (text: string) => string): string {
  const extras = readExtras(json);
  const names = secretSettings.filter((name) => (extras[name] ?? '') !== '');
  if (names.length === 0) return json;
  for (const name of names) extras[name] = change(extras[name] ?? '');
  return JSON.stringify(extras);
}
