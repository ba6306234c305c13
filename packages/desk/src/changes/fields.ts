// The fields of a change as data, and how their values are read.
import type { ComponentType } from 'react';
import type { FieldProps } from '@latchkey/kit/Field.tsx';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import { useAsk, type AnswerTo, type ParametersOf } from '../client/seller.ts';
import type { Copy } from '../copy/copy.ts';
import { daysText, isDays } from '../parts/days.ts';
import type { Typed } from './change.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options that the service knows. */
interface AskedOptions<Type extends SellerType = SellerType> {
  readonly operation: Type;
  readonly parameters: ParametersOf<Type>;
  read(answer: AnswerTo<Type>): readonly Option[];
}

export interface FieldOfChange {
  /** Default: a text. */
  readonly kind?: 'text' | 'area' | 'check' | 'switch' | 'select' | 'segmented';
  readonly label: string;
  readonly hint?: string | undefined;
  /** The first value. A select begins with its first option otherwise. */
  readonly value?: string | undefined;
  readonly options?: readonly Option[];
  readonly asked?: AskedOptions;
  /** Said instead of a select without options. */
  readonly none?: string;
  /** Why a value cannot be sent: a sentence, or an empty text. Null if it can. */
  readonly problem?: (value: string) => string | null;
  /** Shows the problem of a typed value immediately. */
  readonly eager?: boolean;
  readonly input?: Partial<FieldProps>;
  /** What is sent; default: the value without outer blanks. Undefined sends nothing. */
  readonly send?: (value: string) => string | undefined;
  /** Draws a field of another kind. */
  readonly draw?: ComponentType<DrawnField>;
}

export interface DrawnField {
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

export type Fields = Readonly<Record<string, FieldOfChange | false>>;

/** A select with options of the service. */
export function asked<Type extends SellerType>(options: AskedOptions<Type>): AskedOptions {
  return options;
}

/** Problem of a field that must not be empty. */
export function required(sentence = ''): (value: string) => string | null {
  return (value) => (value.trim() === '' ? sentence : null);
}

/** Whether a whole number is typed, within bounds. */
export function isFromTo(typed: string, min: number, max: number): boolean {
  const text = typed.trim();
  return /^(0|[1-9]\d{0,8})$/.test(text) && Number(text) >= min && Number(text) <= max;
}

export const notSent = () => undefined;
export const asTyped = (value: string) => value;
export const unlessEmpty = (value: string) => (value.trim() === '' ? undefined : value.trim());

export function daysField({ userChanges }: Copy, value = '30'): FieldOfChange {
  return {
    label: userChanges.days,
    value,
    input: { inputMode: 'decimal' },
    eager: true,
    problem: (typed) => (isDays(typed) ? null : userChanges.daysWrong),
    send: daysText,
  };
}

/** The fields to draw, and the values and parameters of the form. */
export function useFields(fields: Fields, typed: Typed) {
  const drawn = Object.entries(fields).flatMap(([name, field]) =>
    field === false ? [] : [{ name, field }],
  );
  const question = drawn.find(({ field }) => field.asked !== undefined)?.field.asked;
  const { data } = useAsk(question?.operation ?? 'fetchallsubs', question?.parameters ?? {}, {
    enabled: question !== undefined,
  });
  const form = drawn.map(({ name, field }) => {
    const found = data === undefined ? undefined : field.asked?.read(data);
    const options = field.options ?? found;
    const value = typed[name] ?? field.value ?? options?.[0]?.value ?? '';
    const lacksOptions = field.kind === 'select' && value === '';
    const problem = field.problem?.(value) ?? (lacksOptions ? '' : null);
    return { name, field, options, value, problem, send: field.send ?? trim };
  });
  return {
    fields: form,
    values: Object.fromEntries(form.map(({ name, value }) => [name, value])),
    sent: Object.fromEntries(form.map(({ name, value, send }) => [name, send(value)])),
    isReady: form.every(({ problem }) => problem === null),
  };
}

function trim(value: string): string {
  return value.trim();
}
