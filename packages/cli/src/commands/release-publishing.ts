// `latchkey release push, list, retract, rollout, prune`: manage the releases of a service.
import type { Manifest } from '@latchkey/protocol/release/manifest.ts';
import type { AnswerTo, RowOf } from '../answer-types.ts';
import { isTrue, messageOf, numberOf, textOf, formatTime } from '../answers.ts';
import type { CliCall, Command, CommandOption } from '../command.ts';
import { wrongUsage } from '../problem.ts';
import { confirm, yesOption } from '../confirm.ts';
import { readRelease } from '../release/release-folder.ts';
import { publishRelease, rollOut } from '../release/publish.ts';
import { pushRelease } from '../release/push.ts';
import { listCommand } from './command-builders.ts';
import { featureRule } from './features.ts';

const releaseOptions: Readonly<Record<string, CommandOption>> = {
  kind: {
    value: 'KIND',
    help: 'program or loader (default: program)',
    parameter: 'kind',
    allowed: 'program or loader',
  },
  channel: {
    value: 'C',
    required: true,
    help: 'release channel, such as stable or beta',
    parameter: 'channel',
    allowed: 'at most 50 lowercase letters, digits and -',
  },
  platform: {
    value: 'P',
    required: true,
    help: 'platform of the files, such as linux-x64',
    parameter: 'platform',
    allowed: 'a platform such as linux-x64, win32-x64 or darwin-arm64',
  },
  sequence: {
    value: 'N',
    required: true,
    help: 'number of the release; "latchkey release list" shows it',
  },
};

function namedBy({ args }: CliCall) {
  return {
    kind: args.text('kind'),
    channel: args.text('channel'),
    platform: args.text('platform'),
    sequence: String(args.integer('sequence', 1, 999_999_999_999_999)),
  };
}

const featureOption = {
  value: 'FEATURE',
  help: 'offer it only to accounts that have this feature; only for a program',
  parameter: 'feature',
  allowed: featureRule,
} as const satisfies CommandOption;

const push: Command = {
  words: 'release push',
  summary: 'Uploads a release and publishes it',
  notes: [
    'Only missing chunks are uploaded, so an interrupted push can be resumed. The release is published when all of it is uploaded. With --rollout 0 it is not offered to any account yet.',
  ],
  operands: '<REL>',
  options: {
    rollout: {
      value: 'PERCENT',
      help: 'percentage of accounts that are offered it, or of installations for a loader (default: 100)',
    },
    required: { help: 'loaders do not launch an older release; only for a program' },
    feature: featureOption,
  },
  async run(call) {
    const { args, ask } = call;
    const rollout = args.integer('rollout', 0, 100);
    const release = await readRelease(args.operands[0] ?? '');
    const { kind, channel, platform, sequence } = release.manifest;
    if (kind === 'loader' && args.isOn('required'))
      throw wrongUsage(
        '--required is only for a program. The setting "version" says which loaders may sign in.',
      );
    const { manifestSha256: manifest, chunks, bytes } = await pushRelease(call, release);
    const key = { kind, channel, platform, sequence: String(sequence) };
    const answer = await publishRelease(ask, key, {
      manifest,
      rollout: rollout === undefined ? undefined : String(rollout),
      required: args.isOn('required') ? '1' : undefined,
      feature: args.text('feature'),
    });
    return {
      document: { ...answer, manifest, uploadedChunks: chunks, uploadedBytes: bytes },
      lines: [
        ...publicationLines(release.manifest, answer),
        `Uploaded: ${chunks} chunks, ${bytes} bytes; the service already had the rest`,
      ],
    };
  },
};

/** Says what the service has stored, which differs from the options for an earlier release. */
function publicationLines(
  { kind, channel, platform, version, sequence }: Manifest,
  answer: AnswerTo<'publishrelease'>,
): readonly string[] {
  const percent = numberOf(answer, 'rollout') ?? 100;
  const group = kind === 'loader' ? 'installations' : 'accounts';
  const feature = textOf(answer, 'feature');
  const share = [
    percent === 100 ? '' : `, to ${percent} % of the ${group}`,
    feature === '' ? '' : `, for the feature ${feature}`,
  ].join('');
  const place = `on ${channel} for ${platform}`;
  if (!isTrue(answer, 'unchanged'))
    return [
      `Published ${place}: ${version}, sequence ${sequence}${share}`,
      ...emulationLines(kind, platform),
    ];
  const named = `Nothing changed: sequence ${sequence} (${version})`;
  return textOf(answer, 'state') === 'retracted'
    ? [
        `${named} ${place} is retracted and is offered to nobody`,
        '"latchkey release retract --undo" offers it again.',
      ]
    : [
        `${named} is already published ${place}${share}`,
        '"latchkey release rollout" changes the percentage.',
      ];
}

