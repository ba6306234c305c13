// Converts a lapsed subscription from an answer of the service.
import { type z } from 'zod';
import { type Lapsed } from './facts.ts';
import { type lapsed } from '@latchkey/protocol/envelope.ts';
import { cleanName } from './seller-text.ts';
import { toMs } from './wire-time.ts';

export function readLapsed({ subscription, expiry, paused }: z.infer<typeof lapsed>): Lapsed {
  return { name: cleanName(subscription), expiresAt: toMs(expiry), paused };
}
