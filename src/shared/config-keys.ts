// Public keys as a configuration names them: those of the service, and those of the publisher.
import { z } from 'zod';

export const publicKey = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex characters, as the service prints at its start')
  .transform((hex) => hex.toLowerCase());

/** One, and those beside it while it changes. */
export const maxKeys = 3;
