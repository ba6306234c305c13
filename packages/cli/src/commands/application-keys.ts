// `latchkey app keys`: seller keys with limited scopes, in the data folder.
import { sellerScopes } from '@latchkey/protocol/seller-scopes.ts';
import {
  addSellerKey,
  endSellerKey,
  listSellerKeys,
  longestOverlapHours,
  type ListedSellerKey,
} from '@latchkey/service/administration';
import type { CliCall, Command } from '../command.ts';
import { howMany } from '../how-many.ts';
import { tableOf } from '../table.ts';
import {
  applicationOptions,
  dataOption,
  intoKeyFile,
  keyFileOption,
  placeOf,
  valueOf,
  where,
} from './applications.ts';

const namedOf = ({ given }: CliCall) => ({
  name: given.text('name') ?? '',
  ownerid: given.text('ownerid'),
});

const add: Command = {
  words: 'app keys add',
  summary: 'Make a seller key that may do a part only: for a shop, a bot, support',
  notes: [
    where,
    'sell: make, look up, assign, refund and ban keys, and look up orders.',
    'support: read everything; reset, extend, pause, ban and unban one user, their password, second factor and sessions.',
    'read: read everything. Keys that are not used yet are masked for it and for support.',
    'release: nothing yet; it is for releases. all: everything, as the key of "app create".',
    'Every use of such a key is in the audit log, under its label.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    ...applicationOptions,
    scope: { value: 'SCOPE', required: true, help: `one of: ${sellerScopes.join(', ')}` },
    label: { value: 'TEXT', required: true, help: 'what it is for: the audit log names it' },
    ...keyFileOption,
  },
  run: (call) =>
    intoKeyFile(
      call,
      async () =>
        valueOf(
          await addSellerKey(placeOf(call), namedOf(call), {
            label: call.given.text('label') ?? '',
            scope: call.given.text('scope') ?? '',
          }),
        ),
      ({ id, label, scope }) => [
        `ID           ${id}`,
        `Label        ${label}`,
        `Scope        ${scope}`,
      ],
    ),
};

const list: Command = {
  words: 'app keys list',
  summary: 'Show the seller keys of an application; never the keys themselves',
  notes: [where],
  isLocal: true,
  options: { ...dataOption, ...applicationOptions },
  async run(call) {
    const keys = valueOf(await listSellerKeys(placeOf(call), namedOf(call)));
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
          cell: ({ createdAt }) => (createdAt === null ? '' : dateOf(createdAt)),
        },
      ]),
      lines: [howMany(keys.length, 'seller key')],
    };
  },
};

function stateOf({ isOn, endsAt }: ListedSellerKey): string {
  if (endsAt === null) return 'on';
  return `${isOn ? 'ends' : 'ended'} ${dateOf(endsAt)}`;
}

function dateOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}

const end: Command = {
  words: 'app keys end',
  summary: 'End a seller key, at once or after some hours in which it can be replaced everywhere',
  notes: [where, 'The application\'s own key is ended by "app newkey".'],
  isLocal: true,
  operands: '<ID|LABEL>',
  options: {
    ...dataOption,
    ...applicationOptions,
    overlap: { value: 'HOURS', help: 'let it go on so long, 24 at most (0: it ends at once)' },
  },
  async run(call) {
    const { given } = call;
    const afterHours = given.whole('overlap', 0, longestOverlapHours) ?? 0;
    const which = given.operands[0] ?? '';
    const ended = valueOf(await endSellerKey(placeOf(call), namedOf(call), { which, afterHours }));
    const when = afterHours === 0 ? 'has ended' : `ends ${dateOf(ended.endsAt)}`;
    return {
      document: { success: true, ...ended },
      lines: [`The seller key "${ended.label}" ${when}.`],
    };
  },
};

export const applicationKeyCommands: readonly Command[] = [add, list, end];
