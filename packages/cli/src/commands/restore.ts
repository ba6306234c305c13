// `latchkey restore`: shows the changes, asks for confirmation, and replaces a data folder with a
// backup.
import type { RestorePlan } from '@latchkey/service/administration';
import type { Command } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { dataOption, dataLocationOf, valueOrThrow } from './applications.ts';
import { formatCount } from '../format-count.ts';

export const restoreCommand: Command = {
  words: 'restore',
  summary: 'Restores a backup to a data folder, and saves the old data in that folder',
  notes: [
    'Stop the service first. It verifies the backup, shows what would change, and asks.',
    'Without a terminal it needs --yes.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    from: { value: 'DIR', required: true, help: 'folder of "latchkey backup"' },
    ...yesOption,
  },
  async run(call) {
    const { previewRestore, restoreData } = await import('@latchkey/service/administration');
    const [location, from] = [dataLocationOf(call), call.args.text('from') ?? ''];
    const plan = valueOrThrow(await previewRestore(location, from));
    for (const line of planLines(plan)) call.say(line);
    if (!(await confirm(call, 'Restore it?')))
      return { document: { success: false, plan }, lines: [], hasFailed: true };
    const { before } = valueOrThrow(await restoreData(location, from));
    return {
      document: { success: true, before, plan },
      lines: [
        `Restored to ${location.dataFolder}.`,
        ...(before === null
          ? []
          : [`The old data is in ${before}. Delete it when everything works.`]),
        ...(plan.keysBack.length === 0
          ? []
          : ['Old seller keys are valid again. Replace them: latchkey app newkey.']),
        ...(plan.moreKeysBack.length === 0
          ? []
          : ['Ended seller keys are valid again. End them: latchkey app keys end.']),
      ],
    };
  },
};

function planLines(plan: RestorePlan): readonly string[] {
  const { copyOf, copy, now, applicationsBack, applicationsLost, isOther } = plan;
  const { signingKeysBack, signingKeysLost } = plan;
  return [
    `The backup is from ${copyOf.slice(0, 16).replace('T', ' ')}Z: ${counted(copy)}.`,
    now === null
      ? 'There is no data to compare it with. Every seller key of that time becomes valid again.'
      : `There are now ${counted(now)}.`,
    ...(isOther ? ['THIS IS THE BACKUP OF ANOTHER INSTALLATION.'] : []),
    ...plan.keysBack.map(
      (name) =>
        `The seller key of "${name}" was replaced after the backup. The old one becomes valid again.`,
    ),
    ...signingKeysBack.map(
      (id) => `The signing key ${id} was retired after the backup. It signs again.`,
    ),
    ...signingKeysLost.map(
      (id) =>
        `The signing key ${id} was added after the backup and is lost. Some programs may trust only this key.`,
    ),
    ...plan.moreKeysBack.map(
      ({ application, label }) =>
        `The seller key "${label}" of "${application}" ended after the backup. It becomes valid again.`,
    ),
    ...applicationsBack.map((name) => `"${name}" is restored, with its seller key of that time.`),
    ...applicationsLost.map((name) => `"${name}" was created after the backup and is lost.`),
  ];
}

function counted({ applications, users, licenses }: RestorePlan['copy']): string {
  return `${formatCount(applications, 'application')}, ${formatCount(users, 'user')} and ${formatCount(licenses, 'license key')}`;
}
