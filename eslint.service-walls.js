// The walls between the rooms of the service; test/scripts/walls.test.ts breaks each.
import { noElectron, wall } from './eslint.wall.js';

/** The rooms of the service, the lowest first: each knows those before it. Next to each other on one line: neither knows the other. */
const serviceRooms = [
  ['migrations'],
  ['database'],
  ['secrets'],
  ['repeats'],
  ['licenses'],
  ['outbound'],
  ['users', 'files'],
  ['operations', 'seller'],
  ['api'],
  ['http'],
  ['host'],
];
const noClock = {
  object: 'Date',
  property: 'now',
  message:
    'The clock is read in clock.ts, so that its milliseconds are no number (shared/units.ts).',
};
/** Files above the rooms that are named here; the others beside the rooms are known to all of them. */
const calls = { names: 'call|seller-call|seller-page', from: 'operations' };

export function serviceWalls() {
  const callsAt = serviceRooms.findIndex((row) => row.includes(calls.from));
  const closedAt = (at, name = '') =>
    serviceRooms.slice(at).flatMap((row) => row.filter((room) => room !== name));
  const aServiceWall = (files, message, ...regexes) =>
    wall([files], {
      rooms: ['shared', 'copy'],
      forbid: [noElectron, ...regexes.map((regex) => ({ regex, message }))],
    });
  const roomWalls = serviceRooms.flatMap((row, at) =>
    row.map((name) => {
      const closed = closedAt(at, name);
      const above = `^\\.\\./(${at < callsAt ? `${calls.names}|` : ''}main)\\.ts$`;
      const beside = closed.length > 0 ? [`^\\.\\./(${closed.join('|')})/`] : [];
      const message = `${name} stands below what it imports here, or beside it.`;
      return aServiceWall(`src/service/${name}/**/*.ts`, message, ...beside, above);
    }),
  );
  const message = 'What all rooms of the service know, knows none of them.';
  return [
    aServiceWall('src/service/*.ts', message, '^\\./.*/', `^\\./(${calls.names}|main)\\.ts$`),
    aServiceWall(
      `src/service/{${calls.names.replaceAll('|', ',')}}.ts`,
      'A call knows the rooms below the operations.',
      `^\\./((${closedAt(callsAt).join('|')})/|main\\.ts$)`,
    ),
    ...roomWalls,
    aServiceWall('src/service/main.ts', 'It starts the service.', '^\\./(?!host/)'),
    {
      files: ['src/service/**/*.ts'],
      ignores: ['src/service/clock.ts', 'src/service/host/fittings.ts'],
      rules: { 'no-restricted-properties': ['error', noClock] },
    },
  ];
}
