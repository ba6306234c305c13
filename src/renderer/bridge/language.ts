// The language of the window: which one it begins with, and its sentences. Each language is two chunks: what the first screen
// needs, and the rest, which comes with the later screens; from then on a language is there whole before it is spoken.
import type { Copy, FirstCopy, LaterCopy } from '../../copy/copy.ts';
import { type LanguageCode, languageCodes, pickLanguage } from '../../shared/languages.ts';
import type { FirstAnswers } from './first-answers.ts';

export interface Language {
  readonly code: LanguageCode;
  readonly copy: FirstCopy;
}

interface Chunks {
  readonly first: () => Promise<FirstCopy>;
  readonly later: () => Promise<LaterCopy>;
}

const chunks: Readonly<Record<LanguageCode, Chunks>> = {
  en: {
    first: async () => (await import('../../copy/en/first.ts')).first,
    later: async () => (await import('../../copy/en/later.ts')).later,
  },
  de: {
    first: async () => (await import('../../copy/de/first.ts')).first,
    later: async () => (await import('../../copy/de/later.ts')).later,
  },
};

/** Its sentences are on their way before the main process has answered which language it is: only that counts. */
const named = new URLSearchParams(location.search).get('language');
const expected = languageCodes.find((code) => code === named);
// Where they cannot be loaded, whoever needs them will be told.
if (expected !== undefined) void chunks[expected].first().catch(() => null);

/** Every language that the window speaks or is about to. */
const asked = new Set<LanguageCode>();
const whole = new Map<LanguageCode, Copy>();
let laterWanted = false;

async function loadWhole(code: LanguageCode): Promise<void> {
  const { first, later } = chunks[code];
  const [atFirst, afterwards] = await Promise.all([first(), later()]);
  whole.set(code, { ...atFirst, ...afterwards });
}

/** The sentences of the later screens: those of the languages asked for by now, and from now on with each. */
export async function loadLaterCopy(): Promise<void> {
  laterWanted = true;
  await Promise.all([...asked].map(loadWhole));
}

/** Whole; for what is loaded later. A test sees that nothing of the first screen asks for it. */
export function laterCopy(code: LanguageCode): Copy {
  const copy = whole.get(code);
  if (copy === undefined) throw new Error('a sentence was needed before it was loaded');
  return copy;
}

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  asked.add(code);
  const [copy] = await Promise.all([chunks[code].first(), laterWanted ? loadWhole(code) : null]);
  return { code, copy };
}

/** As the main process says; where it leaves that to the browser, or does not answer, what the browser prefers. */
async function firstCode(first: FirstAnswers | null): Promise<LanguageCode> {
  const info = await first?.info;
  const offer =
    info?.ok === true
      ? info.value.language
      : { offered: languageCodes, byDefault: null, current: null };
  return offer.current ?? pickLanguage(null, navigator.languages, offer);
}

export async function firstLanguage(first: FirstAnswers | null): Promise<Language> {
  return loadLanguage(await firstCode(first));
}

/** Its sentences for the first screen alone: a later one that cannot be loaded is no reason to do without them. */
export async function firstCopy(first: FirstAnswers | null): Promise<FirstCopy> {
  return chunks[await firstCode(first)].first();
}
