// `latchkey release keygen, make`: create publisher keys and releases on this machine.
import type { CliCall, Command, Output, ParsedArguments } from '../command.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { publishingCommands } from './release-publishing.ts';
import {
  makeFromFile,
  makeFromFolder,
  makeFromRelease,
  type MakeResult,
  type MakeOptions,
} from '../release/make.ts';
import {
  readBrand,
  readHead,
  readKind,
  readReleaseConfig,
  sectionOf,
  type Brand,
  type ReleaseHead,
  type ReleaseKind,
} from '../release/make-options.ts';
import { makePublisherKey, readPublisherKey, type PublisherKey } from '../release/publisher-key.ts';
import { readRelease, type StoredRelease } from '../release/release-folder.ts';
import { toUnixSeconds, unixMs } from '@latchkey/protocol/units.ts';

const keygen: Command = {
  words: 'release keygen',
  summary: 'Creates the key that signs the releases of your program',
  notes: [
    'Keep the key to yourself: no service needs it, and anyone with it can put programs on the computers of your users.',
    'Keep it offline, with a copy in another place. Loaders trust the public key that is shown.',
  ],
  isLocal: true,
  options: {
    out: { value: 'FILE', required: true, help: 'new file, readable only by you' },
  },
  run({ args }) {
    const file = args.text('out') ?? '';
    const { keyid, publicKey } = makePublisherKey(file);
    return Promise.resolve({
      document: { success: true, file, keyid, publicKey },
      lines: [`Written: ${file}`, `Key id: ${keyid}`, `Public key: ${publicKey}`],
    });
  },
};

const make: Command = {
  words: 'release make',
  summary: 'Makes a release of your program from a folder, or of your loader from its package',
  notes: [
    'DIR has the files that users get; --entry is the file in it that loaders launch. The same folder and options give the same bytes. --from releases the files of an older release again, under a higher sequence. Use it to go back, because loaders never install an older release.',
    'With --kind loader, give FILE, the package of your loader for one platform: an AppImage, an installer (.exe) or a macOS .zip. It belongs to the brand whose brand.json is beside --config.',
  ],
  operands: '[DIR|FILE]',
  isLocal: true,
  options: {
    kind: { value: 'KIND', help: 'program or loader (default: program)' },
    config: {
      value: 'FILE',
      required: true,
      help: "the loader's configuration, which names the application",
    },
    channel: { value: 'C', required: true, help: 'release channel, such as stable or beta' },
    platform: {
      value: 'P',
      required: true,
      help: 'platform of the files, such as linux-x64, win32-x64 or darwin-arm64',
    },
    version: { value: 'V', required: true, help: 'version that users see' },
    'publisher-key': { value: 'FILE', required: true, help: 'file of "latchkey release keygen"' },
    out: { value: 'REL', required: true, help: 'new folder for the release' },
    entry: { value: 'PATH', help: 'file in DIR that loaders launch, with / as separator' },
    args: { value: 'JSON', help: `arguments of the program, such as '["--windowed"]'` },
    previous: {
      value: 'REL',
      help: 'previous release: sets the next sequence, and its chunks are reused',
    },
    sequence: {
      value: 'N',
      help: 'number higher than all before, instead of --previous (default: 1)',
    },
    from: { value: 'REL', help: 'older release whose files are used, instead of DIR' },
    'published-at': { value: 'TIME', help: 'date, or unix seconds (default: now)' },
    notes: { value: 'FILE', help: 'text file that tells users what is new' },
  },
  async run(call) {
    const { args: given } = call;
    const kind = readKind(given);
    const source = sourceOf(given, kind);
    const keyFile = given.text('publisher-key') ?? '';
    const key = readPublisherKey(keyFile);
    const brand = kind === 'loader' ? readBrand(given.text('config') ?? '') : null;
    const options = await optionsOf(call, kind, key, brand);
    if ('entry' in source)
      return outputOf(await makeFromFolder({ ...source, keyFile }, options), options);
    if ('file' in source && brand !== null)
      return outputOf(await makeFromFile({ ...source, brand, keyFile }, options), options);
    const old = await readRelease(given.text('from') ?? '');
    refuseOther(old, options.head, brand);
    const { args, notes } = old.manifest;
    const head = {
      ...options.head,
      ...(given.text('args') === undefined ? { args } : {}),
      ...(given.text('notes') === undefined ? { notes } : {}),
    };
    if (options.sequence <= old.manifest.sequence)
      throw wrongUsage(
        `--sequence must be higher than ${old.manifest.sequence}, the sequence of --from.`,
      );
    return outputOf(await makeFromRelease(old, { ...options, head }), options);
  },
};

