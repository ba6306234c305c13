// Measure what a request costs: statements, accesses to tables, rows, bytes of WAL and signatures.
import { createRequire } from 'node:module';
import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { sqliteFileIn } from '../../../src/database/sqlite.ts';
import { signingLibrary } from '../../../src/secrets/ed25519.ts';
import { recordStatements, watch } from '../recorded-statements.ts';
import { accessesOf, indexColumnsOf, type Node } from './postgresql-plans.ts';
import { textOf } from './plan-table.ts';
import { rowsOf } from './rows-of-plan.ts';
import { explainAll } from './sqlite-plans.ts';

export interface Cost {
  readonly statements: number;
  /** Rows that PostgreSQL read. */
  readonly rows: number;
  readonly walBytes: number;
  readonly signatures: number;
  readonly accesses: readonly string[];
}

export interface Probe {
  /** Returns the cost since the last call. */
  readonly take: () => Cost;
}

/** Counts the signatures of libsodium. */
function countSignatures(): () => number {
  if (signingLibrary !== 'libsodium') return () => 0;
  const sodium = createRequire(import.meta.url)('sodium-native') as object; // the module's object
  let count = 0;
  onTestFinished(watch(sodium, 'crypto_sign_detached', () => (count += 1)));
  return () => {
    const result = count;
    count = 0;
    return result;
  };
}

const walFrameBytes = 4096 + 24;

export function probeSqlite(dataFolder: string): Probe {
  const recording = recordStatements();
  onTestFinished(recording.stop);
  const signatures = countSignatures();
  const sqlite = new BetterSqlite3(sqliteFileIn(dataFolder), { readonly: true });
  onTestFinished(() => void sqlite.close());
  const frames = () => {
    const [row] = sqlite.pragma('wal_checkpoint(noop)') as readonly { log: number }[]; // as SQLite documents it
    return Math.max(0, row?.log ?? 0);
  };
  let before = frames();
  return {
    take() {
      const statements = recording.statements().filter(({ sql }) => !sql.startsWith('pragma'));
      const accesses = explainAll(dataFolder, statements).flat().map(textOf);
      const [was, now] = [before, frames()];
      before = now;
      recording.clear();
      return {
        statements: statements.length,
        rows: 0,
        signatures: signatures(),
        walBytes: (now < was ? now : now - was) * walFrameBytes,
        accesses,
      };
    },
  };
}

/** Settings of connections whose server sends the plan of each statement as a notice. */
export const explainSettings = [
  'session_preload_libraries=auto_explain',
  ...['log_min_duration=0', 'log_analyze=on', 'log_timing=off', 'log_wal=on'].map(
    (setting) => `auto_explain.${setting}`,
  ),
  ...['auto_explain.log_format=json', 'auto_explain.log_level=notice'],
];

interface Explained {
  readonly Plan: Node & { readonly 'WAL Bytes'?: number };
}

export async function probePostgresql(filled: Client): Promise<Probe> {
  const columns = await indexColumnsOf(filled);
  const signatures = countSignatures();
  let plans: Explained['Plan'][] = [];
  onTestFinished(
    watch(Client.prototype, 'emit', (_, [event, notice]) => {
      const { message } = Object(notice) as { message?: string }; // pg's NoticeMessage
      if (event !== 'notice' || message?.startsWith('duration:') !== true) return;
      plans.push((JSON.parse(message.slice(message.indexOf('{'))) as Explained).Plan); // PostgreSQL's
    }),
  );
  return {
    take() {
      const found = plans;
      plans = [];
      return {
        statements: found.length,
        signatures: signatures(),
        rows: found.reduce((sum, plan) => sum + rowsOf(plan), 0),
        walBytes: found.reduce((sum, plan) => sum + (plan['WAL Bytes'] ?? 0), 0),
        accesses: found.flatMap((plan) => accessesOf(plan, columns)).map(textOf),
      };
    },
  };
}
