// `latchkey release push|list|retract|rollout|prune`: manages releases at the service.
import type { RowOf } from '../answer-types.ts';
import { isTrue, messageOf, textOf, timeOf } from '../answers.ts';
import type { CliCall, Command, CommandOption } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { readRelease } from '../release/release-folder.ts';
import { uploadRelease } from '../release/push.ts';
import { listCommand } from './groups.ts';

const line: Readonly<Record<string, CommandOption>> = {
  channel: { value: 'C', required: true, help: 'like stable or beta' },
  platform: { value: 'P', required: true, help: 'like linux-x64' },
  sequence: { value: 'N', required: true, help: 'which release; "latchkey release list" shows it' },
};

function namedBy({ given }: CliCall) {
  return {
    channel: given.text('channel'),
    platform: given.text('platform'),
    sequence: String(given.whole('sequence', 1, 999_999_999_999_999)),
  };
}

const push: Command = {
  words: 'release push',
  summary: 'Upload a release that was made, and offer it',
  notes: [
    'Only what the service lacks is uploaded; a push that broke off goes on where it was. Nobody is offered anything until all of it is there. --rollout 0 uploads it and offers it to nobody yet.',
  ],
  operands: '<REL>',
  options: {
    rollout: { value: 'PERCENT', help: 'to how many of the accounts (100)' },
    required: { help: 'loaders are told not to start an older one' },
  },
  async run(call) {
    const { given, ask } = call;
    const rollout = given.whole('rollout', 0, 100);
    const release = await readRelease(given.operands[0] ?? '');
    const { manifestSha256: manifest, chunks, bytes } = await uploadRelease(call, release);
    const answer = await ask('publishrelease', {
      manifest,
      rollout: rollout === undefined ? undefined : String(rollout),
      required: given.isOn('required') ? '1' : undefined,
    });
    const { channel, platform, version, sequence } = release.manifest;
    return {
      document: { ...answer, manifest, uploadedChunks: chunks, uploadedBytes: bytes },
      lines: [
        `Published on ${channel} for ${platform}: ${version}, sequence ${sequence}${rollout === undefined || rollout === 100 ? '' : `, to ${rollout} % of the accounts`}`,
        `Uploaded: ${chunks} chunks, ${bytes} bytes; the service had the rest`,
      ],
    };
  },
};

const list = listCommand({
  words: 'release list',
  summary: 'Show all releases',
  type: 'fetchreleases',
  list: 'releases',
  nouns: ['release', 'releases'],
  columns: [
    { title: 'CHANNEL', cell: (row) => textOf(row, 'channel') },
    { title: 'PLATFORM', cell: (row) => textOf(row, 'platform') },
    { title: 'SEQUENCE', cell: (row) => textOf(row, 'sequence'), right: true },
    { title: 'VERSION', cell: (row) => textOf(row, 'version') },
    { title: 'STATE', cell: stateOf },
    { title: 'ROLLOUT', cell: (row) => `${textOf(row, 'rollout')} %`, right: true },
    { title: 'PUBLISHED', cell: (row) => timeOf(row, 'publishedAt') },
    { title: 'KEY', cell: (row) => textOf(row, 'keyid') },
  ],
});

function stateOf(row: RowOf<'fetchreleases', 'releases'>): string {
  return isTrue(row, 'required') ? `${textOf(row, 'state')}, required` : textOf(row, 'state');
}

const retract: Command = {
  words: 'release retract',
  summary: 'Offer a release no more',
  notes: [
    'The one before it is offered again to who does not have it yet. Who has it keeps it: loaders never go back by themselves. To bring them back, release the older files again (make --from). --undo takes it back.',
  ],
  options: { ...line, undo: { help: 'offer it again' } },
  async run(call) {
    const undo = call.given.isOn('undo') ? '1' : undefined;
    const answer = await call.ask('retractrelease', { ...namedBy(call), undo });
    return { document: answer, lines: [undo === '1' ? 'Offered again.' : messageOf(answer)] };
  },
};

const rollout: Command = {
  words: 'release rollout',
  summary: 'Offer a release to more or fewer of the accounts',
  notes: [
    'Always the same accounts are the first: who was offered it at 10 % is among those of 50 %.',
  ],
  operands: '<PERCENT>',
  options: line,
  async run(call) {
    const answer = await call.ask('rolloutrelease', {
      ...namedBy(call),
      rollout: call.given.operands[0],
    });
    return { document: answer, lines: [messageOf(answer)] };
  },
};

const prune: Command = {
  words: 'release prune',
  summary: 'Remove old releases from the service, and what only they need',
  notes: [
    'Kept are the newest --keep of each channel and platform that everybody is offered, and all above them. A push that was begun a week ago and never ended is removed as well.',
  ],
  options: { keep: { value: 'N', help: 'how many to keep (2)' }, ...yesOption },
  async run(call) {
    const keep = call.given.whole('keep', 1, 1000) ?? 2;
    if (
      !(await confirm(
        call,
        `Remove all releases but the newest ${keep} of each channel and platform?`,
      ))
    )
      return { document: { success: false, message: 'Nothing was done.' }, hasFailed: true };
    const answer = await call.ask('prunereleases', { keep: String(keep) });
    return { document: answer, lines: [`Removed: ${textOf(answer, 'removed')}`] };
  },
};

export const publishingCommands: readonly Command[] = [push, list, retract, rollout, prune];
