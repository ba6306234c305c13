// A fake Windows registry, and reg.exe and PowerShell that print its values.
import { type ProgramResult, type Run } from '../../src/main/adapters/windows-facts.ts';

export interface Registry {
  /** Null: the registry lacks the value. */
  readonly machineGuid: string | null;
  /** Null: the registry lacks the key. */
  readonly board: { readonly vendor: string | null; readonly model: string | null } | null;
  readonly firmware: Buffer | null;
}

export type Behaviour = 'works' | 'missing' | 'forbidden' | 'killed' | 'hangs';

export interface Programs {
  readonly reg?: Behaviour;
  readonly powerShell?: Behaviour;
  /** Decides how a character outside of ASCII is printed. */
  readonly codePage?: number;
}

/** Records the name of each started program. */
export function registryPrograms(registry: Registry, programs: Programs = {}) {
  const { reg = 'works', powerShell = 'works', codePage = 850 } = programs;
  const started: string[] = [];
  const run: Run = (program, args) => {
    const name = program.split('\\').at(-1) ?? '';
    started.push(name);
    const isReg = name === 'reg.exe';
    const output = isReg ? printedByReg(registry, args[1] ?? '') : printedByPowerShell(registry);
    return resultOf(isReg ? reg : powerShell, output === null ? null : encode(output, codePage));
  };
  return { run, started };
}

function resultOf(behaviour: Behaviour, output: string | null): Promise<ProgramResult> {
  if (behaviour === 'missing') return Promise.reject(new Error('ENOENT'));
  if (behaviour === 'hangs') return new Promise(() => undefined);
  if (behaviour === 'killed') return Promise.resolve({ exitCode: 1, output: '', isSilent: true });
  return Promise.resolve(
    behaviour === 'forbidden' || output === null
      ? { exitCode: 1, output: '', isSilent: false }
      : { exitCode: 0, output, isSilent: false },
  );
}

/** Returns null where reg.exe reports a missing key or value. */
function printedByReg({ machineGuid, board, firmware }: Registry, key: string): string | null {
  if (key.endsWith('Cryptography')) {
    const subkeys = `HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\\Defaults\r\n`;
    return `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n${text('MachineGuid', machineGuid)}\r\n${subkeys}`;
  }
  if (key.endsWith('BIOS')) {
    if (board === null) return null;
    const others = '    BiosMajorRelease    REG_DWORD    0x5\r\n';
    return `\r\nHKEY_LOCAL_MACHINE\\HARDWARE\\DESCRIPTION\\System\\BIOS\r\n${others}${text('BaseBoardManufacturer', board.vendor)}${text('BaseBoardProduct', board.model)}${text('BaseBoardVersion', 'Rev X.0x')}\r\n`;
  }
  return firmware === null ? null : `\r\n${key}\r\n${bytes('SMBiosData', firmware)}\r\n`;
}

function printedByPowerShell({ machineGuid, board, firmware }: Registry): string {
  return [
    text('MachineGuid', machineGuid ?? ''),
    text('BaseBoardManufacturer', board?.vendor ?? ''),
    text('BaseBoardProduct', board?.model ?? ''),
    bytes('SMBiosData', firmware ?? Buffer.alloc(0)),
  ].join('');
}

function text(name: string, value: string | null): string {
  return value === null ? '' : `    ${name}    REG_SZ    ${value}\r\n`;
}

function bytes(name: string, value: Buffer): string {
  return `    ${name}    REG_BINARY    ${value.toString('hex').toUpperCase()}\r\n`;
}

function encode(output: string, codePage: number): string {
  return output.replace(/[^\0-\x7f]/g, (character) =>
    String.fromCodePoint(0x80 + (((character.codePointAt(0) ?? 0) + codePage) % 0x80)),
  );
}

/** SMBIOS data as Windows stores it, with this UUID in the order of its text. */
export function firmwareWith(uuid: string): Buffer {
  const plain = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  const stored = Buffer.concat([
    plain.subarray(0, 4).reverse(),
    plain.subarray(4, 6).reverse(),
    plain.subarray(6, 8).reverse(),
    plain.subarray(8),
  ]);
  const bios = structure(0, Buffer.alloc(20), ['American Megatrends', '1.0']);
  const system = Buffer.concat([Buffer.from([1, 2, 3, 4]), stored, Buffer.from([6, 5, 6])]);
  const tables = Buffer.concat([
    bios,
    structure(32, Buffer.alloc(7), []),
    structure(1, system, ['ASUS', 'System Product Name']),
    structure(127, Buffer.alloc(0), []),
  ]);
  const header = Buffer.from([0, 3, 3, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(tables.length, 4);
  return Buffer.concat([header, tables]);
}

function structure(type: number, fields: Buffer, strings: readonly string[]): Buffer {
  const texts = strings.length === 0 ? '\0' : strings.map((each) => `${each}\0`).join('');
  const handle = [0, 0];
  return Buffer.concat([
    Buffer.from([type, fields.length + 4, ...handle]),
    fields,
    Buffer.from(`${texts}\0`, 'latin1'),
  ]);
}
