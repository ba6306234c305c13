// Seller API: settings that belong together, for `latchkey settings preset`.
import type { z } from 'zod';
import type { settingsApi } from './settings.ts';

type Settings = Readonly<z.input<typeof settingsApi.updatesettings.request>>;

export const settingPresets = {
  /** Behaves as other services of this API family (docs/moving.md#what-differs-from-other-services). */
  family: {
    failurestatus: '200',
    severalkeysstatus: '302',
    nestedsubscriptions: '1',
    weakkeys: '1',
    forcehwid: '0',
    minhwid: '1',
    'hwid-lock': '0',
    hashcheck: '0',
    banaddress: '1',
    sharedemails: 'allow',
  },
} as const satisfies Readonly<Record<string, Settings>>;
