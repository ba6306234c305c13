// Reads the raw facts of this computer: on Windows from the registry, on Linux from system files
// and systeminformation, on macOS from systeminformation. Reads no MAC address, disk, OS version or
// root-only field. systeminformation never fails: a failed command and a missing value both return
// ''. So an empty value is accepted only if another value shows that the command worked.
import type { Systeminformation } from 'systeminformation';
import type { Fact, RawFacts } from '../core/ports.ts';
import { codeOf, isMissing } from './file-errors.ts';
import { readWindowsFacts, type Run } from './windows-facts.ts';

export interface Sources {
  readonly platform: NodeJS.Platform;
  readonly uuid: () => Promise<Pick<Systeminformation.UuidData, 'os'>>;
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
  /** Used on Windows only. */
  readonly run: Run;
}

export type FactReadings = { readonly [Name in keyof RawFacts]: Promise<Fact> };

const unreadFact: Fact = { read: false };
const emptyFact: Fact = { read: true, value: '' };

/** All readings run concurrently, have no timeout and never reject. */
export function readFacts(sources: Sources): FactReadings {
  const facts = factsOf(sources);
  const caught = (reading: Promise<Fact>) => reading.catch(() => unreadFact);
  return {
    osId: caught(facts.osId),
    boardVendor: caught(facts.boardVendor),
    boardModel: caught(facts.boardModel),
    cpuBrand: caught(facts.cpuBrand),
    platformUuid: caught(facts.platformUuid),
  };
}

function factsOf(sources: Sources): FactReadings {
  if (sources.platform === 'win32') return windowsFacts(sources);
  return sources.platform === 'linux' ? linuxFacts(sources) : macFacts(sources);
}

/** systeminformation starts PowerShell for each value, which takes seconds or is disabled. */
function windowsFacts(sources: Sources): FactReadings {
  const facts = readWindowsFacts(sources.run);
  return {
    osId: facts.osId.then(readFact),
    boardVendor: facts.boardVendor.then(readFact),
    boardModel: facts.boardModel.then(readFact),
    cpuBrand: readCpuBrand(sources),
    platformUuid: facts.platformUuid.then(readFact),
  };
}

/**
 * systeminformation reads board and CPU with dmidecode and lscpu, which report different values to
 * root and to ordinary users. For example, lscpu tells root the BIOS's name of the CPU. The id must
 * not depend on the user, so these facts come from files that everyone may read.
 */
function linuxFacts({ readStart, uuid }: Sources): FactReadings {
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
    osId: uuid()
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

function macFacts(sources: Sources): FactReadings {
  const board = readBoard(sources);
  // `hardware` is the serial number, which must not be read; `os` is the platform UUID.
  const platformUuid = sources.uuid().then(({ os }) => readNonEmptyFact(os));
  return {
    osId: platformUuid,
    boardVendor: board.then((found) => found.vendor),
    boardModel: board.then((found) => found.model),
    cpuBrand: readCpuBrand(sources),
    platformUuid,
  };
}

/** systeminformation would start three shells on Windows for this value. */
function readCpuBrand({ cpuModel }: Sources): Promise<Fact> {
  return Promise.resolve(readNonEmptyFact(cpuModel().replace(/^unknown$/i, '')));
}

/** One command reads all fields of the board, so any non-empty field proves that it worked. */
async function readBoard({ baseboard }: Sources): Promise<{ vendor: Fact; model: Fact }> {
  const board = await baseboard();
  const others = [board.version, board.serial, board.assetTag];
  const worked = [board.manufacturer, board.model, ...others].some((text) => isNonEmpty(text));
  if (!worked) return { vendor: unreadFact, model: unreadFact };
  return { vendor: readFact(board.manufacturer), model: readFact(board.model) };
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
