// `latchkey release keygen|make`: creates publisher keys and releases on this machine.
import type { CliCall, Command, Output } from '../command.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { publishingCommands } from './release-publishing.ts';
import { makeFromFolder, makeFromRelease, type Made, type MakeOptions } from '../release/make.ts';
import { readHead, readReleaseConfig, type ReleaseHead } from '../release/make-options.ts';
import { makePublisherKey, readPublisherKey, type PublisherKey } from '../release/publisher-key.ts';
import { readRelease, type MadeRelease } from '../release/release-folder.ts';
import { inSeconds, unixMs } from '@latchkey/protocol/units.ts';

const keygen: Command = {
  words: 'release keygen',
  summary: 'Make the key that signs the releases of your program',
  notes: [
    'It is yours alone: it goes to no service, and who has it can put programs on the computers of your users.',
    'Keep it offline with a copy at another place. Loaders trust the public key that is shown.',
  ],
  isLocal: true,
  options: {
    out: { value: 'FILE', required: true, help: 'a new file, readable by you alone' },
  },
  run({ given }) {
    const file = given.text('out') ?? '';
    const { keyid, publicKey } = makePublisherKey(file);
    return Promise.resolve({
      document: { success: true, file, keyid, publicKey },
      lines: [`Written: ${file}`, `Key id: ${keyid}`, `Public key: ${publicKey}`],
    });
  },
};

const make: Command = {
  words: 'release make',
  summary: 'Make a release of your program from a folder',
  notes: [
    'DIR is what users get, as it lies there; --entry is the file in it that is started. The same folder and options give the same bytes. With --from, the files of an older release are released again under a higher sequence: that is the way back, because loaders never install what is older.',
  ],
  operands: '[DIR]',
  isLocal: true,
  options: {
    config: {
      value: 'FILE',
      required: true,
      help: "the loader's configuration: for which application",
    },
    channel: { value: 'C', required: true, help: 'like stable or beta' },
    platform: { value: 'P', required: true, help: 'linux-x64, win32-x64, darwin-arm64, ...' },
    version: { value: 'V', required: true, help: 'what users see' },
    'publisher-key': { value: 'FILE', required: true, help: 'of "latchkey release keygen"' },
    out: { value: 'REL', required: true, help: 'a new folder for the release' },
    entry: { value: 'PATH', help: 'in DIR, with /: the program that is started' },
    args: { value: 'JSON', help: `what it is started with, like '["--windowed"]'` },
    previous: {
      value: 'REL',
      help: 'the release before this one: the sequence is one higher, and its chunks are taken over',
    },
    sequence: { value: 'N', help: 'in place of --previous: higher than any before (1)' },
    from: { value: 'REL', help: 'in place of DIR: an older release whose files are taken' },
    'published-at': { value: 'TIME', help: 'a date, or unix seconds (now)' },
    notes: { value: 'FILE', help: 'text for users about what is new' },
  },
  async run(call) {
    const { given } = call;
    const [folder] = given.operands;
    const [from, entry] = [given.text('from'), given.text('entry')];
    if ((folder === undefined) === (from === undefined)) throw wrongUsage('Give DIR or --from.');
    if ((folder === undefined) !== (entry === undefined))
      throw wrongUsage(folder === undefined ? '--entry goes with DIR.' : '--entry is missing.');
    const keyFile = given.text('publisher-key') ?? '';
    const key = readPublisherKey(keyFile);
    const options = await optionsOf(call, key);
    if (folder !== undefined && entry !== undefined)
      return outputOf(await makeFromFolder({ folder, entry, keyFile }, options), options);
    const old = await readRelease(from ?? '');
    refuseOther(old, options.head);
    const { args, notes } = old.manifest;
    const head = {
      ...options.head,
      ...(given.text('args') === undefined ? { args } : {}),
      ...(given.text('notes') === undefined ? { notes } : {}),
    };
    if (options.sequence <= old.manifest.sequence)
      throw wrongUsage(
        `The sequence must be higher than ${old.manifest.sequence}, that of --from.`,
      );
    return outputOf(await makeFromRelease(old, { ...options, head }), options);
  },
};

async function optionsOf(call: CliCall, key: PublisherKey): Promise<MakeOptions> {
  const { given, say, progress, stop } = call;
  const config = await readReleaseConfig(given.text('config') ?? '');
  if (config.publisherKeys?.includes(key.publicKey) === false)
    throw new CliProblem(
      `This key is none of those that the configuration trusts ("delivery.publisherKeys"): loaders would refuse the release. Its public key: ${key.publicKey}`,
    );
  const head = await readHead(call, config, inSeconds(unixMs(Date.now())));
  const named = given.text('previous');
  const whole = given.whole('sequence', 1, 999_999_999_999_999);
  if (named !== undefined && whole !== undefined)
    throw wrongUsage('Choose one of --previous and --sequence.');
  const previous = named === undefined ? null : await readRelease(named);
  if (previous !== null) refuseOther(previous, head);
  if (previous !== null && !key.hasSigned(previous.bytes, previous.signature))
    say(
      `${previous.folder} was signed by another key, or was changed: nothing is taken over of it.`,
    );
  if (process.platform === 'win32' && !head.platform.startsWith('win32'))
    say('Windows does not know which files are executable: only the entry will be.');
  return {
    head,
    sequence: previous === null ? (whole ?? 1) : previous.manifest.sequence + 1,
    key,
    out: given.text('out') ?? '',
    previous,
    say,
    progress: inSteps(progress),
    stop,
  };
}

function refuseOther({ folder, manifest }: MadeRelease, head: ReleaseHead): void {
  const differs = (['kind', 'name', 'ownerid', 'channel', 'platform'] as const).find(
    (field) => manifest[field] !== head[field],
  );
  if (differs !== undefined)
    throw new CliProblem(
      `${folder} is a release of another ${differs}: ${manifest[differs]}, not ${head[differs]}.`,
    );
}

const megabyte = 1_000_000;

function inSteps(progress: CliCall['progress']): MakeOptions['progress'] {
  let shown = -1;
  return (bytes, all) => {
    const step = all === 0 ? 100 : Math.floor((bytes / all) * 100);
    if (step === shown) return;
    shown = step;
    progress(Math.round(bytes / megabyte), Math.round(all / megabyte), 'MB');
  };
}

function outputOf(made: Made, { out, key, previous }: MakeOptions): Output {
  const { manifest, manifestSha256, newStored, emptyFolders } = made;
  const { sequence, version, files, chunks } = manifest;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const stored = chunks.reduce((sum, chunk) => sum + chunk.stored, 0);
  return {
    document: {
      success: true,
      out,
      sequence,
      version,
      manifestSha256,
      keyid: key.keyid,
      files: files.length,
      bytes,
      chunks: chunks.length,
      stored,
      newStored,
      emptyFolders,
    },
    lines: [
      `Made ${out}: ${version}, sequence ${sequence}`,
      `${files.length} files, ${bytes} bytes; ${stored} bytes to fetch in ${chunks.length} chunks`,
      ...(previous === null ? [] : [`Of these new since the release before: ${newStored} bytes`]),
      ...(emptyFolders === 0
        ? []
        : [`Left out, because a release holds files: ${emptyFolders} empty folders`]),
      `Manifest: ${manifestSha256}, signed by ${key.keyid}`,
    ],
  };
}

export const releaseCommands: readonly Command[] = [keygen, make, ...publishingCommands];
