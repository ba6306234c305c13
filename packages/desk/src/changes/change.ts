// A change of the seller API as data: what its dialog asks, says, shows first and sends.
import type { ReactNode } from 'react';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import type { AnswerTo, ParametersOf } from '../client/seller.ts';
import type { Language } from '../copy/language.ts';
import type { Fields } from './fields.ts';
import type { Secret } from './ShownOnce.tsx';

/** What was typed or chosen, by field. Boxes are `1` or `0`. */
export type Typed = Readonly<Record<string, string>>;

/** How many rows a change affects. */
export interface Count {
  /** An ellipsis until they are counted. */
  readonly text: string;
  readonly number: number | null;
}

export interface Words {
  readonly title: string;
  readonly text: string;
  /** The verb of the button. */
  readonly submit: string;
  /** Announced after a success, unless `secret` shows the result. */
  readonly done?: string;
  /** How many rows are affected, or that none is. */
  readonly affected?: string | undefined;
}

interface More<Type extends SellerType> {
  readonly words: Words | ((typed: Typed, count: Count) => Words);
  /** By the parameter that is typed. */
  readonly fields?: Fields | ((typed: Typed) => Fields);
  /** Whose time the dry run shows first. */
  readonly timeOf?: 'takenBack' | 'givenBack';
  /** Counts rows first, of the returned subscription, channel or variable, if any. */
  readonly countOf?: (typed: Typed) => string | undefined;
  /** Counted rows may be none. */
  readonly allowsNone?: boolean;
  /** The button removes something. */
  readonly danger?: boolean | ((typed: Typed) => boolean);
  // Methods, so that a change of one operation is a change of any.
  /** The sentence after a success, if it depends on the answer. */
  done?(answer: AnswerTo<Type>, typed: Typed): string;
  after?(answer: AnswerTo<Type>, typed: Typed): void;
  /** What the answer contains only once. Null if it contains nothing of the kind. */
  secret?(answer: AnswerTo<Type>, typed: Typed): Secret | null;
  children?(typed: Typed): ReactNode;
}

export interface Change extends More<SellerType> {
  readonly operation: SellerType;
  readonly parameters: (typed: Typed) => object;
}

/** What changes are made of besides their subject. */
export interface DeskParts extends Pick<Language, 'code' | 'copy' | 'formats'> {
  /** The name of the application. */
  readonly application: string;
}

export type MakeChange = (desk: DeskParts) => Change;

interface ChangeWith<Type extends SellerType> extends More<Type> {
  readonly operation: Type;
  readonly parameters?: ParametersOf<Type> | ((typed: Typed) => ParametersOf<Type>);
}

/** Checks parameters and answer against the operation. Fields add the parameters they are named by. */
export function change<Type extends SellerType>(row: ChangeWith<Type>): Change {
  const { parameters = {} } = row;
  const send = typeof parameters === 'function' ? parameters : () => parameters;
  const erased: object = { ...row, parameters: send };
  return erased as Change; // `done` and the others get the answer of this operation
}

type Say = string | ((name: string) => string);

interface NamedWords {
  readonly title: Say;
  readonly text: Say;
  readonly submit: Say;
  readonly done?: Say;
}

/** Words with the name of a user or another thing. */
export function about({ title, text, submit, done = '' }: NamedWords, name: string): Words {
  const say = (one: Say) => (typeof one === 'string' ? one : one(name));
  return { title: say(title), text: say(text), submit: say(submit), done: say(done) };
}
