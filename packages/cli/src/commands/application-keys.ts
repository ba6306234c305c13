// `latchkey app keys add, list, end`: manage seller keys directly in the service's database.
import { sellerScopes } from '@latchkey/protocol/seller-scopes.ts';
import type { ListedSellerKey } from '@latchkey/service/administration';
import type { CliCall, Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { tableOf } from '../table.ts';
import {
  applicationOptions,
  dataOption,
  outputWithKeyFile,
  keyFileOption,
  dataLocationOf,
  maxOverlapHours,
  valueOrThrow,
  dataFolderNote,
} from './applications.ts';
import { unknownOrdersWarning } from './settings.ts';

const applicationOf = ({ args }: CliCall) => ({
  name: args.text('name') ?? '',
  ownerid: args.text('ownerid'),
});

const add: Command = {
  words: 'app keys add',
  summary: 'Adds a seller key with a limited scope: for a shop, a bot or support',
  notes: [
    dataFolderNote,
    'sell: add, look up, assign, refund and ban license keys, and look up orders.',
    'support: read everything; reset, extend, pause, ban and unban a user, and change their password, two-factor sign-in and sessions.',
    'read: read everything. Unused license keys are masked for read and support.',
    'release: publish, list, retract and prune releases. all: everything, as the key of "app create".',
    'Every use of the key is in the audit log, under its label.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    ...applicationOptions,
    scope: { value: 'SCOPE', required: true, help: `one of: ${sellerScopes.join(', ')}` },
    label: { value: 'TEXT', required: true, help: 'what the key is for; shown in the audit log' },
    ...keyFileOption,
  },
  run: (call) =>
    outputWithKeyFile(
      call,
      async () => {
        const { addSellerKey } = await import('@latchkey/service/administration');
        const { unknownOrders, ...added } = valueOrThrow(
          await addSellerKey(dataLocationOf(call), applicationOf(call), {
            label: call.args.text('label') ?? '',
            scope: call.args.text('scope') ?? '',
          }),
        );
        if (added.scope === 'sell' && unknownOrders === 'make') call.say(unknownOrdersWarning);
        return added;
      },
      ({ id, label, scope }) => [
        `ID           ${id}`,
        `Label        ${label}`,
        `Scope        ${scope}`,
      ],
    ),
};

const list: Command = {
  words: 'app keys list',
  summary: 'Lists the seller keys of an application, without the keys themselves',
  notes: [dataFolderNote],
  isLocal: true,
  options: { ...dataOption, ...applicationOptions },
  async run(call) {
    const { listSellerKeys } = await import('@latchkey/service/administration');
    const keys = valueOrThrow(await listSellerKeys(dataLocationOf(call), applicationOf(call)));
    return {
      document: { keys },
      table: tableOf(keys, [
        { title: 'ID', cell: ({ id }) => id ?? '' },
        {
          title: 'LABEL',
          cell: ({ id, label }) => (id === null ? "(the application's own)" : label),
        },
        { title: 'SCOPE', cell: ({ scope }) => scope },
        { title: 'STATE', cell: stateOf },
        {
          title: 'CREATED',
          cell: ({ createdAt }) => (createdAt === null ? '' : formatTime(createdAt)),
        },
      ]),
      lines: [formatCount(keys.length, 'seller key')],
    };
  },
};

function stateOf({ isOn, endsAt }: ListedSellerKey): string {
  if (endsAt === null) return 'on';
  return `${isOn ? 'ends' : 'ended'} ${formatTime(endsAt)}`;
}

function formatTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

const end: Command = {
  words: 'app keys end',
  summary: 'Ends a seller key, immediately or after some hours to replace it',
  notes: [dataFolderNote, '"app newkey" replaces the application\'s own key.'],
  isLocal: true,
  operands: '<ID|LABEL>',
  options: {
    ...dataOption,
    ...applicationOptions,
    overlap: { value: 'HOURS', help: 'hours that the key stays valid, at most 24 (default: 0)' },
  },
  async run(call) {
    const { args } = call;
    const afterHours = args.integer('overlap', 0, maxOverlapHours) ?? 0;
    const label = args.operands[0] ?? '';
    const { endSellerKey } = await import('@latchkey/service/administration');
    const ended = valueOrThrow(
      await endSellerKey(dataLocationOf(call), applicationOf(call), { which: label, afterHours }),
    );
    const ending = afterHours === 0 ? 'has ended' : `ends ${formatTime(ended.endsAt)}`;
    return {
      document: { success: true, ...ended },
      lines: [`The seller key "${ended.label}" ${ending}.`],
    };
  },
};

export const applicationKeyCommands: readonly Command[] = [add, list, end];
