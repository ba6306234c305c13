// `latchkey settings` shows and changes settings.
import { fieldLines, textOf } from '../answers.ts';
import type { AnswerTo, Row } from '../answer-types.ts';
import { formerSettingNames } from '@latchkey/protocol/seller/former-settings.ts';
import { settingPresets } from '@latchkey/protocol/seller/setting-presets.ts';
import type { Command, Output } from '../command.ts';
import { CliProblem, wrongUsage } from '../problem.ts';

const pairForm = /^([A-Za-z0-9_-]{1,50})=(.*)$/s;
const yesNo: Readonly<Record<string, string>> = { true: '1', false: '0', on: '1', off: '0' };

/** Shown wherever the setting `unknownorders` is or becomes `make`. */
export const unknownOrdersWarning =
  'A body of a shop without an order number creates license keys at each retry, also for a refund (unknownorders=make). If all sales have an order number, run: latchkey settings set unknownorders=refuse';

function fieldsOf({ success: _success, message: _message, ...fields }: Row): Row {
  return fields;
}

/** Removes groups and former names, so that each setting appears once. */
export function withoutAliases(settings: Row): Row {
  const known = settings as AnswerTo<'getsettings'>; // the type names only the fields
  const { functions: _functions, messages: _messages, ...flat } = known;
  const all = Object.entries(flat);
  const current = all.filter(([name]) => !Object.hasOwn(formerSettingNames, name));
  // Older services have only the former names, so show the former names there.
  return Object.fromEntries(current.length > 0 && 'version' in flat ? current : all);
}

/** Fails for settings that the service does not know, because they are usually typing mistakes. */
function updateOutput(answer: Row, count: number): Output {
  const ignored = Array.isArray(answer['ignored']) ? answer['ignored'].map(String) : [];
  const unknown = ignored.map((name) => `The service does not know the setting "${name}".`);
  if (ignored.length === count) throw new CliProblem(unknown.join('\n'));
  const lines = [textOf(answer, 'message'), ...unknown];
  return { document: answer, lines, hasFailed: ignored.length > 0 };
}

export const settingCommands: readonly Command[] = [
  {
    words: 'settings get',
    summary: 'Shows the settings of the application, or one of them',
    operands: '[NAME]',
    async run({ args, ask, say }) {
      const settings = fieldsOf(await ask('getsettings'));
      const [name] = args.operands;
      if ((name ?? 'unknownorders') === 'unknownorders' && settings['unknownorders'] === 'make')
        say(unknownOrdersWarning);
      if (name === undefined) {
        const shown = withoutAliases(settings);
        return { document: shown, lines: fieldLines(shown) };
      }
      if (!Object.hasOwn(settings, name))
        throw new CliProblem('There is no such setting. "latchkey settings get" shows all.');
      return { document: { [name]: settings[name] }, lines: [textOf(settings, name)] };
    },
  },
  {
    words: 'settings set',
    summary: 'Changes settings of the application',
    notes: [
      'Switches are on or off. An empty value restores the default. docs/api.md lists all settings.',
    ],
    operands: '<NAME=VALUE...>',
    operandOf: (name) => ({
      name: `the setting "${name}"`,
      allowed: 'a value that docs/api.md allows',
    }),
    async run({ args, askAny, say }) {
      const changes: Record<string, string> = {};
      for (const word of args.operands) {
        const [, name = '', value = ''] = pairForm.exec(word) ?? [];
        if (name === '' || ['sellerkey', 'type', 'format'].includes(name))
          throw wrongUsage('Write settings as NAME=VALUE.');
        if (name === 'paused')
          throw new CliProblem(
            'The application is paused with "latchkey call pauseapp", and resumed with "latchkey call unpauseapp".',
          );
        changes[name] = yesNo[value] ?? value;
      }
      const answer = await askAny('updatesettings', changes);
      if (changes['unknownorders'] === 'make') say(unknownOrdersWarning);
      return updateOutput(answer, Object.keys(changes).length);
    },
  },
  {
    words: 'settings preset',
    summary: 'Changes all settings of a preset, and shows them',
    notes: [
      'family: behaves as other services of this API family, for the clients, bots and shops that you move here. docs/moving.md explains each setting.',
    ],
    operands: '<PRESET>',
    async run({ args, askAny }) {
      const name = args.operands[0] ?? '';
      if (!Object.hasOwn(settingPresets, name))
        throw wrongUsage(`The presets are: ${Object.keys(settingPresets).join(', ')}.`);
      const changes = settingPresets[name as keyof typeof settingPresets]; // hasOwn has checked the key
      const answer = await askAny('updatesettings', changes);
      const output = updateOutput(answer, Object.keys(changes).length);
      const lines = [...fieldLines(changes), ...(output.lines ?? [])];
      return { ...output, document: { ...answer, settings: changes }, lines };
    },
  },
];
