// The parts of loader.config.json for the program: one that lies in the package, or one that the loader installs.
import { z } from 'zod';
import { publicKey, maxKeys } from './config-keys.ts';
import { releaseName } from '@latchkey/protocol/release/names.ts';

export const launch = z.strictObject({
  /** Relative to the configuration file, in a package to the resources folder; `{node}` (development only): the running Node. */
  path: z.string().min(1).max(1000),
  /** `{folder}` stands for that same folder. */
  args: z.array(z.string().max(4000)).max(50).default([]),
});

export const delivery = z.strictObject({
  /** SECURITY: only what one of these signed is ever installed. The publisher's own, none of the service's. */
  publisherKeys: z
    .array(publicKey)
    .min(1)
    .max(maxKeys)
    .refine((keys) => new Set(keys).size === keys.length, 'must name each key once'),
  channel: releaseName.channel.default('stable'),
  /**
   * `offered`: the user decides when. `before-launch`: the newest is installed first, where that is possible. `required`: nothing
   * older is launched.
   */
  policy: z.enum(['offered', 'before-launch', 'required']).default('offered'),
  /** Development only: what starts a program that the system cannot start by itself. */
  runner: z.literal('{node}').optional(),
});

export type DeliveryConfig = z.infer<typeof delivery>;
