// Seller API: dry runs. An operation with the parameter `dryrun` can run without any effect.
import { z } from 'zod';
import { flag } from '../seller-spec.ts';

/** The operation runs in its transaction, which the service then rolls back. */
export const dryRunRequest = { dryrun: flag.optional() };

/** Field of the answer to a dry run. The other fields are those that the change would answer. */
export const dryRunAnswer = { dryrun: z.literal(true).optional() };

/** Starts the message of a dry run. The message that the change would answer follows. */
export const dryRunText = 'Dry run, nothing was changed';