/** Windows and macOS emulate x64 on ARM, so loaders ask for it second (docs/protocol.md#release-offers). */
function emulatorOf(kind: string, platform: string): string | null {
  const [, system] = /^(win32|darwin)-x64$/.exec(platform) ?? [];
  return kind === 'program' && system !== undefined ? `${system}-arm64` : null;
}

function emulationLines(kind: string, platform: string): readonly string[] {
  const emulator = emulatorOf(kind, platform);
  return emulator === null
    ? []
    : [`Also offered on ${emulator}, until a release for that platform is offered there.`];
}

/** A row of x64 also shows the platform that it covers as long as that one has no release. */
function platformsOf(row: RowOf<'fetchreleases', 'releases'>): string {
  const platform = textOf(row, 'platform');
  return emulatorOf(textOf(row, 'kind'), platform) === null ? platform : `${platform} (or arm64)`;
}

const list = listCommand({
  words: 'release list',
  summary: 'Lists the releases',
  type: 'fetchreleases',
  list: 'releases',
  nouns: ['release', 'releases'],
  columns: [
    { title: 'KIND', cell: (row) => textOf(row, 'kind') },
    { title: 'CHANNEL', cell: (row) => textOf(row, 'channel') },
    { title: 'PLATFORM', cell: platformsOf },
    { title: 'SEQUENCE', cell: (row) => textOf(row, 'sequence'), right: true },
    { title: 'VERSION', cell: (row) => textOf(row, 'version') },
    { title: 'STATE', cell: stateOf },
    { title: 'ROLLOUT', cell: (row) => `${textOf(row, 'rollout')} %`, right: true },
    { title: 'PUBLISHED', cell: (row) => formatTime(row, 'publishedAt') },
    { title: 'FEATURE', cell: (row) => textOf(row, 'feature') },
    { title: 'KEY ID', cell: (row) => textOf(row, 'keyid') },
  ],
});

function stateOf(row: RowOf<'fetchreleases', 'releases'>): string {
  return isTrue(row, 'required') ? `${textOf(row, 'state')}, required` : textOf(row, 'state');
}

const retract: Command = {
  words: 'release retract',
  summary: 'Retracts a release, so that it is no longer offered',
  notes: [
    'Accounts, or installations of a loader, without the release are offered the previous one again. Loaders that have it keep it, because they never downgrade automatically. To go back, release the older files again ("release make --from"). --undo offers the release again.',
  ],
  options: { ...releaseOptions, undo: { help: 'offer it again' } },
  async run(call) {
    const undo = call.args.isOn('undo') ? '1' : undefined;
    const answer = await call.ask('retractrelease', { ...namedBy(call), undo });
    return { document: answer, lines: [undo === '1' ? 'Offered again.' : messageOf(answer)] };
  },
};

const rollout: Command = {
  words: 'release rollout',
  summary: 'Changes the percentage of accounts that are offered a release',
  notes: [
    'The order of accounts is fixed: accounts that are offered it at 10 % are also offered it at 50 %. For a loader, this applies to installations.',
  ],
  operands: '<PERCENT>',
  operandOf: (name) =>
    name === 'rollout' ? { name: 'PERCENT', allowed: 'a whole number from 0 to 100' } : undefined,
  options: {
    ...releaseOptions,
    feature: featureOption,
    'no-feature': { help: 'offer it to accounts without a feature, too' },
  },
  async run(call) {
    const { args } = call;
    const feature = args.text('feature');
    const isOpened = args.isOn('no-feature');
    if (isOpened && feature !== undefined)
      throw wrongUsage('Give either --feature or --no-feature.');
    const answer = await rollOut(call.ask, namedBy(call), {
      rollout: args.operands[0],
      feature: isOpened ? '' : feature,
    });
    return { document: answer, lines: [messageOf(answer)] };
  },
};

const prune: Command = {
  words: 'release prune',
  summary: 'Deletes old releases from the service, and the chunks that only they need',
  notes: [
    'For each kind, channel and platform it keeps the newest --keep releases that all accounts are offered, with no feature, and all newer ones. It also deletes uploads that are a week old and were never published, or with --unfinished all of these.',
  ],
  options: {
    keep: { value: 'N', help: 'number of releases to keep (default: 2)' },
    unfinished: { help: 'also delete uploads of the last week that were never published' },
    ...yesOption,
  },
  async run(call) {
    const keep = call.args.integer('keep', 1, 1000) ?? 2;
    const isUnfinishedToo = call.args.isOn('unfinished');
    const more = isUnfinishedToo ? ', and every upload that is not published yet' : '';
    const question = `Delete all releases but the newest ${keep} of each channel and platform${more}?`;
    if (!(await confirm(call, question)))
      return { document: { success: false, message: 'Nothing was done.' }, hasFailed: true };
    const answer = await call.ask('prunereleases', {
      keep: String(keep),
      unfinished: isUnfinishedToo ? '1' : undefined,
    });
    return { document: answer, lines: [`Deleted: ${textOf(answer, 'removed')}`] };
  },
};

export const publishingCommands: readonly Command[] = [push, list, retract, rollout, prune];
