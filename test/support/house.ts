// Which place of the house knows which, and what it may not touch: said once more, apart from the lint rules, which are held
// against it (test/scripts/walls.test.ts). So a name that is taken out of a rule is missed, and so is one that only a rule has.

export interface Place {
  /** Beginnings of paths in src; what stands in the same place is known anyway. */
  readonly knows: readonly string[];
  readonly knowsTypesOf?: readonly string[];
  readonly packages: RegExp;
  /** Globals, and properties as `object.property`. */
  readonly names?: readonly string[];
  /** Lines, each of which breaks a rule of syntax. */
  readonly lines: readonly string[];
  /** The same in .tsx. */
  readonly markup?: readonly string[];
}

const list = (names: string) => names.split(' ');

const inSource = ['export default 1;', 'enum X { A }'];
const atOnce = [...inSource, "void import('./x.ts');"];
const timeless = [...atOnce, 'f(new Date());'];
const sentences = ["f(x.replace('{name}', y));", "f(x.replaceAll('{name}', y));"];
const words = [
  'f(<b>Close</b>);',
  ...list('aria-label aria-valuetext title alt placeholder').map((name) => `f(<b ${name}="A" />);`),
];

const clockAndChance = list('Date.now Math.random');
const outside = list('globalThis fetch WebSocket XMLHttpRequest process performance crypto');
const timers = list('setTimeout setInterval');
const page = list('window document navigator self localStorage postMessage');
const inCore = [...outside, ...timers, 'setImmediate', 'queueMicrotask'];
const anywhere = [...outside, ...timers, ...page, 'Buffer'];
const notInPage = list(
  'fetch XMLHttpRequest WebSocket EventSource localStorage sessionStorage',
).flatMap((name) => [name, `window.${name}`, `self.${name}`, `globalThis.${name}`]);

const noElectron = /^(?!electron)/;
const coreTakes = /^(node:crypto|zod|uqr)$/;
/** With the form of their import. The core takes them by a port. */
export const drawnByLot = [
  ...list('randomBytes randomFill randomFillSync randomInt randomUUID getRandomValues webcrypto'),
  ...list('generateKey generateKeySync generateKeyPair generateKeyPairSync generatePrime'),
]
  .map((name) => `node:crypto { ${name} }`)
  .concat('node:crypto lot', 'node:crypto * as lot');
const coreFloor = list('failures jitless ports state-parts turn').map(
  (name) => `main/core/${name}.ts`,
);

/** A room of the core, and which others it knows. */
function coreRoom(...rooms: readonly string[]): Place {
  return {
    knows: ['shared/', ...coreFloor, ...rooms.map((room) => `main/core/${room}`)],
    packages: coreTakes,
    names: [...inCore, ...clockAndChance],
    lines: timeless,
  };
}

const shared: Place = {
  knows: ['shared/'],
  packages: /^zod$/,
  names: [...anywhere, ...clockAndChance],
  lines: timeless,
};
const adapters: Place = {
  knows: ['shared/', 'main/core/', 'main/adapters/'],
  packages: noElectron,
  lines: atOnce,
};
const wiring: Place = {
  knows: ['shared/', 'copy/', 'main/'],
  packages: /^/,
  lines: atOnce,
};
const renderer: Place = {
  knows: [
    ...['renderer/', 'copy/'],
    ...list('failure phases limits ground languages same-name support-code').map(
      (name) => `shared/${name}.ts`,
    ),
  ],
  knowsTypesOf: ['shared/'],
  packages: /^(react|react-dom|react-dom\/client|lucide)$/,
  names: notInPage,
  lines: [...atOnce, ...sentences],
};
const readsLaterInRenderer = { ...renderer, lines: [...inSource, ...sentences] };

const serviceRooms = [
  ...['migrations', 'database', 'secrets', 'repeats', 'licenses', 'outbound', 'users files'],
  ...['operations seller', 'api', 'http', 'host'],
].map(list);
const calls = list('call seller-call seller-page').map((name) => `service/${name}.ts`);
const serviceFloor = [
  ...list('addresses clock fair-queue keep-doing ordered-ids outcome overloaded skeletons'),
  'start-problem',
].map((name) => `service/${name}.ts`);

