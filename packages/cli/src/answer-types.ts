// What the wire says an answer of the seller API holds, as the names of its fields: a misspelt or renamed one does not compile. What
// a service really sent is not believed: every value is read by answers.ts.
import type { z } from 'zod';
import type { SellerType, sellerApi } from '@latchkey/protocol/seller-api.ts';

/** Something with fields of which nothing is known. */
export type Row = Readonly<Record<string, unknown>>;

declare const rows: unique symbol;
/** A list in an answer. Services send it in several shapes, so only `rowsOf` and `listIn` look inside; there is no such value. */
export interface Listed<One> {
  readonly [rows]: One;
}

/** Of a union, each of its shapes. An answer without fields of its own has none, rather than any. */
export type Told<Shape> = Shape extends unknown
  ? {
      readonly [Name in keyof Shape as string extends Name ? never : Name]?: ToldValue<Shape[Name]>;
    }
  : never;
type ToldValue<Value> = [Extract<Value, readonly unknown[]>] extends [never]
  ? unknown
  : Extract<Value, readonly unknown[]> extends readonly (infer One)[]
    ? Listed<One>
    : unknown;

type Success = { readonly success: true; readonly message?: string };
/** The whole of a success. */
export type AnswerTo<Type extends SellerType> = Told<
  z.input<(typeof sellerApi)[Type]['answer']> & Success
>;

/** Its fields, whichever of its shapes it has. */
export type FieldOf<Given> = Given extends unknown ? keyof Given & string : never;

/** A row of a list; where rows are texts, they become objects with that one `Field`. */
export type RowIn<Given, Name, Field extends string = 'name'> =
  Given extends Partial<Record<Name & string, unknown>>
    ? unknown extends Given[Name & keyof Given]
      ? Row
      : NonNullable<Given[Name & keyof Given]> extends Listed<infer One>
        ? One extends object
          ? Told<One>
          : { readonly [Its in Field]?: unknown }
        : never
    : never;

export type RowOf<Type extends SellerType, Name extends FieldOf<AnswerTo<Type>>> = RowIn<
  AnswerTo<Type>,
  Name
>;
