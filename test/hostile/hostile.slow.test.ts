// The real core with Node's Http adapter, and forgers and broken networks between it and the real
// service: the core refuses every attack, and the same loader works once nothing interferes.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationCases } from './application-cases.ts';
import type { HostileCase, World } from './cases.ts';
import { openWorld } from './cases.ts';
import { forgedCases } from './forged-cases.ts';
import { networkCases } from './network-cases.ts';
import { createNodeRunner } from './loader-node.ts';
import { signedCases } from './signed-cases.ts';
import { certificates, tlsFront } from './tls-fronts.ts';
import { runCase } from './run-case.ts';

let world: World;
const trustedBefore = getCACertificates('default');
beforeAll(async () => {
  // Trusted, so that each certificate has only the fault in its name.
  setDefaultCACertificates(Object.values(certificates).map(({ cert }) => cert));
  world = await openWorld();
});
afterAll(async () => {
  setDefaultCACertificates(trustedBefore);
  await world.close();
});

const tables: Readonly<Record<string, readonly HostileCase[]>> = {
  'a forger': forgedCases,
  'a service': signedCases,
  'another application': applicationCases,
  'a network': networkCases,
};

describe.each(Object.entries(tables))('%s', (_name, cases) => {
  it.each(cases.map((given) => [`${given.at}: ${given.name}`, given] as const))(
    '%s',
    async (_title, given) => {
      const { complaints, control } = await runCase(world, given, createNodeRunner());
      expect(complaints).toEqual([]);
      expect(control.ended).toBe(control.due);
    },
  );
});

it('there are at least eighty hostile cases, each with a unique name', () => {
  const names = Object.values(tables).flatMap((cases) =>
    cases.map(({ at, name }) => `${at} ${name}`),
  );
  expect(names.length).toBeGreaterThanOrEqual(80);
  expect(new Set(names).size).toBe(names.length);
});

it('control: a start through a proxy with a trusted certificate succeeds', async () => {
  const front = (relay: string) => tlsFront(relay, certificates.good);
  const { complaints } = await runCase(
    world,
    { name: 'honest', at: 'start', front, failure: null, phase: 'signed-out' },
    createNodeRunner(),
  );
  expect(complaints).toEqual([]);
});