function serviceRoom(at: number, name?: string): Place {
  const below = [...serviceRooms.slice(0, at), name === undefined ? [] : [name]].flat();
  return {
    knows: [
      ...['shared/', 'copy/', ...serviceFloor, ...below.map((room) => `service/${room}/`)],
      ...(at >= serviceRooms.findIndex((row) => row.includes('operations')) ? calls : []),
    ],
    packages: noElectron,
    names: ['Date.now'],
    lines: atOnce,
  };
}
const host = serviceRoom(serviceRooms.length - 1, 'host');
const outbound = serviceRoom(5, 'outbound');
const calling = { ...serviceRoom(7), knows: [...serviceRoom(7).knows, ...calls] };

/** By the beginning of the path in src; the longest counts. */
export const places: Readonly<Record<string, Place>> = {
  'shared/': shared,
  'copy/': {
    ...shared,
    knows: list('limits languages support-code units').map((name) => `shared/${name}.ts`),
    knowsTypesOf: ['shared/'],
    packages: /^$/,
  },
  'main/': wiring,
  'main/compose.ts': { ...wiring, lines: [...inSource, ...sentences] },
  'main/core/': coreRoom(''),
  'main/core/wire/': coreRoom(),
  'main/core/device/': coreRoom(),
  'main/core/session/': coreRoom('wire/'),
  'main/core/delivery/': coreRoom('wire/offered-release.ts', 'wire/signature.ts'),
  'main/core/flows/': coreRoom(
    ...list('wire/ session/ device/ delivery/ flows/ parts.ts lanes.ts tasks.ts task-pace.ts'),
  ),
  'main/adapters/': adapters,
  'main/adapters/http-electron.ts': { ...adapters, packages: /^/ },
  'main/adapters/vault.ts': { ...adapters, packages: /^/ },
  'main/shell/': { ...wiring, knows: ['shared/', 'copy/', 'main/core/', 'main/shell/'] },
  'preload/': {
    knows: ['shared/commands.ts'],
    knowsTypesOf: ['shared/'],
    packages: /^electron$/,
    lines: atOnce,
  },
  'renderer/': renderer,
  'renderer/bridge/language.ts': readsLaterInRenderer,
  'renderer/screens/later.tsx': readsLaterInRenderer,
  'renderer/screens/later-parts.ts': readsLaterInRenderer,
  'renderer/kit/': {
    ...renderer,
    knows: ['shared/ground.ts'],
    knowsTypesOf: [],
    packages: /^(react|lucide)$/,
    names: [...notInPage, 'window.loader'],
    markup: words,
  },
  'service/': serviceRoom(0),
  'service/clock.ts': { ...serviceRoom(0), names: [] },
  ...Object.fromEntries(calls.map((file) => [file, calling])),
  'service/main.ts': { ...host, knows: ['shared/', 'copy/', 'service/host/'] },
  ...Object.fromEntries(
    serviceRooms.flatMap((row, at) =>
      row.map((name) => [`service/${name}/`, serviceRoom(at, name)]),
    ),
  ),
  'service/outbound/mail.ts': { ...outbound, lines: [...inSource, ...sentences] },
  'service/host/administration.ts': { ...host, lines: [...inSource, ...sentences] },
  'service/host/fittings.ts': { ...host, names: [] },
  'cli/': {
    knows: ['shared/', 'service/host/administration.ts'],
    packages: noElectron,
    lines: atOnce,
  },
  'preview/': {
    knows: ['shared/', 'main/core/', 'main/adapters/'],
    packages: noElectron,
    lines: atOnce,
  },
  'preview/page/': {
    knows: ['shared/commands.ts', 'shared/failure.ts'],
    knowsTypesOf: ['shared/'],
    packages: /^$/,
    lines: atOnce,
  },
};
