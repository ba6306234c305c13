// The list of checks, from near to far. Each says what it depends on and what it found.
import { type CheckCause, type CheckId } from '../../../shared/connection-check.ts';
import { blameFor } from './blame.ts';
import { answerEvidence, certificateEvidence, namesEvidence, routeEvidence } from './evidence.ts';
import { type CheckFacts, type NetworkFacts, type Target } from './facts.ts';

export type Finding =
  | { readonly state: 'ok' | 'unknown'; readonly evidence: string | null }
  | {
      readonly state: 'problem';
      readonly evidence: string | null;
      readonly cause: CheckCause | null;
    };

export interface Check {
  readonly id: CheckId;
  /** A problem of one of these explains what this check would find. */
  readonly dependsOn: readonly CheckId[];
  readonly run: (facts: CheckFacts, target: Target) => Promise<Finding>;
}

/** The same difference as for answers whose freshness depends on the clock. */
const maxClockOffsetMs = 120_000;
/** What data, logs and the records of a program need. */
const minFreeBytes = 64 * 1024 * 1024;

const ok = (evidence: string | null = null): Finding => ({ state: 'ok', evidence });
const unknown = (evidence: string | null = null): Finding => ({ state: 'unknown', evidence });
const problem = (cause: CheckCause | null, evidence: string | null = null): Finding => ({
  state: 'problem',
  evidence,
  cause,
});

interface ExchangeCheck {
  readonly id: CheckId;
  readonly dependsOn: readonly CheckId[];
  readonly evidence?: (facts: NetworkFacts) => string | null;
  /** What the check finds besides, if the exchange does not blame it. */
  readonly more?: (facts: CheckFacts) => Finding | Promise<Finding>;
}

/** A check of what the network or the service did with the loader's own request. */
function exchanged({ id, dependsOn, evidence = () => null, more }: ExchangeCheck): Check {
  return {
    id,
    dependsOn,
    async run(facts, target) {
      const network = await facts.network;
      const shown = evidence(network);
      const blame = blameFor(network, target);
      if (blame?.id === id) return problem(blame.cause, shown);
      if (more !== undefined) return more(facts);
      // The service answered, or another check is to blame.
      return ok(shown);
    },
  };
}

const ofExchange: readonly Check[] = [
  exchanged({
    id: 'link',
    dependsOn: [],
    evidence: ({ isOnline }) => (isOnline ? 'online' : 'offline'),
  }),
  exchanged({ id: 'proxy', dependsOn: ['link'], evidence: ({ proxyKind }) => proxyKind }),
  exchanged({ id: 'name', dependsOn: ['proxy'], evidence: namesEvidence }),
  exchanged({ id: 'portal', dependsOn: ['name'], evidence: ({ portal }) => portal }),
  exchanged({ id: 'route', dependsOn: ['portal'], evidence: routeEvidence }),
  exchanged({ id: 'tls', dependsOn: ['route'], evidence: certificateEvidence }),
  exchanged({ id: 'answer', dependsOn: ['tls'], evidence: answerEvidence }),
  exchanged({
    id: 'signature',
    dependsOn: ['answer'],
    more({ signedBy }) {
      const key = signedBy();
      return key === null ? unknown() : ok(key.slice(0, 16));
    },
  }),
  exchanged({ id: 'limit', dependsOn: ['signature'] }),
  exchanged({ id: 'application', dependsOn: ['limit'] }),
  exchanged({ id: 'version', dependsOn: ['application'] }),
  exchanged({
    id: 'blacklist',
    dependsOn: ['version'],
    async more({ isBanned }) {
      const answer = await isBanned();
      if (answer === null) return unknown();
      return answer ? problem({ code: 'blacklisted' }) : ok();
    },
  }),
];

/** Except for the clock, they explain no failure of the connection, so that they have no cause. */
const ofComputer: readonly Check[] = [
  exchanged({
    id: 'clock',
    dependsOn: ['signature'],
    more(facts) {
      const clockOffsetMs = facts.clockOffsetMs();
      if (clockOffsetMs === null) return unknown();
      const evidence = `${Math.round(clockOffsetMs / 1000)} s`;
      return Math.abs(clockOffsetMs) > maxClockOffsetMs
        ? problem({ code: 'clock-skew', clockOffsetMs }, evidence)
        : ok(evidence);
    },
  }),
  {
    id: 'space',
    dependsOn: [],
    async run({ folders }) {
      const freeBytes = (await folders)?.freeBytes ?? null;
      if (freeBytes === null) return unknown();
      const evidence = `${Math.floor(freeBytes / 1024 / 1024)} MiB`;
      return freeBytes < minFreeBytes ? problem(null, evidence) : ok(evidence);
    },
  },
  {
    id: 'data-folder',
    dependsOn: ['space'],
    async run({ folders }) {
      const facts = await folders;
      if (facts === null) return unknown();
      return facts.isDataFolderWritable ? ok() : problem(null);
    },
  },
  {
    id: 'key-store',
    dependsOn: ['data-folder'],
    run({ keyStore }) {
      const ability = keyStore();
      if (ability.possible) return Promise.resolve(ok());
      const { reason } = ability;
      return Promise.resolve(
        // A browser has none, and a data folder that is not writable has a check.
        reason === 'preview' || reason === 'data-folder' ? unknown(reason) : problem(null, reason),
      );
    },
  },
  {
    id: 'device-id',
    dependsOn: [],
    async run({ isHardwareReadable }) {
      const isReadable = await isHardwareReadable;
      if (isReadable === null) return unknown();
      return isReadable ? ok() : problem(null);
    },
  },
  {
    id: 'program-folder',
    dependsOn: ['data-folder'],
    async run({ folders }) {
      const facts = await folders;
      if (facts === null) return unknown();
      // A program in the package needs no folder.
      return facts.isProgramFolderWritable === false ? problem(null) : ok();
    },
  },
];

export const checks: readonly Check[] = [...ofExchange, ...ofComputer];
