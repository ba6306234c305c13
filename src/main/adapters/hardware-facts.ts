// Reads the raw facts of this computer from systeminformation and, on Linux, from the files behind it. Its sources are
// given, so that recorded computers can be read in tests. Reads no MAC address, disk, OS version or root-only field.
//
// systeminformation never fails: a command that could not run, and a value that is not there, both come out as ''. An
// empty answer is therefore believed only where something else confirms it; otherwise the fact counts as not read.
import type { Systeminformation } from 'systeminformation';
import type { Fact, RawFacts } from '../core/ports.ts';
import { codeOf, isMissing } from './file-errors.ts';

export interface Sources {
  readonly platform: NodeJS.Platform;
  readonly uuid: () => Promise<Pick<Systeminformation.UuidData, 'os' | 'hardware'>>;
  readonly baseboard: () => Promise<
    Pick<
      Systeminformation.BaseboardData,
      'manufacturer' | 'model' | 'version' | 'serial' | 'assetTag'
    >
  >;
  /** As the operating system names the first processor, without starting a program. */
  readonly cpuModel: () => string;
  /** The beginning of a text file; fails like node:fs. */
  readonly readStart: (file: string) => Promise<string>;
  /** Output of a program that ended well; else it fails. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
}

export type FactReadings = { readonly [Name in keyof RawFacts]: Promise<Fact> };

const unread: Fact = { read: false };
const without: Fact = { read: true, value: '' };

/** All readings run at the same time and none of them rejects. They have no deadline of their own. */
export function readFacts(sources: Sources): FactReadings {
  const ids = sources.uuid();
  const facts = sources.platform === 'linux' ? linuxFacts(sources, ids) : otherFacts(sources, ids);
  const caught = (reading: Promise<Fact>) => reading.catch(() => unread);
  return {
    osId: caught(facts.osId),
    boardVendor: caught(facts.boardVendor),
    boardModel: caught(facts.boardModel),
    cpuBrand: caught(facts.cpuBrand),
    platformUuid: caught(facts.platformUuid),
  };
}

type Ids = ReturnType<Sources['uuid']>;

/**
 * systeminformation asks dmidecode and lscpu for board and CPU; both tell root other things than an ordinary user (lscpu
 * for instance the BIOS's name of the CPU). The id must not change with the user, so these come from the files that
 * everyone may read.
 */
function linuxFacts({ readStart }: Sources, ids: Ids): FactReadings {
  const optional = (file: string) =>
    readStart(file).catch((error: unknown) => {
      if (isMissing(error) || codeOf(error) === 'ENODEV') return '';
      throw error;
    });
  const firstOf = async (files: readonly string[]) => {
    for (const file of files) {
      const text = (await optional(file)).replaceAll('\0', '').trim();
      if (text !== '') return text;
    }
    return '';
  };
  const board = '/sys/devices/virtual/dmi/id';
  return {
    osId: ids
      .then(({ os }) => os.trim())
      .catch(() => '')
      .then((os) => os || firstOf(['/var/lib/dbus/machine-id', '/etc/machine-id']))
      .then(answered),
    boardVendor: firstOf([`${board}/board_vendor`]).then(answered),
    // Boards without DMI (ARM) tell their model in the device tree.
    boardModel: firstOf([`${board}/board_name`, '/sys/firmware/devicetree/base/model']).then(
      answered,
    ),
    cpuBrand: optional('/proc/cpuinfo')
      .then((text) => /^model name[ \t]*:[ \t]*(.*)$/m.exec(text)?.[1] ?? '')
      .then(answered),
    platformUuid: Promise.resolve(without),
  };
}

function otherFacts(sources: Sources, ids: Ids): FactReadings {
  const board = readBoard(sources);
  const osId = ids.then(({ os }) => answeredIfAny(os));
  return {
    osId,
    boardVendor: board.then((found) => found.vendor),
    boardModel: board.then((found) => found.model),
    // systeminformation would start three shells on Windows for what the system tells at once.
    cpuBrand: Promise.resolve(answeredIfAny(sources.cpuModel().replace(/^unknown$/i, ''))),
    // On macOS `os` is the platform UUID, and `hardware` the serial number, which is not ours to read.
    platformUuid:
      sources.platform === 'win32' ? ids.then(({ hardware }) => answeredIfAny(hardware)) : osId,
  };
}

/** One command answers for all fields of the board, so any field shows that it worked. */
async function readBoard(sources: Sources): Promise<{ vendor: Fact; model: Fact }> {
  const board = await sources.baseboard();
  const others = [board.version, board.serial, board.assetTag];
  const worked = [board.manufacturer, board.model, ...others].some((text) => isGiven(text));
  if (!worked && !(await boardIsUnnamed(sources))) return { vendor: unread, model: unread };
  return { vendor: answered(board.manufacturer), model: answered(board.model) };
}

/**
 * systeminformation empties some placeholders itself, so a board whose fields are all placeholders looks like a failed
 * command. Windows keeps the same texts in its registry: there, real names mean that the command did fail.
 */
async function boardIsUnnamed({ platform, run }: Sources): Promise<boolean> {
  if (platform !== 'win32') return false;
  const key = String.raw`HKEY_LOCAL_MACHINE\HARDWARE\DESCRIPTION\System\BIOS`;
  const reg = String.raw`${process.env['SystemRoot'] ?? String.raw`C:\Windows`}\System32\reg.exe`;
  const output = await run(reg, ['query', key]);
  const names = [...output.matchAll(/BaseBoard(?:Manufacturer|Product)\s+REG_SZ[ \t]*(.*)$/gm)];
  return names.every(([, text = '']) => {
    const plain = text.trim().toLowerCase();
    return plain === '' || plain.includes('o.e.m.') || /^default( string)?$/.test(plain);
  });
}

function isGiven(text: string): boolean {
  return text !== '' && text !== '-';
}

function answered(value: string): Fact {
  return { read: true, value };
}

/** For facts that every such computer has: without a value, the source has failed. */
function answeredIfAny(value: string): Fact {
  return value.trim() === '' ? unread : answered(value);
}
