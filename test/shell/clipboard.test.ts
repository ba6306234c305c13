// When the page gets the text of the clipboard: within a second of a press in the focused window.
import { EventEmitter } from 'node:events';
import type { InputEvent } from 'electron';
import { expect, test } from 'vitest';
import { maxPastedLength } from '@latchkey/protocol/limits.ts';
import { createClipboardReader, type ClipboardParts } from '../../src/main/shell/clipboard.ts';

function bench() {
  const contents = new EventEmitter();
  const now = { ms: 5_000, focused: true, text: 'NWND', reads: 0 };
  const read = createClipboardReader({
    contents: contents as unknown as ClipboardParts['contents'], // only listened to
    isFocused: () => now.focused,
    readText: () => {
      now.reads += 1;
      return now.text;
    },
    nowMs: () => now.ms,
  });
  const press = (type: InputEvent['type'] = 'mouseDown') =>
    contents.emit('input-event', {}, { type });
  return { now, read, press };
}

test.each(['mouseDown', 'mouseUp', 'keyDown', 'rawKeyDown', 'keyUp', 'gestureTap'] as const)(
  'a page reads the clipboard within a second of %s, and not later',
  async (type) => {
    const { now, read, press } = bench();
    press(type);
    expect(await read()).toBe('NWND');
    now.ms += 1_000;
    expect(await read()).toBe('NWND');
    now.ms += 1;
    expect(await read()).toBeNull();
    press(type);
    expect(await read()).toBe('NWND');
  },
);

test.each(['mouseMove', 'mouseEnter', 'mouseLeave', 'mouseWheel', 'pointerRawUpdate'] as const)(
  '%s is not a press',
  async (type) => {
    const { now, read, press } = bench();
    press(type);
    expect(await read()).toBeNull();
    expect(now.reads).toBe(0);
    // This event does not end the second after a press either.
    press();
    press(type);
    expect(await read()).toBe('NWND');
  },
);

test('nothing is read without a press, or in a window that is not focused', async () => {
  const { now, read, press } = bench();
  expect(await read()).toBeNull();
  now.focused = false;
  press();
  expect(await read()).toBeNull();
  // A press in an unfocused window has no effect later.
  now.focused = true;
  expect(await read()).toBeNull();
  press();
  now.focused = false;
  expect(await read()).toBeNull();
  expect(now.reads).toBe(0);
  now.focused = true;
  expect(await read()).toBe('NWND');
});

test('returns null for an empty or an oversized clipboard', async () => {
  const { now, read, press } = bench();
  press();
  for (const text of ['', 'x'.repeat(maxPastedLength + 1)]) {
    now.text = text;
    expect(await read()).toBeNull();
  }
  now.text = 'x'.repeat(maxPastedLength);
  expect(await read()).toBe(now.text);
});
