// Imports the settings of an export, and reports settings that need manual work.
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { formerSettingNames } from '@latchkey/protocol/seller/former-settings.ts';
import { secretSettings, maskedSecretValue } from '@latchkey/protocol/seller/settings.ts';
import { isMaskedUrl } from '@latchkey/protocol/seller/webhooks.ts';
import { isTrue, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { ServiceRefusal } from './problem.ts';

interface SettingsResult {
  readonly created: number;
  readonly problems: readonly SettingProblem[];
}

interface SettingProblem {
  readonly name: string;
  readonly reason: string;
}

/** A request has at most 50 parameters (docs/protocol.md#requests). */
const maxPerRequest = 40;

/** The IP belongs to the old environment and could lock out the seller who runs the import. */
const skippedSetting = 'selleraddress';

export async function importSettings(
  call: CliCall,
  settings: Row,
  isDry: boolean,
): Promise<SettingsResult> {
  const known = Object.keys({ ...sellerApi.updatesettings.request.shape, ...formerSettingNames });
  const names = known.filter(
    (name) =>
      name !== skippedSetting &&
      !isMasked(settings, name) &&
      settings[name] !== undefined &&
      settings[name] !== null &&
      !isDuplicate(settings, name),
  );
  const problems = [...problemsOf(settings)];
  if (isDry) return { created: names.length, problems };
  let created = 0;
  for (let at = 0; at < names.length; at += maxPerRequest) {
    const part = names.slice(at, at + maxPerRequest);
    const changes = part.map((name) => [name, settingText(settings, name)] as const);
    try {
      const answer = await call.askAny('updatesettings', Object.fromEntries(changes));
      const ignored = Array.isArray(answer['ignored']) ? answer['ignored'].map(String) : [];
      for (const name of ignored) problems.push({ name, reason: 'The service does not know it.' });
      created += part.length - ignored.length;
    } catch (error) {
      if (!(error instanceof ServiceRefusal)) throw error;
      problems.unshift({ name: at === 0 ? 'all' : 'others', reason: error.message });
      return { created, problems };
    }
  }
  return { created, problems };
}

function isMasked(settings: Row, name: string): boolean {
  const secrets: readonly string[] = secretSettings;
  const text = textOf(settings, name);
  return secrets.includes(name)
    ? text === maskedSecretValue
    : name === 'webhook' && isMaskedUrl(text);
}

/** Whether `name` is a former name whose current name is also present. */
function isDuplicate(settings: Row, name: string): boolean {
  const current = Object.hasOwn(formerSettingNames, name)
    ? formerSettingNames[name as keyof typeof formerSettingNames] // hasOwn has checked the key
    : undefined;
  return current !== undefined && settings[current] !== undefined && settings[current] !== null;
}

function problemsOf(settings: Row): SettingsResult['problems'] {
  const isPaused = isTrue(settings, 'paused');
  const hasSellerAddress = textOf(settings, skippedSetting) !== '';
  return [
    ...(isPaused
      ? [
          {
            name: 'paused',
            reason: 'The application was paused. Its users are paused individually instead.',
          },
        ]
      : []),
    ...['webhook', ...secretSettings]
      .filter((name) => isMasked(settings, name))
      .map((name) => ({ name, reason: 'It is masked in an export. Set it yourself.' })),
    ...(hasSellerAddress
      ? [{ name: skippedSetting, reason: 'It is not imported. Set it yourself.' }]
      : []),
  ];
}

/** Answers have true or false for a boolean, and requests have 1 or 0. */
function settingText(settings: Row, name: string): string {
  const value = settings[name];
  if (typeof value === 'boolean') return value ? '1' : '0';
  return textOf(settings, name);
}
