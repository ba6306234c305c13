// The commands about people that change the data on this machine: owners, and lost second factors.
import type { InvitedPerson } from '@latchkey/service/administration';
import type { CliCall, Command, CommandOption, Output, ParsedArguments } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { invitationLink } from '../invitation-link.ts';
import { wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';
import { dataFolderNote, dataLocationOf, dataOption, valueOrThrow } from './applications.ts';

const ownerIdHelp = '10 letters or digits; "latchkey app list" shows them';

export const ownerOptions: Readonly<Record<string, CommandOption>> = {
  owner: { help: 'an owner, in the data on this machine; needs --data and --ownerid' },
  data: { value: 'DIR', help: 'with --owner: data folder of the service' },
  ownerid: { value: 'ID', help: `with --owner: ${ownerIdHelp}` },
};

export function isForOwner(args: ParsedArguments): boolean {
  return args.isOn('owner');
}

function selectorOf({ args }: CliCall, name: string) {
  const ownerid = args.text('ownerid');
  if (args.text('data') === undefined || ownerid === undefined)
    throw wrongUsage('--owner needs --data and --ownerid.');
  return { name, ownerid };
}

export async function addOwnerLocally(call: CliCall, name: string): Promise<Output> {
  const selector = selectorOf(call, name);
  const { addOwner } = await import('@latchkey/service/administration');
  return invitationOutput(call, valueOrThrow(await addOwner(dataLocationOf(call), selector)));
}

export async function deleteOwnerLocally(call: CliCall, name: string): Promise<Output> {
  const selector = selectorOf(call, name);
  const { removeOwner } = await import('@latchkey/service/administration');
  const removed = valueOrThrow(await removeOwner(dataLocationOf(call), selector));
  return {
    document: { success: true, ...removed },
    lines: [`The owner "${removed.name}" is deleted.`],
  };
}

export const resetCommand: Command = {
  words: 'accounts reset',
  summary: 'Removes a lost password and second factor, and creates a new invitation',
  notes: [
    dataFolderNote,
    'Works for owners, managers and resellers, and ends all their sessions.',
    'The invitation works once, within 24 hours.',
  ],
  isLocal: true,
  operands: '<NAME>',
  options: {
    ...dataOption,
    ownerid: { value: 'ID', required: true, help: ownerIdHelp },
  },
  async run(call) {
    const { args } = call;
    const selector = { name: args.operands[0] ?? '', ownerid: args.text('ownerid') ?? '' };
    const { resetPerson } = await import('@latchkey/service/administration');
    return invitationOutput(call, valueOrThrow(await resetPerson(dataLocationOf(call), selector)));
  },
};

export const ownersCommand: Command = {
  words: 'accounts owners',
  summary: 'Lists the owners, who have every permission in all applications of an owner id',
  notes: [dataFolderNote],
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { listOwners } = await import('@latchkey/service/administration');
    const owners = valueOrThrow(await listOwners(dataLocationOf(call)));
    return {
      document: { owners },
      table: tableOf(owners, [
        { title: 'OWNER ID', cell: ({ ownerid }) => ownerid },
        { title: 'NAME', cell: ({ name }) => name },
        { title: 'PASSWORD', cell: ({ hasPassword }) => (hasPassword ? 'set' : 'none') },
        { title: 'TWO-FACTOR', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'on' : 'off') },
      ]),
      lines: [formatCount(owners.length, 'owner')],
    };
  },
};

function invitationOutput(
  call: CliCall,
  { ownerid, name, token, expiresAt }: InvitedPerson,
): Output {
  const ends = new Date(expiresAt * 1000).toISOString().slice(0, 16).replace('T', ' ');
  return {
    document: { success: true, ownerid, name, token, expires: String(expiresAt) },
    lines: [
      `Owner id    ${ownerid}`,
      `Name        ${name}`,
      `Invitation  ${token}`,
      ...invitationLink(call, token),
      `Ends        ${ends}Z`,
      'It is not shown again. Give it only to this person.',
    ],
  };
}
