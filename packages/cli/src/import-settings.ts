// Imports the settings of an export in one request.
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { olderSettings } from '@latchkey/protocol/seller/older-settings.ts';
import { secretSettings, shownSecret } from '@latchkey/protocol/seller/settings.ts';
import { isMaskedAddress } from '@latchkey/protocol/seller/webhooks.ts';
import { isTrue, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { CliCall } from './command.ts';
import { ServiceRefusal } from './problem.ts';

interface SettingsResult {
  readonly made: number;
  readonly problems: readonly { readonly name: string; readonly reason: string }[];
}

/** Holds IP addresses of the old environment, and could lock out the user of this import. */
const skippedSetting = 'selleraddress';

export async function importSettings(call: CliCall, settings: Row): Promise<SettingsResult> {
  const known = Object.keys({ ...sellerApi.updatesettings.request.shape, ...olderSettings });
  const names = known.filter(
    (name) =>
      name !== skippedSetting &&
      !isMasked(settings, name) &&
      settings[name] !== undefined &&
      settings[name] !== null &&
      !isDuplicate(settings, name),
  );
  const problems = problemsOf(settings);
  try {
    const changes = names.map((name) => [name, settingText(settings, name)] as const);
    await call.askAny('updatesettings', Object.fromEntries(changes));
    return { made: names.length, problems };
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    return { made: 0, problems: [{ name: 'all', reason: error.message }, ...problems] };
  }
}

function isMasked(settings: Row, name: string): boolean {
  const secrets: readonly string[] = secretSettings;
  const text = textOf(settings, name);
  return secrets.includes(name)
    ? text === shownSecret
    : name === 'webhook' && isMaskedAddress(text);
}

/** Whether `name` is a former name whose current name is also present. */
function isDuplicate(settings: Row, name: string): boolean {
  const today = Object.hasOwn(olderSettings, name)
    ? olderSettings[name as keyof typeof olderSettings] // one of its keys
    : undefined;
  return today !== undefined && settings[today] !== undefined && settings[today] !== null;
}

function problemsOf(settings: Row): SettingsResult['problems'] {
  const isPaused = isTrue(settings, 'paused');
  const isBound = textOf(settings, skippedSetting) !== '';
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
    ...(isBound ? [{ name: skippedSetting, reason: 'It is not imported. Set it yourself.' }] : []),
  ];
}

/** Switches are true or false in answers, but 1 or 0 in requests. */
function settingText(settings: Row, name: string): string {
  const value = settings[name];
  if (typeof value === 'boolean') return value ? '1' : '0';
  return textOf(settings, name);
}
