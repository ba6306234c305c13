// Schema of the public keys of the service and the publisher in loader.config.json.
import { z } from 'zod';

export const publicKey = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex characters, as the service prints at its start')
  .transform((hex) => hex.toLowerCase());

/** More than one key is needed only during a key rotation. */
export const maxKeys = 3;
