// The walls of the house: which room may import which, and which globals it may not touch. test/scripts/walls.test.ts breaks each.
import { noElectron, wall } from './eslint.wall.js';
import { serviceWalls } from './eslint.service-walls.js';

export const forbiddenEverywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of texts.' },
];
/** The walls see imports at the head of a file. What is read later is read in few places. */
export const readsLater = [
  'src/main/compose.ts',
  'src/renderer/bridge/language.ts',
  'src/renderer/screens/{later,later-parts}.{ts,tsx}',
  'src/service/host/administration.ts',
  'src/service/outbound/mail.ts',
];
export const forbiddenSyntax = [
  ...forbiddenEverywhere,
  { selector: 'ImportExpression', message: 'No wall sees an import within a function.' },
];
/** A fact that holds `$&` would change the sentence around it. */
export const noHandMadeSentences = {
  selector: 'CallExpression[callee.property.name=/^replace(All)?$/][arguments.0.value=/[{]/]',
  message: 'Sentences are filled by fill() of copy/sentences.ts.',
};
const wordsInMarkup = [
  'JSXText[value=/[A-Za-z]/]',
  'JSXAttribute[name.name=/^(aria-label|aria-valuetext|title|alt|placeholder)$/] > Literal',
].map((selector) => ({ selector, message: 'Words are given to the kit by whoever uses it.' }));
const noPackages = (message) => ({ regex: '^[^.]', message });
const wiring = '/(compose|compose-core|index)\\.ts$';
const noAdapters = {
  regex: `/(adapters|shell)/|${wiring}`,
  message: 'The core knows ports only.',
};
const nothingAbove = {
  regex: `/shell/|${wiring}`,
  message: 'Adapters know the core and nothing above them.',
};
/** Clock, timers, network, process and files are ports, from whichever package they would come. */
const noPackagesInCore = {
  regex: '^(?!\\.|(node:crypto|zod|uqr)$)',
  message: 'The core takes three packages, which do nothing outside of it; all else is a port.',
};
const noChance = {
  regex: '^node:crypto$',
  importNamePattern: '^(random|generate|webcrypto|getRandom|default$)',
  message: 'What is drawn by lot comes through a port, so that tests can draw it.',
};
const coreTop = 'parts|lanes|tasks|task-pace|([a-z]+-)?handlers|loader|bridge-calls';
/** A room of the core, and what of the core it may not know. */
function coreRoom(name, closed) {
  return wall([`src/main/core/${name}/**/*.ts`], {
    rooms: ['shared'],
    forbid: [
      noPackagesInCore,
      noChance,
      noAdapters,
      { regex: `^\\.\\./(${closed})`, message: `${name} stands below what it imports here.` },
    ],
  });
}
const outside = (message, names) => names.split(' ').map((name) => ({ name, message }));
const noOutside = outside(
  'The core has no clock, no network and no process of its own: they are ports.',
  'globalThis fetch WebSocket XMLHttpRequest process performance setTimeout setInterval setImmediate queueMicrotask crypto',
);
const noPlace = outside(
  'What is shared, and every sentence, runs anywhere: it knows neither page nor process.',
  'globalThis fetch WebSocket XMLHttpRequest process Buffer performance setTimeout setInterval window document navigator self localStorage postMessage crypto',
);
const noClock = [
  ['Date', 'now'],
  ['Math', 'random'],
].map(([object, property]) => ({
  object,
  property,
  message: 'A port gives it, so that tests can.',
}));
const noNow = {
  selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'The time comes from the port Clock.',
};

