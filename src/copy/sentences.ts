// Types and functions of the text catalogues. A sentence with placeholders, such as {name}, is not
// a string until fill() inserts the values. A language with a missing sentence, or with a missing
// or an extra placeholder, does not compile.

declare const unfilled: unique symbol;
declare const plural: unique symbol;

type PlaceholdersOf<Text extends string> =
  Text extends `${string}{${infer Placeholder}}${infer Rest}`
    ? Placeholder | PlaceholdersOf<Rest>
    : never;

/** A sentence whose placeholders are not filled. */
export interface Unfilled<Placeholders extends string> {
  readonly [unfilled]: (placeholder: Placeholders) => Placeholders;
}

/** A sentence with one form for each plural category of its language. pluralize() chooses one. */
export interface Plural<Placeholders extends string> {
  readonly [plural]: (placeholder: Placeholders) => Placeholders;
}

interface Tree {
  readonly [name: string]: string | Tree;
}

/** The type of a catalogue. A branch with the form `other` is a plural. */
export type Catalogue<Given> = Given extends string
  ? [PlaceholdersOf<Given>] extends [never]
    ? string
    : Unfilled<PlaceholdersOf<Given>>
  : Given extends { readonly other: infer Other extends string }
    ? Plural<PlaceholdersOf<Other>>
    : { readonly [Name in keyof Given]: Catalogue<Given[Name]> };

export function catalogue<const Given extends Tree>(given: Given): Catalogue<Given> {
  // The value is unchanged; only its type is stricter.
  return given as unknown as Catalogue<Given>;
}

/** Matches right-to-left text and marks that change the direction. */
const rightToLeft =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a value that would reverse its sentence. Unlike <bdi>, this works in plain text. */
function isolated(value: string, sentence: string): string {
  return rightToLeft.test(value) || rightToLeft.test(sentence) ? `\u2068${value}\u2069` : value;
}

export function joinSentences(...sentences: readonly (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** Joins values, such as "Pro · 30 days", and isolates them if one would reverse the others. */
export function joinValues(...values: readonly string[]): string {
  const whole = values.join('');
  // A single value has its own direction.
  const separated = values.length > 1 ? values.map((value) => isolated(value, whole)) : values;
  return separated.join(' · ');
}

function textOf(sentence: object | string): string {
  return sentence as unknown as string; // catalogue() received a string; the type hides it
}

export interface Piece<Placeholders extends string> {
  readonly text: string;
  /** The placeholder after the text, or null at the end of the sentence. */
  readonly placeholder: Placeholders | null;
}

export function piecesOf<Placeholders extends string>(
  sentence: Unfilled<Placeholders>,
): readonly Piece<Placeholders>[] {
  const parts = textOf(sentence).split(/\{(\w+)\}/);
  return parts.flatMap((text, at) =>
    // The text between braces is a placeholder, because the type is derived from this text.
    at % 2 === 1
      ? []
      : [{ text, placeholder: (parts[at + 1] as Placeholders | undefined) ?? null }],
  );
}

/** Inserts each value unchanged. A placeholder without a value stays, so that tests find it. */
export function fill<Placeholders extends string>(
  sentence: Unfilled<Placeholders>,
  values: Readonly<Record<Placeholders, string>>,
): string {
  const whole = textOf(sentence);
  return piecesOf(sentence)
    .map(({ text, placeholder }) => {
      if (placeholder === null) return text;
      const value = Object.hasOwn(values, placeholder)
        ? isolated(values[placeholder], whole)
        : `{${placeholder}}`;
      return text + value;
    })
    .join('');
}

/** Returns whether the sentence has placeholders. Texts use braces only for placeholders. */
export function hasPlaceholders<Placeholders extends string>(
  sentence: string | Unfilled<Placeholders>,
): sentence is Unfilled<Placeholders> {
  return textOf(sentence).includes('{');
}

/** Returns the plural form for `count`, with the number in place of {count}. */
export function pluralize<Placeholders extends string>(
  locale: string,
  forms: Plural<Placeholders>,
  count: number,
  values: Readonly<Record<Exclude<Placeholders, 'count'>, string>>,
): string {
  // catalogue() received an object of texts keyed by plural category.
  const texts = forms as unknown as Readonly<Record<string, Unfilled<string>>>;
  const form = texts[new Intl.PluralRules(locale).select(count)] ?? texts['other'];
  if (form === undefined) throw new Error('a plural without forms');
  return fill(form, { ...values, count: new Intl.NumberFormat(locale).format(count) });
}
