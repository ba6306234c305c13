// Parameters that several operations on licenses and subscriptions take.
import { z } from 'zod';
import { keyText } from '../primitives.ts';
import { daysAsSeconds, freeText } from '../seller-spec.ts';

/** 1 to 12 digits without leading zeros: text, so that two ways to write a level cannot be the same one. */
export const level = z.string().regex(/^(0|[1-9][0-9]{0,11})$/);

/** More than none; whole seconds come out. */
export const someDays = daysAsSeconds.refine((seconds) => seconds > 0);

/** What a shop calls an order; compared exactly. */
export const orderText = freeText(200, 1).refine((text) => !/[\n\r\t]/.test(text));

/** Keys parted by commas; none of those that we make has one. */
export const keyList = z
  .string()
  .max(40_000)
  .transform((text) =>
    text
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  )
  .pipe(z.array(keyText).min(1).max(500));
