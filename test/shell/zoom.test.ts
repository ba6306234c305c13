// Which keys make the text larger and smaller, and by how much.
import { describe, expect, it } from 'vitest';
import { nextZoom, type ZoomChange, zoomChangeOf, zoomSteps } from '../../src/main/shell/zoom.ts';

function walk(from: number, move: ZoomChange, steps: number): number[] {
  const way = [from];
  for (let step = 0; step < steps; step += 1) way.push(nextZoom(way.at(-1) ?? 0, move));
  return way;
}

describe('the steps', () => {
  it('range from 80 to 200 %', () => {
    expect(walk(80, 'in', 8)).toEqual([...zoomSteps, 200]);
    expect(walk(200, 'out', 8)).toEqual([...[...zoomSteps].reverse(), 80]);
    expect(nextZoom(175, 'reset')).toBe(100);
  });

  it('continue with the next step from a value between two steps', () => {
    expect(nextZoom(101, 'in')).toBe(110);
    expect(nextZoom(101, 'out')).toBe(100);
  });
});

describe('the keys', () => {
  const key = (given: Partial<Parameters<typeof zoomChangeOf>[0]>) => ({
    type: 'keyDown' as const,
    key: '',
    code: '',
    control: true,
    meta: false,
    alt: false,
    ...given,
  });

  it.each<[string, string, ZoomChange]>([
    ['=', 'Equal', 'in'],
    ['+', 'Equal', 'in'],
    ['+', 'BracketRight', 'in'],
    ['+', 'NumpadAdd', 'in'],
    ['-', 'Minus', 'out'],
    ['_', 'Minus', 'out'],
    ['-', 'NumpadSubtract', 'out'],
    ['0', 'Digit0', 'reset'],
    ['0', 'Numpad0', 'reset'],
    ['à', 'Digit0', 'reset'],
  ])('Ctrl and %s (%s) zoom: %s', (name, code, move) => {
    expect(zoomChangeOf(key({ key: name, code }), 'linux')).toBe(move);
    expect(zoomChangeOf(key({ key: name, code }), 'win32')).toBe(move);
    expect(zoomChangeOf(key({ key: name, code, control: false, meta: true }), 'darwin')).toBe(move);
  });

  it('have no effect in other combinations', () => {
    for (const given of [
      { control: false },
      { control: false, meta: true },
      { alt: true }, // AltGr sets Ctrl and Alt, and types characters
      { type: 'keyUp' as const },
      { key: 'a', code: 'KeyA' },
      { key: '1', code: 'Digit1' },
    ])
      expect(zoomChangeOf(key({ key: '+', code: 'Equal', ...given }), 'linux')).toBeNull();
    expect(zoomChangeOf(key({ key: '+', code: 'Equal' }), 'darwin')).toBeNull();
  });
});
