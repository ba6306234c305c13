// Pictures of the notice about a newer loader.
import { failureOf, longName, ready } from '../screens/samples.ts';
import { updateReady } from '../screens/loader-update-sample.ts';
import type { Picture } from './picture.ts';

const form = { kind: 'signed-out', username: '', failure: null } as const;
const byUser = { ...updateReady, how: 'download' } as const;
const download = 'https://downloads.northwind.example/6.0/setup?from=5.2';

export const loaderUpdatePictures: readonly Picture[] = [
  { name: 'ready', open: { phase: ready, session: { loaderUpdate: updateReady } } },
  {
    name: 'ready-notes',
    open: { phase: ready, session: { loaderUpdate: updateReady } },
    act: (page) => page.getByRole('button', { name: "What's new" }).click(),
  },
  { name: 'signed-out', open: { phase: form, session: { loaderUpdate: updateReady } } },
  {
    name: 'by-user',
    open: { phase: ready, session: { loaderUpdate: { ...byUser, notes: '' } } },
  },
  {
    name: 'by-user-link',
    open: { phase: ready, session: { loaderUpdate: { ...byUser, download } } },
  },
  {
    name: 'failed',
    open: {
      phase: ready,
      session: {
        loaderUpdate: { ...byUser, download, failure: failureOf({ code: 'loader-not-updated' }) },
      },
    },
  },
  {
    name: 'long-notes',
    open: {
      phase: ready,
      session: { loaderUpdate: { ...updateReady, notes: `${longName} `.repeat(40) } },
    },
    act: (page) => page.getByRole('button', { name: "What's new" }).click(),
  },
];
