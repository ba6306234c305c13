// Reads the facts of a Windows computer from its registry, where every user, language and process
// architecture finds the same values. A value that the registry lacks is ''. Rejects if the
// registry cannot be read. docs/decisions/0028-device-id-from-the-windows-registry.md
import { systemUuidOf } from './smbios.ts';
import { systemFile } from './windows-system.ts';

export interface ProgramResult {
  readonly exitCode: number;
  /** Standard output, one character for each byte. */
  readonly output: string;
  /** Whether the program wrote nothing to standard output and standard error. */
  readonly isSilent: boolean;
}

/** Resolves when the program exits; rejects if it cannot start or is killed by a signal. */
export type Run = (program: string, args: readonly string[]) => Promise<ProgramResult>;

export interface WindowsFacts {
  readonly osId: Promise<string>;
  readonly boardVendor: Promise<string>;
  readonly boardModel: Promise<string>;
  readonly platformUuid: Promise<string>;
}

/** Exists on every Windows computer, so reading it proves that a program can read the registry. */
const machineKey = String.raw`SOFTWARE\Microsoft\Cryptography`;
const boardKey = String.raw`HARDWARE\DESCRIPTION\System\BIOS`;
const firmwareKey = String.raw`SYSTEM\CurrentControlSet\Services\mssmbios\Data`;

export function readWindowsFacts(run: Run): WindowsFacts {
  const query = (key: string, ...args: readonly string[]) =>
    run(systemFile('reg.exe'), ['query', `HKLM\\${key}`, ...args, '/reg:64']);
  const byReg = query(machineKey).then(outputOf);
  // A policy can disable reg.exe.
  const byPowerShell = byReg.then(
    () => null,
    () => readByPowerShell(run),
  );
  const dumpOf = async (queried: Promise<ProgramResult>) => {
    const read = queried.then(outputOrNothing);
    // Handled here, because it is not awaited if PowerShell reads the registry.
    read.catch(() => undefined);
    return (await byPowerShell) ?? (await read);
  };
  const machine = byPowerShell.then((dump) => dump ?? byReg);
  const board = dumpOf(query(boardKey));
  const firmware = dumpOf(query(firmwareKey, '/v', 'SMBiosData'));
  return {
    osId: machine.then((dump) => textIn(dump, 'MachineGuid')),
    boardVendor: board.then((dump) => textIn(dump, 'BaseBoardManufacturer')),
    boardModel: board.then((dump) => textIn(dump, 'BaseBoardProduct')),
    platformUuid: firmware.then((dump) => systemUuidOf(bytesIn(dump, 'SMBiosData'))),
  };
}

/**
 * Prints the same values in the form of reg.exe. Only commands and types that Constrained Language
 * Mode allows. Errors of the first command end the script, later ones mean a missing value.
 */
const script = `
$ErrorActionPreference = 'Stop'
$root = 'Registry::HKEY_LOCAL_MACHINE\\'
Get-Item -LiteralPath ($root + '${machineKey}') | Out-Null
$ErrorActionPreference = 'SilentlyContinue'
$machine = Get-ItemProperty -LiteralPath ($root + '${machineKey}')
$board = Get-ItemProperty -LiteralPath ($root + '${boardKey}')
$firmware = Get-ItemProperty -LiteralPath ($root + '${firmwareKey}')
'    MachineGuid    REG_SZ    ' + $machine.MachineGuid
'    BaseBoardManufacturer    REG_SZ    ' + $board.BaseBoardManufacturer
'    BaseBoardProduct    REG_SZ    ' + $board.BaseBoardProduct
'    SMBiosData    REG_BINARY    ' + -join ($firmware.SMBiosData | ForEach-Object { '{0:X2}' -f $_ })
`;

function readByPowerShell(run: Run): Promise<string> {
  const program = systemFile('WindowsPowerShell', 'v1.0', 'powershell.exe');
  return run(program, ['-NoProfile', '-NonInteractive', '-Command', script]).then(outputOf);
}

function outputOf({ exitCode, output }: ProgramResult): string {
  if (exitCode !== 0) throw new Error('The registry cannot be read');
  return output;
}

/** reg.exe ends with 1 and a message if the key or value is missing, and silently if killed. */
function outputOrNothing(result: ProgramResult): string {
  const isMissing = result.exitCode === 1 && !result.isSilent;
  return isMissing ? '' : outputOf(result);
}

/**
 * Drops all but printable ASCII: other characters depend on the code page of the system. The
 * placeholders of manufacturers are dropped later, as on every system.
 */
function textIn(dump: string, name: string): string {
  return valueIn(dump, name, 'REG_SZ').replace(/[^ -~]/g, '');
}

function bytesIn(dump: string, name: string): Buffer {
  return Buffer.from(valueIn(dump, name, 'REG_BINARY'), 'hex');
}

function valueIn(dump: string, name: string, type: string): string {
  return new RegExp(`^[ \\t]+${name}[ \\t]+${type}[ \\t]*(.*)$`, 'm').exec(dump)?.[1] ?? '';
}
