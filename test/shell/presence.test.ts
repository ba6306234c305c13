// What closing the window means in each phase, and what a later move of phase means for a window that was closed.
import { describe, expect, it } from 'vitest';
import { closeMeans, moveMeans } from '../../src/main/shell/presence.ts';
import type { PhaseKind } from '../../src/shared/session.ts';

const without: readonly PhaseKind[] = [
  ...(['starting', 'signed-out', 'code-needed', 'ready', 'no-subscription'] as const),
  ...(['update-required', 'app-paused', 'app-disabled', 'banned'] as const),
  ...(['wrong-device', 'session-ended', 'unreachable'] as const),
];

describe('closing the window', () => {
  it.each(without)('ends the program in %s', (phase) => {
    expect(closeMeans(phase, false)).toBe('close');
  });

  it.each(['launching', 'running'] as const)('hides it in %s, unless quitting', (phase) => {
    expect(closeMeans(phase, false)).toBe('hide');
    expect(closeMeans(phase, true)).toBe('close');
  });
});

describe('a move of phase', () => {
  it.each(without)('from running to %s ends a hidden program and leaves a shown one', (phase) => {
    expect(moveMeans('running', phase, true)).toBe('quit');
    expect(moveMeans('running', phase, false)).toBe('stay');
  });

  it('from launching brings a hidden window back when the app did not start', () => {
    expect(moveMeans('launching', 'ready', true)).toBe('show');
    expect(moveMeans('launching', 'running', true)).toBe('stay');
  });

  it('without an app changes nothing', () => {
    expect(moveMeans('ready', 'launching', true)).toBe('stay');
    expect(moveMeans('signed-out', 'ready', true)).toBe('stay');
  });
});
