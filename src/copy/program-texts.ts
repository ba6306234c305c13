// Builds the texts of program failures with file names, folders and sizes.
import type { Failure, UnsafeCause } from '../shared/failure.ts';
import type { Copy } from './copy.ts';
import { fill } from './sentences.ts';
import { formatBytes } from './task-texts.ts';
import type { FailureContext, FailureTexts } from './failure-text-types.ts';

export function outdated(
  { programFailuresWithFacts: { outdated: texts } }: Copy,
  { version }: Failure<'program-outdated'>,
  { brand }: FailureContext,
): FailureTexts {
  return {
    title: fill(texts.title, { brand }),
    text: fill(texts.text, { version }),
    noCode: true,
  };
}

export function diskFull(
  copy: Copy,
  { neededBytes, freeBytes }: Failure<'disk-full'>,
): FailureTexts {
  const { title, text, unknownFree } = copy.programFailuresWithFacts.diskFull;
  const needed = formatBytes(copy, neededBytes);
  // 0 means that the disk was full before its free space could be read.
  const sentence =
    freeBytes === 0
      ? fill(unknownFree, { needed })
      : fill(text, { needed, free: formatBytes(copy, freeBytes) });
  return { title, text: sentence, noCode: true };
}

export function readOnly(
  { programFailuresWithFacts: { readOnly: texts } }: Copy,
  { folder }: Failure<'folder-read-only'>,
  { brand }: FailureContext,
): FailureTexts {
  return { title: texts.title, text: fill(texts.text, { brand, folder }), noCode: true };
}

export function folderGone(
  { programFailuresWithFacts }: Copy,
  { folder }: Failure<'folder-gone'>,
): FailureTexts {
  const { title, text } = programFailuresWithFacts.folderGone;
  return { title, text: fill(text, { folder }), noCode: true };
}

export function notEmpty(
  { programFailuresWithFacts }: Copy,
  { folder }: Failure<'folder-not-empty'>,
): FailureTexts {
  const { title, text } = programFailuresWithFacts.notEmpty;
  return { title, text: fill(text, { folder }), noCode: true };
}

export function unsafeFolder(
  { programFailuresWithFacts }: Copy,
  { folder, cause, canAccept }: Failure<'folder-unsafe'>,
): FailureTexts {
  const texts = programFailuresWithFacts.unsafeFolder;
  if (canAccept)
    return { title: texts.sharedTitle, text: sharedText(texts, folder, cause), noCode: true };
  if (cause === 'no-folder')
    return { title: texts.notFolder, text: fill(texts.file, { folder }), noCode: true };
  const text = cause === 'link' ? texts.link : cause === 'unknown' ? texts.unknown : texts.others;
  return { title: texts.title, text: fill(text, { folder }), noCode: true };
}

function sharedText(
  texts: Copy['programFailuresWithFacts']['unsafeFolder'],
  folder: string,
  cause: UnsafeCause,
): string {
  if (cause === 'no-lists') return texts.noLists;
  return fill(cause === 'unknown' ? texts.sharedUnknown : texts.shared, { folder });
}

export function tooDeep(
  { programFailuresWithFacts }: Copy,
  { folder }: Failure<'folder-too-deep'>,
): FailureTexts {
  const { title, text } = programFailuresWithFacts.tooDeep;
  return { title, text: fill(text, { folder }), noCode: true };
}

export function unmovable(
  { programFailuresWithFacts }: Copy,
  { file }: Failure<'file-unmovable'>,
): FailureTexts {
  const { title, text } = programFailuresWithFacts.unmovable;
  return { title, text: fill(text, { file }), noCode: true };
}

export function inUse(
  { programFailuresWithFacts }: Copy,
  { file, program }: Failure<'file-in-use'>,
): FailureTexts {
  const { title, byProgram, unknown } = programFailuresWithFacts.inUse;
  const text = program === null ? fill(unknown, { file }) : fill(byProgram, { program, file });
  return { title, text, noCode: true };
}

export function removed(
  { programFailuresWithFacts: { removed: texts } }: Copy,
  { file }: Failure<'file-removed'>,
  { brand }: FailureContext,
): FailureTexts {
  return { title: texts.title, text: fill(texts.text, { file, brand }), offer: 'contact' };
}

export function otherLoader(
  { programFailuresWithFacts: { otherLoader: texts } }: Copy,
  { processId }: Failure<'other-loader'>,
  { brand }: FailureContext,
): FailureTexts {
  const { title, byProcess, unknown } = texts;
  const text =
    processId === null
      ? fill(unknown, { brand })
      : fill(byProcess, { brand, id: String(processId) });
  return { title, text, noCode: true };
}
