// Faults that are planted in the product while it loads, to test that the simulator finds them.
import { registerHooks } from 'node:module';

export interface Mutant {
  /** The end of the path of a source file, and a text of it that is replaced. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export const mutants = {
  'answers before the sync': {
    file: 'database/wal-sync.ts',
    from: 'await this.#wal.sync();',
    to: 'void this.#wal.sync().catch(() => null);',
  },
  'goes on after a failed sync': {
    file: 'database/wal-sync.ts',
    from: `this.#fault = { error };
      throw error;`,
    to: 'void error;',
  },
  'does not store the outcome of a challenge': {
    file: 'api/idempotency/idempotent-request.ts',
    from: 'if (stored === null) await deleteClaim(inside.db, this.#row);',
    to: `await inside.db.deleteFrom('repeats').where('request', '=', this.#row.request).execute();`,
  },
  'redeems a used key': {
    file: 'features/licenses/upgrade.ts',
    from: `.where(isStill('status', 'unused'))`,
    to: '',
  },
  'registers with a used key': {
    file: 'features/licenses/licenses.ts',
    from: `.where(isStill('status', 'unused'))`,
    to: '',
  },
  'allows one seat too many': {
    file: 'features/devices/devices.ts',
    from: 'taken < allowed)',
    to: 'taken <= allowed)',
  },
  'gives a held seat away': {
    file: 'features/offline/held-seats.ts',
    from: 'if (!holdsSeats(call.application)) return [];',
    to: 'if (Date.now() > 0) return [];',
  },
  'leaves the sessions of a removed computer': {
    file: 'features/devices/remove-computer.ts',
    from: 'await endSessionsOfComputer(db, ending, removed.hwid);',
    to: 'void [endSessionsOfComputer, ending];',
  },
  'leaves the sessions of a banned user': {
    file: 'features/sessions/session-checks.ts',
    from: 'refuseBanned(user) ??',
    to: '(refuseBanned(user) === null ? null : null) ??',
  },
  'leaves the sessions of a paused user': {
    file: 'features/sessions/session-checks.ts',
    from: '(running ? null : refuseInactive',
    to: '(running || now > 0 ? null : refuseInactive',
  },
  'lets a banned user sign in': {
    file: 'features/sessions/sign-in.ts',
    from: `    refuseBanned(user) ??
`,
    to: `    (refuseBanned(user) === null ? null : null) ??
`,
  },
  'lets a user in without the second factor': {
    file: 'features/sessions/sign-in.ts',
    from: 'user.totpSecret !== null && credentials.code === undefined',
    to: `user.totpSecret === '' && credentials.code === undefined`,
  },
  'keeps a recovery code that was used': {
    file: 'features/two-factor/recovery-codes.ts',
    from: 'JSON.stringify(hashes.filter((one) => one !== hash))',
    to: 'JSON.stringify(hashes)',
  },
  'accepts a one-time code twice': {
    file: 'features/two-factor/one-time-codes.ts',
    from: 'return step === null ? null : { totpStep: step };',
    to: 'return step === null ? null : { totpStep: 0 };',
  },
  'makes the keys of an order again': {
    file: 'features/licenses/orders.ts',
    from: 'if (numInsertedOrUpdatedRows === 1n) return null;',
    to: 'if (numInsertedOrUpdatedRows >= 0n) return null;',
  },
  'credits a refund twice': {
    file: 'features/accounts/balances.ts',
    from: `.where('isCharged', '=', 1)`,
    to: `.where('isCharged', '>=', 0)`,
  },
  'sells more than the balance': {
    file: 'features/accounts/balances.ts',
    from: 'row.granted - row.used)',
    to: 'row.granted)',
  },
  'makes a repeated change again': {
    file: 'api/change-once.ts',
    from: 'perform({ ...call, storeResult: (db, result) => change.store(db, result) })',
    to: 'perform(call)',
  },
  'launches without a check': {
    file: 'core/flows/launching.ts',
    from: "if (permission.kind === 'left') return ok(null);",
    to: 'void permission.kind;',
  },
  'revokes time by the clock': {
    file: 'features/subscriptions/revoked-ends.ts',
    from: `else -cast(\${now} as bigint) end\`;
}

/** The end of a resumed`,
    to: `else cast(\${now} as bigint) end\`;
}

/** The end of a resumed`,
  },
  'refunds a key and leaves its time': {
    file: 'features/licenses/license-grants.ts',
    from: 'await changeGrant(db, grant, { revokedAt: now, revokedBy: cause });',
    to: 'void cause;',
  },
  'adds a day to each pause': {
    file: 'features/subscriptions/subscription-pauses.ts',
    from: `.set((eb) => ({ remainingSeconds: eb('expiresAt', '-', now), expiresAt: null }))`,
    to: `.set((eb) => ({ remainingSeconds: eb('expiresAt', '-', now - 86_400), expiresAt: null }))`,
  },
  'finds users of every application': {
    file: 'database/names.ts',
    from: `export function userOfName(db: Database, { id }: Pick<ApplicationRow, 'id'>, username: string) {
  return db
    .selectFrom('users')
    .where('users.applicationId', '=', id)`,
    to: `export function userOfName(db: Database, { id }: Pick<ApplicationRow, 'id'>, username: string) {
  return db
    .selectFrom('users')
    .where('users.applicationId', '!=', \`\${id}?\`)`,
  },
  'writes in a dry run': {
    file: 'api/seller-api.ts',
    from: 'if (!result.ok || isDryRun(request)) throw',
    to: 'if (!result.ok) throw',
  },
  'accepts the answer of another request': {
    file: 'src/answer.ts',
    from: 'json.challenge === request.challenge &&',
    to: `json.challenge !== '' &&`,
  },
  'accepts a forged answer': {
    file: 'src/signature.ts',
    from: 'verify(null, bytes, key, given))',
    to: 'verify(null, bytes, key, given) || given.length > 0)',
  },
  'keeps the old password': {
    file: 'features/users/change-password.ts',
    from: '.set({ passwordHash, passwordIsKey })',
    to: '.set({ passwordIsKey })',
  },
} satisfies Record<string, Mutant>;

export const mutantNames = Object.keys(mutants);

/** Changes the product's source from now on. Throws if the text does not occur exactly once. */
export function plant(name: string): void {
  const mutant = Object.entries<Mutant>(mutants).find(([known]) => known === name)?.[1];
  if (mutant === undefined) throw new Error(`There is no mutant "${name}".`);
  const { file, from, to } = mutant;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(file)) return loaded;
      const text = Buffer.from(loaded.source as Uint8Array).toString('utf8'); // Node read a file
      if (text.split(from).length !== 2) throw new Error(`"${name}" does not fit ${file}`);
      return { ...loaded, source: text.replace(from, () => to) };
    },
  });
}

/** Found within 5 s each, so that `npm run test:all` can try them. */
export const quickestMutants = [
  'redeems a used key',
  'finds users of every application',
  'does not store the outcome of a challenge',
] satisfies (keyof typeof mutants)[];
