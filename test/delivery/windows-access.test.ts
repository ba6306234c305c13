// Finds the folders that other users can change by Windows access lists, which a fake reads.
import { describe, expect, test } from 'vitest';
import {
  accountIn,
  createAccessCheck,
  type AccessRules,
} from '../../src/main/adapters/delivery/windows-access.ts';

describe('on Windows', () => {
  const me = 'S-1-5-21-1-2-3-1001';
  const other = 'S-1-5-21-1-2-3-1002';
  const own = `O:${me}G:${me}D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${me})`;
  const root = `O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464G:SYD:PAI(A;OICIIO;SDGXGWGR;;;AU)(A;;LC;;;AU)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)`;
  const modify = `${own}(A;OICIID;0x1301bf;;;AU)`;
  const folders = ['D:\\', 'D:\\Games', 'D:\\Games\\Northwind'];
  const profile = String.raw`C:\Users\anna\AppData\Local\Northwind`;
  const reading = (
    descriptors: readonly string[],
    rules: Partial<AccessRules & { readonly isElevated: boolean }> = {},
  ) => {
    const { isElevated = false, mayAccept = true } = rules;
    return createAccessCheck(
      { account: () => ({ user: me, isElevated }), descriptors: () => descriptors },
      { profile, mayAccept },
    );
  };
  const check = (descriptors: readonly string[], role: 'own' | 'above' = 'own') =>
    reading(descriptors).find(folders.slice(0, descriptors.length), role);

  test("accepts the user's own folders below the root of a volume", () => {
    expect(check([root, own, own])).toBeNull();
    expect(check([`O:BAG:SYD:(A;OICI;0x1301bf;;;AU)(A;OICI;FA;;;SY)`, own])).toBeNull();
  });

  test.each<[string, string, 'owner' | 'writable' | 'unknown']>([
    ['belongs to another user', own.replace(`O:${me}`, `O:${other}`), 'owner'],
    ['all users can modify', modify, 'writable'],
    ['another user can add files to', `${own}(A;;0x2;;;${other})`, 'writable'],
    ['everyone has all rights to', `${own}(A;OICI;FA;;;WD)`, 'writable'],
    ['guests can delete from', `${own}(A;;DT;;;BG)`, 'writable'],
    ['others can change the rights of', `${own}(A;;WD;;;BU)`, 'writable'],
    ['others can write to by a generic right', `${own}(A;;GW;;;BU)`, 'writable'],
    ['others have an unknown right to', `${own}(A;;ZZ;;;BU)`, 'writable'],
    ['others have a conditional right to', `${own}(XA;;FA;;;WD;(x == 1))`, 'unknown'],
    ['has an entry of another kind', `${own}(OA;;FA;;;WD)`, 'unknown'],
    ['has no list', `O:${me}G:${me}D:NO_ACCESS_CONTROL`, 'writable'],
    ['cannot be read', '', 'unknown'],
  ])('refuses a folder that %s', (_rule, descriptor, cause) => {
    expect(check([root, own, descriptor])).toEqual({ folder: folders[2], cause, canAccept: false });
  });

  test.each<[string, string]>([
    ['others can only read', `${own}(A;OICI;0x1200a9;;;BU)`],
    ['others may read by name', `${own}(A;OICI;FRFX;;;BU)`],
    ['others have rights only to what they create', `${own}(A;OICIIO;GA;;;CO)`],
    ['others are denied', `${own}(D;;FA;;;BU)`],
    ['administrators own', own.replace(`O:${me}`, 'O:BA')],
    ['the built-in administrator owns', own.replace(`O:${me}`, 'O:LA')],
    ['the built-in administrator has all rights', `${own}(A;OICI;FA;;;LA)`],
    ['the owner has all rights', `${own}(A;OICI;FA;;;OW)`],
  ])('accepts a folder where %s', (_rule, descriptor) => {
    expect(check([root, own, descriptor])).toBeNull();
  });

  const above = (cause: string, canAccept = true) => ({ folder: folders[1], cause, canAccept });

  test.each<[string, readonly string[], object | null]>([
    ['add to', [root, `${own}(A;;0x6;;;AU)`, own], null],
    ['modify', [root, modify, own], above('writable')],
    ['delete from', [root, `${own}(A;;0x40;;;AU)`, own], above('writable')],
    ['own', [root, own.replace(`O:${me}`, `O:${other}`), own], above('owner')],
    ['perhaps modify', [root, `${own}(XA;;FA;;;WD;(x == 1))`, own], above('unknown')],
  ])('lets the user accept a folder above that others can %s', (_what, descriptors, expected) => {
    expect(check(descriptors)).toEqual(expected);
  });

  test("reports the program's own folder before one above that the user may accept", () => {
    expect(check([root, modify, modify])).toEqual({
      folder: folders[2],
      cause: 'writable',
      canAccept: false,
    });
  });

  test('lets the user accept a disk without access lists', () => {
    const none = 'O:WDG:WDD:NO_ACCESS_CONTROL';
    const disk = { folder: folders[0], cause: 'no-lists', canAccept: true };
    expect(check([none, none, none])).toEqual(disk);
    expect(check([none, none], 'above')).toEqual(disk);
  });

  test('lets nobody accept a folder with the rights of an administrator, or by configuration', () => {
    for (const rules of [{ isElevated: true }, { mayAccept: false }])
      expect(reading([root, modify, own], rules).find(folders, 'own')).toEqual(
        above('writable', false),
      );
  });

  test('skips the profile, and reads folders once until they are forgotten', () => {
    let calls = 0;
    let descriptors = [root, own, own];
    const read = createAccessCheck(
      {
        account: () => ({ user: me, isElevated: false }),
        descriptors: () => {
          calls += 1;
          return descriptors;
        },
      },
      { profile: String.raw`c:\users\anna`, mayAccept: true },
    );
    expect(read.find(['C:\\', 'C:\\Users', 'C:\\Users\\Anna\\App'], 'own')).toBeNull();
    expect(calls).toBe(0);
    const [shared, safe] = [folders, folders.map((folder) => folder.replace('D:', 'E:'))];
    for (const _ of [1, 2]) expect(read.find(safe, 'own')).toBeNull();
    expect(calls).toBe(1);
    descriptors = [root, modify, own];
    for (const _ of [1, 2]) expect(read.find(shared, 'own')).toMatchObject({ canAccept: true });
    expect(calls).toBe(2);
    read.forget();
    descriptors = [root, modify, own.replace(`O:${me}`, `O:${other}`)];
    expect(read.find(safe, 'own')).toBeNull();
    expect(read.find(shared, 'own')).toMatchObject({ folder: shared[2], cause: 'owner' });
    expect(calls).toBe(3);
  });

  test.each(['account', 'descriptors'] as const)('refuses folders with unknown %s', (missing) => {
    const throwing = () => {
      throw new Error('no such program');
    };
    const reader = {
      account: () => ({ user: me, isElevated: false }),
      descriptors: () => [root, own, own],
      [missing]: throwing,
    };
    const failing = createAccessCheck(reader, { profile: '', mayAccept: true });
    expect(failing.find(folders, 'own')).toEqual({
      folder: folders[2],
      cause: 'unknown',
      canAccept: false,
    });
  });

  test.each([
    ['8192', false],
    ['12288', true],
    ['16384', true],
  ])('reads the account from the output of whoami with label %s', (label, isElevated) => {
    const output = [
      String.raw`"ARBEIT\J\'d6rg","${me}"`,
      String.raw`"Jeder","Bekannte Gruppe","S-1-1-0","Obligatorische Gruppe"`,
      String.raw`"Verbindliche Beschriftung","Bezeichnung","S-1-16-${label}",""`,
    ];
    expect(accountIn(output.join('\r\n'))).toEqual({ user: me, isElevated });
    expect(() => accountIn('"a","b"')).toThrow('unknown');
  });
});
