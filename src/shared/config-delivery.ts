// Schemas of `launch` (a packaged program), `delivery` (an installed program) and `updates` (of the
// loader) in loader.config.json.
import { z } from 'zod';
import { publicKey, maxKeys } from './config-keys.ts';
import { releaseFields } from '@latchkey/protocol/release/fields.ts';

export const launch = z.strictObject({
  /**
   * Relative to the configuration file; in a package, to the resources folder.
   * `{node}` (development only): the running Node.
   */
  path: z.string().min(1).max(1000),
  /** `{folder}` stands for the folder that `path` is relative to. */
  args: z.array(z.string().max(4000)).max(50).default([]),
});

const releases = {
  /** SECURITY: installed releases must be signed by one of these keys, never by the service's. */
  publisherKeys: z
    .array(publicKey)
    .min(1)
    .max(maxKeys)
    .refine((keys) => new Set(keys).size === keys.length, 'must name each key once'),
  channel: releaseFields.channel.default('stable'),
};

export const delivery = z.strictObject({
  ...releases,
  /**
   * `offered`: the user decides when to update. `before-launch`: the loader installs the newest
   * release before a launch, if it can. `required`: the loader launches only the newest release.
   */
  policy: z.enum(['offered', 'before-launch', 'required']).default('offered'),
  /** Windows: whether users may choose a folder that other users of the computer can replace. */
  sharedFolders: z.enum(['ask', 'refuse']).default('ask'),
  /** Development only: the interpreter for a program that the system cannot start directly. */
  runner: z.literal('{node}').optional(),
});

export type DeliveryConfig = z.infer<typeof delivery>;

/** If missing, the loader never asks for newer releases of itself. */
export const updates = z.strictObject(releases);
