// `latchkey restore`: replaces a data folder by a backup, after showing what that changes.
import { planRestoring, restoreData, type RestorePlan } from '@latchkey/service/administration';
import type { Command } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { dataOption, placeOf, valueOf } from './applications.ts';
import { howMany } from '../how-many.ts';

export const restoreCommand: Command = {
  words: 'restore',
  summary: 'Put a backup in the place of a data folder, and keep what was there beside it',
  notes: [
    'Stop the service before. It reads the whole backup first, says what it would change, and asks.',
    'Without a terminal nothing is done but with --yes.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    from: { value: 'DIR', required: true, help: 'the folder that "latchkey backup" made' },
    ...yesOption,
  },
  async run(call) {
    const [place, from] = [placeOf(call), call.given.text('from') ?? ''];
    const plan = valueOf(await planRestoring(place, from));
    for (const line of planLines(plan)) call.say(line);
    if (!(await confirm(call, 'Restore it?')))
      return { document: { success: false, plan }, lines: [], hasFailed: true };
    const { before } = valueOf(await restoreData(place, from));
    return {
      document: { success: true, before, plan },
      lines: [
        `Restored to ${place.dataFolder}.`,
        ...(before === null ? [] : [`What was there is in ${before}: remove it when all is well.`]),
        ...(plan.keysBack.length === 0
          ? []
          : ['Make new seller keys where old ones are good again: latchkey app newkey.']),
        ...(plan.moreKeysBack.length === 0
          ? []
          : ['End the others that are good again: latchkey app keys end.']),
      ],
    };
  },
};

function planLines(plan: RestorePlan): readonly string[] {
  const { copyOf, copy, now, applicationsBack, applicationsLost, isOther } = plan;
  const { signingKeysBack, signingKeysLost } = plan;
  return [
    `The backup is of ${copyOf.slice(0, 16).replace('T', ' ')}Z: ${counted(copy)}.`,
    now === null
      ? 'There is no data that it could be compared with: every seller key of that time is good again.'
      : `There are now ${counted(now)}.`,
    ...(isOther ? ['IT IS THE BACKUP OF ANOTHER INSTALLATION.'] : []),
    ...plan.keysBack.map(
      (name) => `The seller key of "${name}" was replaced since: the old one is good again then.`,
    ),
    ...signingKeysBack.map((id) => `The signing key ${id} was retired since: it signs again then.`),
    ...signingKeysLost.map(
      (id) =>
        `The signing key ${id} was added since and is not in it: programs may trust no other.`,
    ),
    ...plan.moreKeysBack.map(
      ({ application, label }) =>
        `The seller key "${label}" of "${application}" ended since: it is good again then.`,
    ),
    ...applicationsBack.map((name) => `"${name}" comes back, with its seller key of then.`),
    ...applicationsLost.map((name) => `"${name}" was made since and is not in it.`),
  ];
}

function counted({ applications, users, licenses }: RestorePlan['copy']): string {
  return `${howMany(applications, 'application')}, ${howMany(users, 'user')} and ${howMany(licenses, 'license key')}`;
}
