// Reads settings that the service only stores for sellers' tools, as one JSON text per application.
// SECURITY: shop secrets in this text are sealed and never shown again.
import { secretSettings, type extraSettings } from '@latchkey/protocol/seller/settings.ts';

export type Extras = Partial<Record<(typeof extraSettings)[number], string>>;

export function readExtras(json: string): Extras {
  return JSON.parse(json) as Extras; // written here and by `updatesettings` only
}

/** Applies `change` to each secret. Returns the same text if there are no secrets. */
export function mapSecrets(json: string, change: (text: string) => string): string {
  const extras = readExtras(json);
  const names = secretSettings.filter((name) => (extras[name] ?? '') !== '');
  if (names.length === 0) return json;
  for (const name of names) extras[name] = change(extras[name] ?? '');
  return JSON.stringify(extras);
}