type Source =
  | { readonly folder: string; readonly entry: string }
  | { readonly file: string }
  | { readonly from: string };

function sourceOf(given: ParsedArguments, kind: ReleaseKind): Source {
  const [operand] = given.operands;
  const [from, entry] = [given.text('from'), given.text('entry')];
  const name = kind === 'loader' ? 'FILE' : 'DIR';
  if ((operand === undefined) === (from === undefined))
    throw wrongUsage(`Give either ${name} or --from.`);
  if (kind === 'loader' && (entry !== undefined || given.text('args') !== undefined))
    throw wrongUsage('--entry and --args are only for a program.');
  if (from !== undefined) {
    if (entry !== undefined) throw wrongUsage('--entry needs DIR.');
    return { from };
  }
  if (kind === 'loader') return { file: operand ?? '' };
  if (entry === undefined)
    throw wrongUsage('--entry is missing. Give the file in DIR that loaders launch.');
  return { folder: operand ?? '', entry };
}

async function optionsOf(
  call: CliCall,
  kind: ReleaseKind,
  key: PublisherKey,
  brand: Brand | null,
): Promise<MakeOptions> {
  const { args, say, progress, stop } = call;
  const config = readReleaseConfig(args.text('config') ?? '', kind);
  if (config.publisherKeys?.includes(key.publicKey) === false)
    throw new CliProblem(
      `The configuration does not trust the key of --publisher-key, so loaders would refuse the release. Add this public key to "${sectionOf[kind]}.publisherKeys": ${key.publicKey}`,
    );
  const head = readHead(call, config, toUnixSeconds(unixMs(Date.now())));
  const previousFolder = args.text('previous');
  const explicitSequence = args.integer('sequence', 1, 999_999_999_999_999);
  if (previousFolder !== undefined && explicitSequence !== undefined)
    throw wrongUsage('Use either --previous or --sequence, not both.');
  const previous = previousFolder === undefined ? null : await readRelease(previousFolder);
  if (previous !== null) refuseOther(previous, head, brand);
  if (previous !== null && !key.hasSigned(previous.bytes, previous.signature))
    say(`${previous.folder} was signed by another key, or was changed. Its chunks are not reused.`);
  if (process.platform === 'win32' && !head.platform.startsWith('win32'))
    say('Windows does not mark executable files, so only the entry will be executable.');
  return {
    head,
    sequence: previous === null ? (explicitSequence ?? 1) : previous.manifest.sequence + 1,
    key,
    out: args.text('out') ?? '',
    previous,
    say,
    progress: inSteps(progress),
    stop,
  };
}

function refuseOther(
  { folder, manifest }: StoredRelease,
  head: ReleaseHead,
  brand: Brand | null,
): void {
  const differs = (['kind', 'name', 'ownerid', 'channel', 'platform'] as const).find(
    (field) => manifest[field] !== head[field],
  );
  if (differs !== undefined)
    throw new CliProblem(
      `${folder} is a release of another ${differs}: ${manifest[differs]}, not ${head[differs]}.`,
    );
  if (brand !== null && manifest.entry !== brand.id)
    throw new CliProblem(
      `${folder} is a release of another brand: ${manifest.entry}, not ${brand.id}.`,
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

function outputOf(made: MakeResult, { out, key, previous }: MakeOptions): Output {
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
      `${files.length} files, ${bytes} bytes; ${stored} bytes to download in ${chunks.length} chunks`,
      ...(previous === null ? [] : [`New since the previous release: ${newStored} bytes`]),
      ...(emptyFolders === 0
        ? []
        : [`Left out, because a release has only files: ${emptyFolders} empty folders`]),
      `Manifest: ${manifestSha256}, signed by ${key.keyid}`,
    ],
  };
}

export const releaseCommands: readonly Command[] = [keygen, make, ...publishingCommands];
