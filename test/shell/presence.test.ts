// The effects of closing the window in each phase, of later phase changes on a hidden window, and
// of a page that crashes.
import { describe, expect, it } from 'vitest';
import {
  effectOfCrash,
  effectOfClose,
  effectOfPhaseChange,
  effectOfRestart,
} from '../../src/main/shell/lifecycle-effects.ts';
import { phases } from '../../src/shared/phases.ts';
import type { PhaseKind } from '../../src/shared/session.ts';

const without = (Object.keys(phases) as PhaseKind[]) // the table has every phase
  .filter((kind) => kind !== 'launching' && kind !== 'running');

describe('closing the window', () => {
  it.each(without)('ends the program in %s', (phase) => {
    expect(effectOfClose(phase, false)).toBe('close');
  });

  it.each(['launching', 'running'] as const)(
    'hides the window in %s, unless the program quits',
    (phase) => {
      expect(effectOfClose(phase, false)).toBe('hide');
      expect(effectOfClose(phase, true)).toBe('close');
    },
  );
});

describe('a change of phase', () => {
  it.each(without)('from running to %s ends a hidden program and leaves a shown one', (phase) => {
    expect(effectOfPhaseChange('running', phase, true)).toBe('quit');
    expect(effectOfPhaseChange('running', phase, false)).toBe('stay');
  });

  it('from launching shows a hidden window again if the app did not start', () => {
    expect(effectOfPhaseChange('launching', 'ready', true)).toBe('show');
    expect(effectOfPhaseChange('launching', 'running', true)).toBe('stay');
  });

  it('keeps the window state if no app is running', () => {
    expect(effectOfPhaseChange('ready', 'launching', true)).toBe('stay');
    expect(effectOfPhaseChange('signed-out', 'ready', true)).toBe('stay');
  });
});

describe('a page that crashes', () => {
  it('is reloaded, then replaced by the plain screen, then by a system dialog', () => {
    expect([1, 2, 3, 4].map(effectOfCrash)).toEqual(['page', 'plain-screen', 'box', 'box']);
  });

  it('is reloaded by Restart; a second Restart relaunches the program, unless the app runs', () => {
    expect(effectOfRestart(false, false)).toBe('page');
    expect(effectOfRestart(false, true)).toBe('program');
    expect(effectOfRestart(true, false)).toBe('page');
    expect(effectOfRestart(true, true)).toBe('page');
  });
});
