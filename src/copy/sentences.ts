// What the catalogues of sentences are made of. A sentence with places, such as {name}, is no text before fill() has put the
// facts in; a language that lacks a sentence, or a place in one, or has a place too many, does not compile.

declare const open: unique symbol;
declare const counts: unique symbol;

type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never;

/** A sentence that waits for its facts. */
export interface Unfilled<Places extends string> {
  readonly [open]: (place: Places) => Places;
}

/** A sentence in each form that a number asks for in its language; counted() chooses. */
export interface Plural<Places extends string> {
  readonly [counts]: (place: Places) => Places;
}

interface Tree {
  readonly [name: string]: string | Tree;
}

/** What a tree of sentences is to those who use it. A branch with the form `other` is a plural. */
export type Catalogue<Given> = Given extends string
  ? [PlacesOf<Given>] extends [never]
    ? string
    : Unfilled<PlacesOf<Given>>
  : Given extends { readonly other: infer Other extends string }
    ? Plural<PlacesOf<Other>>
    : { readonly [Name in keyof Given]: Catalogue<Given[Name]> };

export function catalogue<const Given extends Tree>(given: Given): Catalogue<Given> {
  // The same texts; only what may be done with them is told by the type.
  return given as unknown as Catalogue<Given>;
}

/** Texts that run from right to left, and marks that turn the direction. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Set apart where it would turn the sentence around it: what <bdi> does in a page, and holds in a title or a clipboard too. */
function isolated(fact: string, sentence: string): string {
  return turning.test(fact) || turning.test(sentence) ? `\u2068${fact}\u2069` : fact;
}

/** Whole sentences, one after the other. */
export function paragraph(...sentences: readonly (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

/** Facts that stand beside each other, such as "Pro · 30 days": each is set apart where one would turn the others around. */
export function beside(...facts: readonly string[]): string {
  const whole = facts.join('');
  // One alone has its own direction.
  const apart = facts.length > 1 ? facts.map((fact) => isolated(fact, whole)) : facts;
  return apart.join(' · ');
}

function textOf(sentence: object | string): string {
  return sentence as unknown as string; // what catalogue() was given; its type hides that it is a text
}

export interface Piece<Places extends string> {
  readonly text: string;
  /** What is to stand after the text; null: the end. */
  readonly place: Places | null;
}

/** The sentence cut at its places. */
export function piecesOf<Places extends string>(
  sentence: Unfilled<Places>,
): readonly Piece<Places>[] {
  const cut = textOf(sentence).split(/\{(\w+)\}/);
  return cut.flatMap((text, at) =>
    // What stands between the braces is one of the places: the type was made from this very text.
    at % 2 === 1 ? [] : [{ text, place: (cut[at + 1] as Places | undefined) ?? null }],
  );
}

/** Puts each fact into its place, as it is, whatever it holds. A place without a fact stays, so that a test sees it. */
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

/** Whether facts are still to be put in. A text of a catalogue has braces for nothing else. */
export function isOpen<Places extends string>(
  sentence: string | Unfilled<Places>,
): sentence is Unfilled<Places> {
  return textOf(sentence).includes('{');
}

/** The form that the number asks for, with the number in place of {count}. */
export function counted<Places extends string>(
  locale: string,
  forms: Plural<Places>,
  count: number,
  facts: Readonly<Record<Exclude<Places, 'count'>, string>>,
): string {
  // catalogue() was given a tree of texts by the names of the forms.
  const texts = forms as unknown as Readonly<Record<string, Unfilled<string>>>;
  const form = texts[new Intl.PluralRules(locale).select(count)] ?? texts['other'];
  if (form === undefined) throw new Error('a plural without forms');
  return fill(form, { ...facts, count: new Intl.NumberFormat(locale).format(count) });
}
