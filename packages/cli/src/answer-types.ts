// Types of the seller API's answers. They check only field names at compile time. All values are
// `unknown`, because answers.ts checks them.
import type { z } from 'zod';
import type { SellerType, sellerApi } from '@latchkey/protocol/seller-api.ts';

export type Row = Readonly<Record<string, unknown>>;

declare const rows: unique symbol;
/** A list in an answer, which is an array or an object. `rowsOf` and `listIn` read both. */
export interface ListField<Item> {
  readonly [rows]: Item;
}

/** The declared fields of an answer, without index signatures. Distributes over unions. */
export type FieldsOf<Shape> = Shape extends unknown
  ? {
      readonly [Name in keyof Shape as string extends Name ? never : Name]?: FieldValue<
        Shape[Name]
      >;
    }
  : never;
type FieldValue<Value> = [Extract<Value, readonly unknown[]>] extends [never]
  ? unknown
  : Extract<Value, readonly unknown[]> extends readonly (infer Item)[]
    ? ListField<Item>
    : unknown;

type Success = { readonly success: true; readonly message?: string };
export type AnswerTo<Type extends SellerType> = FieldsOf<
  z.input<(typeof sellerApi)[Type]['answer']> & Success
>;

/** The field names of every shape of a union. */
export type FieldOf<Given> = Given extends unknown ? keyof Given & string : never;

/** The row type of a list. A string in the list becomes an object with one field `Field`. */
export type RowIn<Given, Name, Field extends string = 'name'> =
  Given extends Partial<Record<Name & string, unknown>>
    ? unknown extends Given[Name & keyof Given]
      ? Row
      : NonNullable<Given[Name & keyof Given]> extends ListField<infer Item>
        ? Item extends object
          ? FieldsOf<Item>
          : { readonly [Key in Field]?: unknown }
        : never
    : never;

export type RowOf<Type extends SellerType, Name extends FieldOf<AnswerTo<Type>>> = RowIn<
  AnswerTo<Type>,
  Name
>;
