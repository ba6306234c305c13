// Four brands that look different, each with and without a picture on its cover. The pictures are
// difficult for text: white, noise, half white and half black, and stripes.
import { demoInfo, ready, report, signedOut } from '../screens/samples.ts';
import { drawPng, type Pixel } from '../support/draw-png.ts';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import type { Phase } from '../../src/shared/session.ts';
import type { Picture } from './picture.ts';

type Brand = LoaderInfo['brand'];

const white: Pixel = [255, 255, 255];
const black: Pixel = [0, 0, 0];

/** A fixed sequence of bytes, so that the picture is the same in each run. */
function noise(): (x: number, y: number) => Pixel {
  let state = 7;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 16) & 255;
  };
  return () => [next(), next(), next()];
}

const pictures = {
  half: drawPng(90, 60, (x) => (x < 45 ? white : black)),
  noise: drawPng(90, 60, noise()),
  white: drawPng(3, 2, () => white),
  stripes: drawPng(90, 60, (x, y) => ((x + y) % 12 < 6 ? white : black)),
};

export const hardCovers = Object.fromEntries(
  Object.entries(pictures).map(([name, png]) => [
    name,
    `data:image/png;base64,${png.toString('base64')}`,
  ]),
) as Readonly<Record<keyof typeof pictures, string>>; // fromEntries widens the keys

const noImages = { logo: null, cover: null, price: null } as const;

/** Each brand with its picture. */
export const brands: Readonly<Record<string, Brand & { readonly cover: string }>> = {
  indigo: { ...demoInfo.brand, cover: hardCovers.half },
  game: {
    ...noImages,
    name: 'Emberfall',
    tagline: 'The last fire is yours.',
    color: '#c8102e',
    colorDark: null,
    cover: hardCovers.noise,
  },
  studio: {
    ...noImages,
    name: 'Studio Zitrone',
    tagline: 'Small tools for bright days.',
    color: '#fff3a3',
    colorDark: null,
    cover: hardCovers.white,
  },
  tool: {
    ...noImages,
    name: 'Plumb',
    tagline: 'Measure twice.',
    color: '#000000',
    colorDark: '#ffffff',
    cover: hardCovers.stripes,
  },
};

export const brandPhases: Readonly<Record<string, Phase>> = {
  'sign-in': signedOut,
  home: ready,
  state: { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8', report },
};

export const brandPictures: readonly Picture[] = Object.entries(brands).flatMap(([name, brand]) =>
  Object.entries({ pictured: brand.cover, derived: null }).flatMap(([kind, cover]) =>
    Object.entries(brandPhases).map(([screen, phase]) => ({
      name: `${name}-${kind}-${screen}`,
      open: { phase, info: { brand: { ...brand, cover } } },
    })),
  ),
);
