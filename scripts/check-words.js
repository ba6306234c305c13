// Rejects unclear words in docs/*.md and in the texts of window and desk, and sentences there that
// are too long. It is a part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const maxWords = 15;

/** @typedef {readonly (readonly [words: RegExp, better: string])[]} Replacements */

/** @type {Replacements} */
const replacements = [
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bat once\b/i, 'immediately, or at the same time'],
  [/\btold\b/i, 'reported, answered or notified'],
  [/\bbe had\b/i, 'available'],
  [/\ball the same\b/i, 'anyway'],
  [/\b(go|goes|going|went) on\b/i, 'continue'],
  [/\blook(s|ed|ing)? into\b/i, 'check'],
  [/\bcount(s|ed|ing)? for\b/i, 'applies to, or is on'],
  [/\bname(s|d)? it\b/i, 'quote it'],
  [/\b(is|are) over\b/i, 'expired, exceeded or ended'],
  [/\bof (its|their) own\b/i, 'separate'],
  [/\basks to\b/i, 'requires'],
  [/\bput(s|ting)? away\b/i, 'cleared'],
  [/\bkept\b/i, 'saved'],
  [/\b(take|takes|taken|taking|took) back\b/i, 'revokes'],
  [/\b(is|are) (\w+ ){0,4}since\b/i, 'a present perfect with "since"'],
];

/** @type {Replacements} */
const germanReplacements = [
  [/\bvon selbst\b/i, 'automatisch'],
  [/\bzwei Schritten\b|Zwei-Schritt|Zwei-Stufen/i, 'Zwei-Faktor-Anmeldung'],
  [/Gerät/i, 'Computer'],
  [/\bgespeicherten? Anmeldung/i, 'gespeichertes Konto'],
  [/(?<!Passwort )\bvergessen\b/i, 'entfernen'],
  [/\bzähl(t|en)\b/, 'gilt'],
  [/Geheimnis/, 'Einrichtungsschlüssel'],
  [/Schlüsselspeicher/, 'Passwortspeicher'],
  [/\bgebunden\b|\bbindet\b/i, 'verknüpft'],
  [/\bBeendet am\b/, 'Abgelaufen am'],
  [/Zwei-Faktor(?!-Anmeldung)/, 'Zwei-Faktor-Anmeldung'],
  [/Braucht Aufmerksamkeit/, 'Handlungsbedarf'],
  [/\bgewähr/i, 'gutschreiben'],
  [/\bIP\b(?!-Adresse)/, 'IP-Adresse'],
  [/\bLizenz(en)?\b|\bPl(a|ä)ne?\b|\bTarif/, 'Abonnement'],
  [/\b(an(zu)?legen|angelegt|legen Sie .* an)\b/i, 'erstellen'],
  [/\bgeht( es)? weiter\b|\bweiter(geht|zumachen)\b/, 'fortfahren'],
  [/\bnoch ?(ein)?mal\b/, 'erneut'],
  [/\bkann helfen\b/, 'Wenden Sie sich an'],
  [/\bzu haben\b/, 'verfügbar'],
  [/(^|[.:] )(Was|Wer) [^?]*,/, 'a noun instead of a clause'],
  [/;/, 'two sentences'],
  [/["\u201d]/, '„…“'],
  [/(?<!\u00a0)…/, 'a no-break space before …'],
];

/** @typedef {{ readonly place: string, readonly text: string }} Text */

/**
 * Stands for every value that a sentence needs: a text, or facts with whatever a sentence reads.
 * @type {() => unknown}
 */
const anything = new Proxy(() => '', {
  apply: () => anything,
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'X' : anything),
});

/**
 * Returns every text of a catalogue, with its path as the place. Sentences that are functions of a
 * count are called with 1, too.
 * @returns {Text[]}
 */
function textsOf(/** @type {unknown} */ tree, /** @type {string} */ source) {
  if (typeof tree === 'function')
    return (tree.length > 1 ? [anything, 1] : [anything]).flatMap((given) =>
      textsOf(String(tree(given, given, given)), source),
    );
  return typeof tree === 'string'
    ? [{ place: source, text: tree }]
    : Object.entries(/** @type {object} */ (tree)).flatMap(([name, branch]) =>
        textsOf(branch, `${source} ${name}`),
      );
}

/** The files that only join the others. */
const joining = ['all.ts', 'desk.ts', 'window.ts', 'english.ts', 'german.ts'];

async function textsOfCopy(/** @type {'de' | 'en'} */ language) {
  const folders = [
    ...['src/copy', 'packages/seller-copy/src'],
    ...['packages/desk/src/copy', 'packages/page/src/copy'],
  ].map((folder) => `${folder}/${language}`);
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => !joining.includes(file))
      .map((file) => `${folder}/${file}`),
  );
  const texts = files.map(async (file) => {
    /** @type {unknown} */
    const catalogues = await import(pathToFileURL(join(root, file)).href);
    return textsOf({ .../** @type {object} */ (catalogues) }, file);
  });
  return (await Promise.all(texts)).flat();
}

/** Returns the prose in docs/, except for the glossary and the generated docs/api.md. */
function textsOfDocs() {
  const files = readdirSync(join(root, 'docs')).filter(
    (file) => file.endsWith('.md') && !['api.md', 'glossary.md'].includes(file),
  );
  return files.flatMap((file) => {
    const markdown = readFileSync(join(root, 'docs', file), 'utf8');
    const prose = markdown.replace(/```[^]*?```|`[^`]*`/g, (code) => code.replace(/[^\n]/g, ''));
    const lines = prose.split('\n');
    // Add two words of the next line, because a phrase may cross the end of a line.
    return lines.map((line, at) => ({
      place: `docs/${file}:${at + 1}`,
      text: `${line} ${lines[at + 1]?.trim().split(' ', 2).join(' ') ?? ''}`,
    }));
  });
}

function unclearWordFaults(
  /** @type {readonly Text[]} */ texts,
  /** @type {Replacements} */ unclear,
) {
  return texts.flatMap(({ place: source, text }) =>
    unclear
      .filter(([words]) => words.test(text))
      .map(([words, better]) => `${source}: "${words.exec(text)?.[0]}" (${better}) in: ${text}`),
  );
}

function longSentenceFaults(/** @type {Text} */ { place: source, text }) {
  return text
    .split(/(?<=[.?!]) |\n/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)))
    .filter((words) => words.length > maxWords)
    .map((words) => `${source}: ${words.length} words, at most ${maxWords}: ${words.join(' ')}`);
}

const [english, german] = await Promise.all([textsOfCopy('en'), textsOfCopy('de')]);
const faults = [
  ...unclearWordFaults([...english, ...textsOfDocs()], replacements),
  ...unclearWordFaults(english, [[/\bplans?\b/i, 'subscription']]),
  ...unclearWordFaults(german, germanReplacements),
  ...[...english, ...german].flatMap(longSentenceFaults),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
