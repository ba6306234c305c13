// Uninstalling and moving the program: what is reported, and which files stay.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { installedOf } from '../support/fake-program-store.ts';
import { atProgram, done, taskOf } from './delivery-harness.ts';

describe('removing and moving', () => {
  test('Uninstall reports the freed bytes', async () => {
    const harness = await atProgram({ installed: 5 });
    expect(await harness.handlers.uninstallProgram({})).toEqual(done);
    expect(harness.store.program).toBeNull();
    expect(harness.session().notice).toEqual({ kind: 'uninstalled', freedBytes: 214_000_000 });
    expect(harness.program()).toMatchObject({ installed: null, size: null, next: 'install' });
  });

  test.each(['installProgram', 'moveProgram'] as const)(
    '%s removes the notice of an earlier change, and no other notice',
    async (command) => {
      const harness = await atProgram({ installed: 5 });
      harness.choice = '/elsewhere';
      await harness.handlers.uninstallProgram({});
      expect(harness.session().notice).toMatchObject({ kind: 'uninstalled' });
      expect(await harness.handlers[command]({})).toEqual(done);
      expect(harness.session().notice).toBeNull();

      const bystander = await atProgram({ installed: 4 });
      bystander.choice = '/elsewhere';
      bystander.http.on('check', { success: true });
      await bystander.handlers.retry({});
      expect(await bystander.handlers[command]({})).toEqual(done);
      expect(bystander.session().notice).toMatchObject({ kind: 'checked' });
    },
  );

  test('Uninstall names the files that stay, and shows them on request', async () => {
    const harness = await atProgram({ installed: 5 });
    expect(await harness.handlers.showRemainingFiles({})).toEqual(done);
    expect(harness.shown).toEqual([]);
    harness.store.remaining = {
      count: 2,
      names: ['current/saves/one', 'notes.txt'],
      folder: '/games/app',
      file: '/games/app/current/saves/one',
    };
    expect(await harness.handlers.uninstallProgram({})).toEqual(done);
    expect(harness.session().notice).toEqual({
      kind: 'uninstalled',
      freedBytes: 214_000_000,
      remaining: { folder: '/games/app', name: 'current/saves/one', canShow: true },
    });
    expect(harness.shown).toEqual([]);
    expect(await harness.handlers.showRemainingFiles({})).toEqual(done);
    expect(harness.shown).toEqual(['/games/app/current/saves/one']);
  });

  test('the folder is shown while a program is installed, and only then', async () => {
    const harness = await atProgram({ installed: 5 });
    expect(harness.program().canShowFolder).toBe(true);
    expect(await harness.handlers.showProgramFolder({})).toEqual(done);
    expect(harness.shown).toEqual([harness.program().folder]);
    await harness.handlers.uninstallProgram({});
    expect(harness.program().canShowFolder).toBe(false);
    expect(await harness.handlers.showProgramFolder({})).toEqual(done);
    expect(harness.shown).toHaveLength(1);
  });

  test('Move reports files that are left in the old folder', async () => {
    const harness = await atProgram({ installed: 5 });
    harness.choice = '/elsewhere';
    expect(await harness.handlers.moveProgram({})).toEqual(done);
    await settled();
    const remaining = { count: 1, names: [], folder: '/shared/app', file: null };
    const program = installedOf({ sequence: 5, version: '2.5' });
    harness.store.moves[0]?.end({ ok: true, program, remaining });
    await settled();
    expect(harness.session().notice).toEqual({
      kind: 'moved',
      remaining: { folder: '/shared/app', name: null, canShow: true },
    });
    expect(await harness.handlers.showRemainingFiles({})).toEqual(done);
    expect(harness.shown).toEqual(['/shared/app']);
  });

  test('a failed removal is reported and leaves the program', async () => {
    const harness = await atProgram({ installed: 5 });
    harness.store.uninstallProblem = { kind: 'in-use', file: 'a.dll', program: null };
    expect(await harness.handlers.uninstallProgram({})).toMatchObject({
      failure: { code: 'file-in-use', file: 'a.dll' },
    });
    expect(harness.program().next).toBe('launch');
  });

  test('Move runs as a task to the chosen folder', async () => {
    const harness = await atProgram({ installed: 5 });
    expect(await harness.handlers.moveProgram({})).toEqual(done);
    expect(harness.session().tasks).toEqual([]);
    harness.choice = '/elsewhere';
    expect(await harness.handlers.moveProgram({})).toEqual(done);
    await settled();
    expect(taskOf(harness).kind).toBe('move');
    const [move] = harness.store.moves;
    expect(move?.to).toBe('/elsewhere');
    harness.store.folderPath = '/elsewhere';
    move?.end({ ok: true, program: installedOf({ sequence: 5, version: '2.5' }) });
    await settled();
    expect(harness.session().tasks).toEqual([]);
    expect(harness.program().folder).toBe('/elsewhere');
  });
});
