// Types and functions of the text catalogues. A sentence with placeholders, such as {name}, is not
// a string until fill() inserts the values. A language with a missing sentence, or with a missing
// or an extra placeholder, does not compile.

declare const open: unique symbol;
declare const counts: unique symbol;

type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never;

/** A sentence whose placeholders are not filled. */
export interface Unfilled<Places extends string> {
  readonly [open]: (place: Places) => Places;
}

/** A sentence with one form for each plural category of its language. pluralize() chooses one. */
export interface Plural<Places extends string> {
  readonly [counts]: (place: Places) => Places;
}

interface Tree {
  readonly [name: string]: string | Tree;
}

/** The type of a catalogue. A branch with the form `other` is a plural. */
export type Catalogue<Given> = Given extends string
  ? [PlacesOf<Given>] extends [never]
    ? string
    : Unfilled<PlacesOf<Given>>
  : Given extends { readonly other: infer Other extends string }
    ? Plural<PlacesOf<Other>>
    : { readonly [Name in keyof Given]: Catalogue<Given[Name]> };

export function catalogue<const Given extends Tree>(given: Given): Catalogue<Given> {
  // The value is unchanged; only its type is stricter.
  return given as unknown as Catalogue<Given>;
}

/** Matches right-to-left text and marks that change the direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a value that would reverse its sentence. Unlike <bdi>, this works in plain text. */
function isolated(fact: string, sentence: string): string {
  return rightToLeft.test(fact) || rightToLeft.test(sentence) ? `\u2068${fact}\u2069` : fact;
}

export function paragraph(...sentences: readonly (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** Joins values, such as "Pro · 30 days", and isolates them if one would reverse the others. */
export function beside(...facts: readonly string[]): string {
  const whole = facts.join('');
  // A single value has its own direction.
  const separated = facts.length > 1 ? facts.map((fact) => isolated(fact, whole)) : facts;
  return separated.join(' · ');
}

function textOf(sentence: object | string): string {
  return sentence as unknown as string; // catalogue() received a string; the type hides it
}

export interface Piece<Places extends string> {
  readonly text: string;
  /** The placeholder after the text, or null at the end of the sentence. */
  readonly place: Places | null;
}

export function piecesOf<Places extends string>(
  sentence: Unfilled<Places>,
): readonly Piece<Places>[] {
  const parts = textOf(sentence).split(/\{(\w+)\}/);
  return parts.flatMap((text, at) =>
    // The text between braces is a placeholder, because the type is derived from this text.
    at % 2 === 1 ? [] : [{ text, place: (parts[at + 1] as Places | undefined) ?? null }],
  );
}

/** Inserts each value unchanged. A placeholder without a value stays, so that tests find it. */
export function fill<Places extends string>(
  sentence: Unfilled<Places>,
  facts: Readonly<Record<Places, string>>,
): string {
  const whole = textOf(sentence);
  return piecesOf(sentence)
    .map(({ text, place }) => {
      if (place === null) return text;
      const fact = Object.hasOwn(facts, place) ? isolated(facts[place], whole) : `{${place}}`;
      return text + fact;
    })
    .join('');
}

/** Returns whether the sentence has placeholders. Texts use braces only for placeholders. */
export function isOpen<Places extends string>(
  sentence: string | Unfilled<Places>,
): sentence is Unfilled<Places> {
  return textOf(sentence).includes('{');
}

/** Returns the plural form for `count`, with the number in place of {count}. */
export function counted<Places extends string>(
  locale: string,
  forms: Plural<Places>,
  count: number,
  facts: Readonly<Record<Exclude<Places, 'count'>, string>>,
): string {
  // catalogue() received an object of texts keyed by plural category.
  const texts = forms as unknown as Readonly<Record<string, Unfilled<string>>>;
  const form = texts[new Intl.PluralRules(locale).select(count)] ?? texts['other'];
  if (form === undefined) throw new Error('a plural without forms');
  return fill(form, { ...facts, count: new Intl.NumberFormat(locale).format(count) });
}
