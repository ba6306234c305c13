// Reads the options, the loader configuration and the release notes of `latchkey release make`.
import { z } from 'zod';
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
});

export interface ReleaseConfig {
  readonly name: string;
  readonly ownerid: string;
  readonly publisherKeys: readonly string[] | null;
}

export function readReleaseConfig(file: string): ReleaseConfig {
  const text = readTextFile(file);
  try {
    const { service, delivery } = config.parse(JSON.parse(text));
    const { name, ownerid } = service;
    const keys = delivery?.publisherKeys.map((key) => key.toLowerCase());
    return { name: name.trim().normalize('NFC'), ownerid, publisherKeys: keys ?? null };
  } catch {
    throw new CliProblem(
      `${file} is not a configuration of a loader: it needs "service" with "name" and "ownerid".`,
    );
  }
}

/** `now` is unix seconds. Throws CliProblem. */
export function readHead(
  { given }: Pick<CliCall, 'given'>,
  { name, ownerid }: ReleaseConfig,
  now: number,
): ReleaseHead {
  return {
    v: 1,
    kind: 'program',
    name,
    ownerid,
    channel: checked(
      given,
      'channel',
      releaseFields.channel,
      'at most 50 lowercase letters, digits and -',
    ),
    platform: checked(
      given,
      'platform',
      releaseFields.platform,
      'a platform such as linux-x64, win32-x64 or darwin-arm64',
    ),
    version: checked(given, 'version', releaseFields.version, '1 to 50 characters'),
    publishedAt: numericUnixSeconds.parse(publishedAt(given, now)),
    args: readArguments(given),
    notes: readNotes(given),
  };
}

function checked<Value>(
  given: ParsedArguments,
  option: string,
  schema: z.ZodType<Value>,
  allowed: string,
): Value {
  const parsed = schema.safeParse(given.text(option));
  if (!parsed.success) throw wrongUsage(`--${option} must be ${allowed}.`);
  return parsed.data;
}

function publishedAt(given: ParsedArguments, now: number): number {
  const text = given.text('published-at');
  if (text === undefined) return now;
  const at = parseDate(text, now, 'begin');
  if (at === null) throw wrongUsage(`--published-at is not a date; ${dateFormats}.`);
  return at;
}

const argumentList = z.array(z.string().max(1000)).max(50);

function readArguments(given: ParsedArguments): readonly string[] & string[] {
  const text = given.text('args');
  if (text === undefined) return [];
  try {
    return argumentList.parse(JSON.parse(text));
  } catch {
    throw wrongUsage(
      `--args must be a JSON array of at most 50 strings, such as '["--windowed"]'.`,
    );
  }
}

function readNotes(given: ParsedArguments): string {
  const file = given.text('notes');
  if (file === undefined) return '';
  const text = readTextFile(file).replaceAll('\r\n', '\n').trim();
  if (notesText(maxNotesLength).safeParse(text).success) return text;
  throw new CliProblem(
    `${file} must be plain text of at most ${maxNotesLength} characters, without control characters.`,
  );
}
