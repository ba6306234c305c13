// The pictures of the documents: which screens of the gallery stand side by side in each.
import { phasePictures } from '../gallery/phases.ts';
import { accountPictures } from '../gallery/accounts.ts';
import { settingsPictures } from '../gallery/settings.ts';
import { twoFactorPictures } from '../gallery/two-factor.ts';
import { chatPictures } from '../gallery/chat.ts';
import { communityPictures } from '../gallery/community.ts';
import { optionPictures } from '../gallery/options.ts';
import { keyPictures } from '../gallery/keys.ts';
import type { Picture } from '../gallery/picture.ts';
import { redeemPictures } from '../gallery/redeem.ts';
import { deepLinkPictures } from '../gallery/deep-links.ts';

export type Theme = 'light' | 'dark';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Panel {
  readonly name: string;
  readonly size: Size;
  readonly picture: Picture;
  readonly theme: Theme;
}

export interface Strip {
  /** In docs/pictures. */
  readonly file: string;
  /** All of one size. */
  readonly panels: readonly Panel[];
}

/** A narrow window, of which several fit side by side. */
const narrow: Size = { width: 480, height: 680 };
const wide: Size = { width: 1400, height: 900 };

const groups: Readonly<Record<string, readonly Picture[]>> = {
  ...phasePictures,
  accounts: accountPictures,
  settings: settingsPictures,
  'two-factor': twoFactorPictures,
  chat: chatPictures,
  community: communityPictures,
  options: optionPictures,
  keys: keyPictures,
  redeem: redeemPictures,
  wishes: deepLinkPictures,
};

function panel(name: string, theme: Theme, size = narrow): Panel {
  const [group = '', one = ''] = name.split('.');
  const picture = groups[group]?.find((given) => given.name === one);
  if (picture === undefined) throw new Error(`the gallery has no ${name}`);
  return { name, picture, theme, size };
}

function inBoth(name: string, screens: readonly string[], size = narrow): Strip[] {
  return (['light', 'dark'] as const).map((theme) => ({
    file: `${name}-${theme}.webp`,
    panels: screens.map((screen) => panel(screen, theme, size)),
  }));
}

export const strips: readonly Strip[] = [
  ...inBoth('home', ['ready.demo-cover'], wide),
  ...inBoth('first-minute', [
    'signed-out.filled',
    'code-needed.typed',
    'redeem.receipt-full',
    'ready.plain',
  ]),
  {
    file: 'in-the-way.webp',
    panels: [
      panel('no-subscription.expired', 'light'),
      panel('update-required.link', 'light'),
      panel('wrong-device.reset-link', 'light'),
      panel('unreachable.other-account', 'light'),
    ],
  },
  {
    file: 'keys.webp',
    panels: [
      panel('keys.door-filled', 'light'),
      panel('keys.register-email-required', 'light'),
      panel('keys.alone', 'light'),
      panel('accounts.forgot', 'light'),
      panel('accounts.new-name', 'light'),
    ],
  },
  {
    file: 'account.webp',
    panels: [
      panel('settings.account', 'light'),
      panel('settings.computers', 'light'),
      panel('settings.subscriptions-redeemed', 'light'),
    ],
  },
  {
    file: 'two-step.webp',
    panels: [
      panel('two-factor.off', 'light'),
      panel('two-factor.scan', 'light'),
      panel('two-factor.turn-off', 'light'),
    ],
  },
  {
    file: 'ending.webp',
    panels: [panel('ready.three-days', 'light'), panel('ready.last-day', 'light')],
  },
  {
    file: 'move.webp',
    panels: [
      panel('wrong-device.ask', 'light'),
      panel('wrong-device.asked', 'light'),
      panel('wrong-device.ask-lacking', 'light'),
      panel('wrong-device.changed', 'light'),
    ],
  },
  {
    file: 'support.webp',
    panels: [panel('wrong-device.send-asked', 'light'), panel('wrong-device.sent', 'light')],
  },
  {
    file: 'options.webp',
    panels: [panel('options.shown', 'light'), panel('options.elsewhere', 'light')],
  },
  {
    file: 'chat.webp',
    panels: [panel('chat.new', 'light'), panel('chat.pause', 'light')],
  },
  { file: 'community.webp', panels: [panel('community.numbers', 'light')] },
  { file: 'enter-and-go.webp', panels: [panel('ready.by-itself', 'light')] },
  {
    file: 'links.webp',
    panels: [panel('wishes.redeem', 'light'), panel('wishes.offered', 'light')],
  },
  {
    file: 'program.webp',
    panels: [
      panel('ready.program-install', 'light'),
      panel('ready.program-task-fetching', 'light'),
      panel('ready.program-whats-new', 'light'),
      panel('ready.program-menu', 'light'),
    ],
  },
  {
    file: 'brand.webp',
    panels: [
      panel('signed-out.filled', 'light'),
      panel('signed-out.filled', 'dark'),
      panel('signed-out.other-brand', 'light'),
      panel('signed-out.other-brand', 'dark'),
    ],
  },
];
