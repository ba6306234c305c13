// Seller API: the computers and sessions of one user (docs/helping.md#computers). The public API
// does not have these operations.
import { z } from 'zod';
import { shortText, username } from '../primitives.ts';
import type { SellerGroup } from '../seller-spec.ts';
import { boundComputer, removedComputer } from './why-answers.ts';

export const userComputersApi = {
  fetchcomputers: {
    summary:
      'Returns the computers of a user, in the order in which they were bound. `id` is the parameter of `removecomputer`, and not the device id. `allowed` is how many computers the running subscriptions allow. It is null without the setting `hwid-lock`. `removed` lists removed computers whose offline pass still runs.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({
      computers: z.array(boundComputer),
      removed: z.array(removedComputer),
      allowed: z.number().nullable(),
    }),
    message: 'Successfully retrieved computers',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'read',
    changes: null,
    isExtension: true,
  },
  removecomputer: {
    summary:
      'Removes one computer of a user, and ends its sessions. The seat is free immediately, even if the computer has an offline pass. The removal does not count for the setting `resets`.',
    request: z.object({ user: username, id: shortText }),
    names: { user: 'user' },
    answer: z.object({}),
    message: 'Successfully removed computer!',
    failures: { 'user-unknown': 'User not found!', 'computer-unknown': 'Computer not found!' },
    scope: 'support',
    changes: ['user', 'id'],
    isExtension: true,
  },
  endsessions: {
    summary:
      'Ends all sessions of a user, who can sign in again. `ended` is how many were signed in.',
    request: z.object({ user: username }),
    names: { user: 'user' },
    answer: z.object({ ended: z.string() }),
    message: 'Successfully ended sessions!',
    failures: { 'user-unknown': 'User not found!' },
    scope: 'support',
    changes: ['user'],
    isExtension: true,
  },
} as const satisfies SellerGroup;
