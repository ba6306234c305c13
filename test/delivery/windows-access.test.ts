// Finds the folders that other users can change by Windows access lists, which a fake reads.
import { describe, expect, test } from 'vitest';
import {
  createAccessCheck,
  type FolderAccess,
} from '../../src/main/adapters/delivery/windows-access.ts';

describe('on Windows', () => {
  const me = 'S-1-5-21-1-2-3-1001';
  const other = 'S-1-5-21-1-2-3-1002';
  const own = `O:${me}G:${me}D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${me})`;
  const root = `O:S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464G:SYD:PAI(A;OICIIO;SDGXGWGR;;;AU)(A;;LC;;;AU)(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)`;
  const modify = `${own}(A;OICIID;0x1301bf;;;AU)`;
  const folders = ['D:\\', 'D:\\Games', 'D:\\Games\\Northwind'];
  const check = (
    descriptors: readonly string[],
    role: 'own' | 'above' = 'own',
    profile = 'C:\\Users\\anna\\AppData\\Local\\Northwind',
  ) => {
    const read = (): FolderAccess => ({ user: me, descriptors });
    return createAccessCheck(read, profile)(folders.slice(0, descriptors.length), role);
  };

  test("accepts the user's own folders below the root of a volume", () => {
    expect(check([root, own, own])).toBeNull();
    expect(check([`O:BAG:SYD:(A;OICI;0x1301bf;;;AU)(A;OICI;FA;;;SY)`, own])).toBeNull();
  });

  test.each<[string, string, 'owner' | 'writable']>([
    ['belongs to another user', own.replace(`O:${me}`, `O:${other}`), 'owner'],
    ['all users can modify', modify, 'writable'],
    ['another user can add files to', `${own}(A;;0x2;;;${other})`, 'writable'],
    ['everyone has all rights to', `${own}(A;OICI;FA;;;WD)`, 'writable'],
    ['guests can delete from', `${own}(A;;DT;;;BG)`, 'writable'],
    ['others can change the rights of', `${own}(A;;WD;;;BU)`, 'writable'],
    ['others can write to by a generic right', `${own}(A;;GW;;;BU)`, 'writable'],
    ['others have an unknown right to', `${own}(A;;ZZ;;;BU)`, 'writable'],
    ['others have a conditional right to', `${own}(XA;;FA;;;WD;(x == 1))`, 'writable'],
    ['has no list', `O:${me}G:${me}D:NO_ACCESS_CONTROL`, 'writable'],
    ['cannot be read', '', 'writable'],
  ])('refuses a folder that %s', (_rule, descriptor, cause) => {
    expect(check([root, own, descriptor])).toEqual({ folder: folders[2], cause });
  });

  test.each<[string, string]>([
    ['others can only read', `${own}(A;OICI;0x1200a9;;;BU)`],
    ['others may read by name', `${own}(A;OICI;FRFX;;;BU)`],
    ['others have rights only to what they create', `${own}(A;OICIIO;GA;;;CO)`],
    ['others are denied', `${own}(D;;FA;;;BU)`],
    ['administrators own', own.replace(`O:${me}`, 'O:BA')],
  ])('accepts a folder where %s', (_rule, descriptor) => {
    expect(check([root, own, descriptor])).toBeNull();
  });

  test('other users may add to a parent folder, but not replace folders in it', () => {
    expect(check([root, `${own}(A;;0x6;;;AU)`, own])).toBeNull();
    expect(check([root, modify, own])).toEqual({ folder: folders[1], cause: 'writable' });
    expect(check([root, `${own}(A;;0x40;;;AU)`, own])).toMatchObject({ cause: 'writable' });
    expect(check([root, modify], 'above')).toMatchObject({ cause: 'writable' });
  });

  test('skips the profile, reads a safe folder once, and refuses unreadable folders', () => {
    let calls = 0;
    const read = (): FolderAccess => {
      calls += 1;
      return { user: me, descriptors: [root, own, own] };
    };
    const reading = createAccessCheck(read, 'c:\\users\\anna');
    expect(reading(['C:\\', 'C:\\Users', 'C:\\Users\\Anna\\App'], 'own')).toBeNull();
    expect(calls).toBe(0);
    expect(reading(folders, 'own')).toBeNull();
    expect(reading(folders, 'own')).toBeNull();
    expect(calls).toBe(1);
    const failing = createAccessCheck(() => {
      throw new Error('no PowerShell');
    }, '');
    expect(failing(folders, 'own')).toEqual({ folder: folders[2], cause: 'writable' });
  });
});
