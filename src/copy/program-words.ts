// Builds the texts of program failures with file names, folders and sizes.
import type { Failure } from '../shared/failure.ts';
import type { Copy } from './copy.ts';
import { fill } from './sentences.ts';
import { bytesInWords } from './task-words.ts';
import type { Situation, Words } from './words.ts';

export function outdated(
  { programTold: { outdated: words } }: Copy,
  { version }: Failure<'program-outdated'>,
  { brand }: Situation,
): Words {
  return {
    title: fill(words.title, { brand }),
    text: fill(words.text, { version }),
    noCode: true,
  };
}

export function diskFull(copy: Copy, { neededBytes, freeBytes }: Failure<'disk-full'>): Words {
  const { title, text, unknownFree } = copy.programTold.diskFull;
  const needed = bytesInWords(copy, neededBytes);
  // 0 means that the disk was full before its free space could be read.
  const sentence =
    freeBytes === 0
      ? fill(unknownFree, { needed })
      : fill(text, { needed, free: bytesInWords(copy, freeBytes) });
  return { title, text: sentence, noCode: true };
}

export function readOnly(
  { programTold: { readOnly: words } }: Copy,
  { folder }: Failure<'folder-read-only'>,
  { brand }: Situation,
): Words {
  return { title: words.title, text: fill(words.text, { brand, folder }), noCode: true };
}

export function folderGone({ programTold }: Copy, { folder }: Failure<'folder-gone'>): Words {
  const { title, text } = programTold.folderGone;
  return { title, text: fill(text, { folder }), noCode: true };
}

export function notEmpty({ programTold }: Copy, { folder }: Failure<'folder-not-empty'>): Words {
  const { title, text } = programTold.notEmpty;
  return { title, text: fill(text, { folder }), noCode: true };
}

export function inUse({ programTold }: Copy, { file, program }: Failure<'file-in-use'>): Words {
  const { title, byProgram, unknown } = programTold.inUse;
  const text = program === null ? fill(unknown, { file }) : fill(byProgram, { program, file });
  return { title, text, noCode: true };
}

export function removed(
  { programTold: { removed: words } }: Copy,
  { file }: Failure<'file-removed'>,
  { brand }: Situation,
): Words {
  return { title: words.title, text: fill(words.text, { file, brand }), offer: 'contact' };
}
