// The home screen of the demo brand with its cover, as README.md shows it.
import { readFileSync } from 'node:fs';
import { anna, demoInfo, ready } from '../screens/samples.ts';
import { installedSample, notes } from './program.ts';
import type { Picture } from './picture.ts';

const cover = readFileSync(new URL('../../examples/brand/cover.webp', import.meta.url));

const demoBrand = {
  ...demoInfo.brand,
  cover: `data:image/webp;base64,${cover.toString('base64')}`,
} as const;

export const wideHome = {
  phase: {
    ...ready,
    account: { ...anna.account, subscriptions: anna.account.subscriptions.slice(0, 1) },
    announcement: {
      title: 'Workshop on Sunday',
      date: '2026-11-24',
      text: 'We draw clouds together, from sketch to print. Beginners are welcome.',
      link: 'https://northwind.example/workshop',
    },
  },
  session: { program: { ...installedSample, installed: { version: '2.5', notes } } },
  info: { brand: demoBrand },
} as const satisfies Picture['open'];
