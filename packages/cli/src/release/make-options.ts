// Reads the options, the loader configuration and the release notes of `latchkey release make`.
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { brandIdForm, loaderVersionForm } from '@latchkey/protocol/release/loader.ts';
import type { Manifest } from '@latchkey/protocol/release/manifest.ts';
import { maxNotesLength, notesText, releaseFields } from '@latchkey/protocol/release/fields.ts';
import { numericUnixSeconds } from '@latchkey/protocol/primitives.ts';
import type { CliCall, ParsedArguments } from '../command.ts';
import { dateFormats, parseDate } from '../import-dates.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { readTextFile } from '../text-file.ts';

export type ReleaseHead = Omit<Manifest, 'files' | 'chunks' | 'sequence' | 'entry'>;

/** The fields of the configuration that a release needs. The loader validates the others. */
const config = z.looseObject({
  service: z.looseObject({
    name: z.string().min(1),
    ownerid: z.string().regex(/^[A-Za-z0-9]{10}$/),
  }),
  delivery: z.looseObject({ publisherKeys: z.array(z.string()) }).optional(),
  updates: z.looseObject({ publisherKeys: z.array(z.string()) }).optional(),
});

export type ReleaseKind = Manifest['kind'];

/** The field of the configuration that pins the keys of a release. */
export const sectionOf = { program: 'delivery', loader: 'updates' } as const;

export interface ReleaseConfig {
  readonly kind: ReleaseKind;
  readonly name: string;
  readonly ownerid: string;
  readonly publisherKeys: readonly string[] | null;
}

export function readReleaseConfig(file: string, kind: ReleaseKind): ReleaseConfig {
  const text = readTextFile(file);
  try {
    const { service, ...sections } = config.parse(JSON.parse(text));
    const { name, ownerid } = service;
    const keys = sections[sectionOf[kind]]?.publisherKeys.map((key) => key.toLowerCase());
    return { kind, name: name.trim().normalize('NFC'), ownerid, publisherKeys: keys ?? null };
  } catch {
    throw new CliProblem(
      `${file} is not a configuration of a loader: it needs "service" with "name" and "ownerid".`,
    );
  }
}

export function readKind(args: ParsedArguments): ReleaseKind {
  return checked(args, 'kind', releaseFields.kind.default('program'), 'program or loader');
}

const brandFile = z.looseObject({
  id: z.string().regex(brandIdForm),
  version: z.string().regex(loaderVersionForm),
});

export type Brand = z.output<typeof brandFile>;

/** Reads the brand.json beside the configuration. Throws CliProblem. */
export function readBrand(configFile: string): Brand {
  const file = join(dirname(configFile), 'brand.json');
  const text = readTextFile(file);
  try {
    return brandFile.parse(JSON.parse(text));
  } catch {
    throw new CliProblem(
      `${file} has no valid "id" and "version". A release of a loader needs those of its brand.`,
    );
  }
}

/** `now` is unix seconds. Throws CliProblem. */
export function readHead(
  { args }: Pick<CliCall, 'args'>,
  { kind, name, ownerid }: ReleaseConfig,
  now: number,
): ReleaseHead {
  return {
    v: 1,
    kind,
    name,
    ownerid,
    channel: checked(
      args,
      'channel',
      releaseFields.channel,
      'at most 50 lowercase letters, digits and -',
    ),
    platform: checked(
      args,
      'platform',
      releaseFields.platform,
      'a platform such as linux-x64, win32-x64 or darwin-arm64',
    ),
    version:
      kind === 'loader'
        ? checked(args, 'version', z.string().regex(loaderVersionForm), 'three numbers like 1.1.0')
        : checked(args, 'version', releaseFields.version, '1 to 50 characters'),
    publishedAt: numericUnixSeconds.parse(publishedAt(args, now)),
    args: readArguments(args),
    notes: readNotes(args),
  };
}

function checked<Value>(
  args: ParsedArguments,
  option: string,
  schema: z.ZodType<Value>,
  allowed: string,
): Value {
  const parsed = schema.safeParse(args.text(option));
  if (!parsed.success) throw wrongUsage(`--${option} must be ${allowed}.`);
  return parsed.data;
}

function publishedAt(args: ParsedArguments, now: number): number {
  const text = args.text('published-at');
  if (text === undefined) return now;
  const at = parseDate(text, now, 'begin');
  if (at === null) throw wrongUsage(`--published-at is not a date; ${dateFormats}.`);
  return at;
}

const argumentList = z.array(z.string().max(1000)).max(50);

function readArguments(args: ParsedArguments): readonly string[] & string[] {
  const text = args.text('args');
  if (text === undefined) return [];
  try {
    return argumentList.parse(JSON.parse(text));
  } catch {
    throw wrongUsage(
      `--args must be a JSON array of at most 50 strings, such as '["--windowed"]'.`,
    );
  }
}

function readNotes(args: ParsedArguments): string {
  const file = args.text('notes');
  if (file === undefined) return '';
  const text = readTextFile(file).replaceAll('\r\n', '\n').trim();
  if (notesText(maxNotesLength).safeParse(text).success) return text;
  throw new CliProblem(
    `${file} must be plain text of at most ${maxNotesLength} characters, without control characters.`,
  );
}
