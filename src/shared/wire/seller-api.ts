// The operations of the seller API (contract 7): not signed, no nonce. The loader never speaks it; it needs the seller's key.
import { z } from 'zod';
import { shortText } from './primitives.ts';

/** 32 characters; anything else is an invalid seller key, not a malformed request. */
export const sellerkey = z.string().max(200);

export const sellerApi = {
  delwebhook: {
    request: z.object({ sellerkey, webid: shortText }),
    success: z.object({ success: z.literal(true), message: z.string() }),
  },
} as const;

export type SellerOperation = keyof typeof sellerApi;

export const sellerTexts = {
  invalidKey: 'Invalid seller key',
  typeMissing: 'Type not specified',
  typeUnknown: "Type doesn't exist",
  webhookDeleted: 'Successfully deleted webhook!',
  webhookNotDeleted: 'Failed to delete webhook!',
  fault: 'Unhandled Error! Contact us if you need help',
} as const;
