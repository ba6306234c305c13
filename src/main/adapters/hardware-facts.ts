// Reads the raw facts of this computer from systeminformation and, on Linux, from system files.
// Reads no MAC address, disk, OS version or root-only field. systeminformation never fails: a
// failed command and a missing value both return ''. So an empty value is accepted only if another
// value shows that the command worked.
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
  /** Returns the operating system's name of the first processor. Starts no program. */
  readonly cpuModel: () => string;
  /** Reads the beginning of a text file; fails like node:fs. */
  readonly readStart: (file: string) => Promise<string>;
  /** Resolves to the output of a program that exited with 0; else rejects. */
  readonly run: (program: string, args: readonly string[]) => Promise<string>;
}

export type FactReadings = { readonly [Name in keyof RawFacts]: Promise<Fact> };

const unreadFact: Fact = { read: false };
const emptyFact: Fact = { read: true, value: '' };

/** All readings run concurrently, have no timeout and never reject. */
export function readFacts(sources: Sources): FactReadings {
  const ids = sources.uuid();
  const facts = sources.platform === 'linux' ? linuxFacts(sources, ids) : otherFacts(sources, ids);
  const caught = (reading: Promise<Fact>) => reading.catch(() => unreadFact);
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
 * systeminformation reads board and CPU with dmidecode and lscpu, which report different values to
 * root and to ordinary users. For example, lscpu tells root the BIOS's name of the CPU. The id must
 * not depend on the user, so these facts come from files that everyone may read.
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
      .then(readFact),
    boardVendor: firstOf([`${board}/board_vendor`]).then(readFact),
    // Boards without DMI (ARM) have their model in the device tree.
    boardModel: firstOf([`${board}/board_name`, '/sys/firmware/devicetree/base/model']).then(
      readFact,
    ),
    cpuBrand: optional('/proc/cpuinfo')
      .then((text) => /^model name[ \t]*:[ \t]*(.*)$/m.exec(text)?.[1] ?? '')
      .then(readFact),
    platformUuid: Promise.resolve(emptyFact),
  };
}

function otherFacts(sources: Sources, ids: Ids): FactReadings {
  const board = readBoard(sources);
  const osId = ids.then(({ os }) => readNonEmptyFact(os));
  return {
    osId,
    boardVendor: board.then((found) => found.vendor),
    boardModel: board.then((found) => found.model),
    // systeminformation would start three shells on Windows for this value.
    cpuBrand: Promise.resolve(readNonEmptyFact(sources.cpuModel().replace(/^unknown$/i, ''))),
    // On macOS `os` is the platform UUID, and `hardware` the serial number, which must not be read.
    platformUuid:
      sources.platform === 'win32' ? ids.then(({ hardware }) => readNonEmptyFact(hardware)) : osId,
  };
}

/** One command reads all fields of the board, so any non-empty field proves that it worked. */
async function readBoard(sources: Sources): Promise<{ vendor: Fact; model: Fact }> {
  const board = await sources.baseboard();
  const others = [board.version, board.serial, board.assetTag];
  const worked = [board.manufacturer, board.model, ...others].some((text) => isNonEmpty(text));
  if (!worked && !(await hasUnnamedBoard(sources)))
    return { vendor: unreadFact, model: unreadFact };
  return { vendor: readFact(board.manufacturer), model: readFact(board.model) };
}

/**
 * systeminformation blanks some placeholders, so a board with only placeholders looks like a failed
 * command. Real names in the Windows registry mean that the command did fail.
 */
async function hasUnnamedBoard({ platform, run }: Sources): Promise<boolean> {
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

function isNonEmpty(text: string): boolean {
  return text !== '' && text !== '-';
}

function readFact(value: string): Fact {
  return { read: true, value };
}

/** For facts that every computer of the platform has: an empty value means a failed source. */
function readNonEmptyFact(value: string): Fact {
  return value.trim() === '' ? unreadFact : readFact(value);
}