export const walls = [
  wall(['src/shared/**/*.ts'], {
    forbid: [{ regex: '^(?!zod$)[^.]', message: 'shared imports zod and nothing else.' }],
  }),
  {
    files: ['src/main/core/**/*.ts', 'src/shared/**/*.ts', 'src/copy/**/*.ts'],
    rules: {
      'no-restricted-properties': ['error', ...noClock],
      'no-restricted-syntax': ['error', ...forbiddenSyntax, noNow],
    },
  },
  { files: ['src/main/core/**/*.ts'], rules: { 'no-restricted-globals': ['error', ...noOutside] } },
  {
    files: ['src/shared/**/*.ts', 'src/copy/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ...noPlace] },
  },
  wall(['src/copy/**/*.ts'], {
    types: ['shared'],
    values: ['limits', 'languages', 'support-code', 'units'],
    forbid: [noPackages('The sentences stand alone: whoever speaks to users imports them.')],
  }),
  wall(['src/main/core/*.ts'], {
    rooms: ['shared'],
    forbid: [noPackagesInCore, noChance, noAdapters],
  }),
  coreRoom('wire', `session/|flows/|device/|delivery/|(${coreTop})\\.ts$`),
  coreRoom('session', `flows/|device/|delivery/|(${coreTop})\\.ts$`),
  coreRoom('flows', '(([a-z]+-)?handlers|loader|bridge-calls)\\.ts$'),
  coreRoom('device', `wire/|session/|flows/|delivery/|(${coreTop})\\.ts$`),
  // Of `wire` it takes the offer of a release, and what reads a public key.
  coreRoom(
    'delivery',
    `wire/(?!(offered-release|signature)\\.ts$)|session/|flows/|device/|(${coreTop})\\.ts$`,
  ),
  wall(['src/main/adapters/**/*.ts'], {
    rooms: ['shared'],
    forbid: [noElectron, nothingAbove],
    ignores: ['src/main/adapters/http-electron.ts', 'src/main/adapters/vault.ts'],
  }),
  wall(['src/main/adapters/http-electron.ts', 'src/main/adapters/vault.ts'], {
    rooms: ['shared'],
    forbid: [nothingAbove],
  }),
  wall(['src/main/*.ts'], { rooms: ['shared', 'copy'] }),
  wall(['src/main/shell/**/*.ts'], {
    rooms: ['shared', 'copy'],
    forbid: [
      {
        regex: `/adapters/|${wiring}`,
        message: 'The shell is given what it needs by compose.ts.',
      },
    ],
  }),
  wall(['src/preload/**/*.ts'], {
    types: ['shared'],
    values: ['commands'],
    forbid: [
      {
        regex: '^(?!electron$)[^.]',
        message: 'The preload imports electron, the list of commands, and types.',
      },
    ],
  }),
  { files: ['src/preload/index.ts'], rules: { 'max-lines': ['error', { max: 40 }] } },
  wall(['src/renderer/**/*.ts', 'src/renderer/**/*.tsx'], {
    rooms: ['copy'],
    types: ['shared'],
    values: ['failure', 'phases', 'limits', 'ground', 'languages', 'same-name', 'support-code'],
    forbid: [
      {
        regex: '^(?!(react|react-dom|react-dom/client|lucide)$|\\.)',
        message: 'The renderer is made of React and its icons: it has no Node and no zod.',
      },
    ],
  }),
  wall(['src/renderer/kit/**/*.ts', 'src/renderer/kit/**/*.tsx'], {
    rooms: ['shared'],
    forbid: [
      {
        regex: '^\\.\\.(?!/\\.\\./shared/ground\\.ts$)',
        message: 'The kit needs nothing of the loader: no bridge, no context, no words.',
      },
      {
        regex: '^(?!react$|lucide$|\\.)',
        message: 'The kit is made of React and its icons.',
      },
    ],
  }),
  {
    files: ['src/renderer/kit/**/*.ts', 'src/renderer/kit/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...forbiddenSyntax, noHandMadeSentences, ...wordsInMarkup],
      'no-restricted-properties': [
        'error',
        { object: 'window', property: 'loader', message: 'The kit knows no bridge.' },
      ],
    },
  },
  ...serviceWalls(),
  wall(['src/cli/**/*.ts'], {
    rooms: ['shared', 'service'],
    forbid: [
      noElectron,
      {
        regex: '/service/(?!host/administration\\.ts$)',
        message: 'The command line knows administration.ts of the service and nothing else of it.',
      },
    ],
  }),
  wall(['src/preview/**/*.ts'], {
    rooms: ['shared', 'main'],
    forbid: [
      noElectron,
      {
        regex: `/(shell|page)/|${wiring}`,
        message: 'The preview has a composition of its own, and a page that it serves.',
      },
    ],
    ignores: ['src/preview/page/**'],
  }),
  wall(['src/preview/page/**/*.ts'], {
    types: ['shared'],
    values: ['commands', 'failure'],
    forbid: [
      noPackages('The page imports commands, failures and types.'),
      { regex: '^\\.\\./[^.]', message: 'The page knows nothing of the server that serves it.' },
    ],
  }),
];
