// A fake window.loader for tests of the page. It answers from a script, records calls and publishes
// snapshots. Like the preload, it is installed before the page's scripts and has exactly the
// contract's commands.
import type { Page } from '@playwright/test';
import { commandNames, type CommandName } from '../../src/shared/commands.ts';
import { commands, type CommandReply, type LoaderBridge } from '../../src/shared/contract.ts';
import type { Failure, Result } from '../../src/shared/failure.ts';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import type { Session } from '../../src/shared/session.ts';

/** `hold` leaves the command in flight until `answer` or a cancel. */
export type Reply<Name extends CommandName> =
  | 'hold'
  | { readonly result: Result<CommandReply<Name>>; readonly then?: Session };

export interface BridgeScript {
  readonly info: LoaderInfo;
  readonly session: Session;
  /** A snapshot to publish before `getSession` answers with the previous one. */
  readonly meanwhile?: Session;
  /** The answers to each other command in turn; the last one repeats. Default: ok. */
  readonly replies?: { readonly [Name in CommandName]?: readonly Reply<Name>[] };
  /** The answer to a held command that is cancelled. */
  readonly cancelled: Failure;
}

export interface RecordedCall {
  readonly name: CommandName;
  readonly input: unknown;
}

interface Stage {
  readonly calls: RecordedCall[];
  readonly violations: string[];
  readonly publish: (session: Session) => void;
  readonly answer: (name: CommandName, result: Result<unknown>) => void;
}

declare global {
  interface Window {
    stage: Stage;
  }
}

/** Commands whose reply has no value. */
type CommandWithoutValue = {
  [Name in CommandName]: CommandReply<Name> extends null ? Name : never;
}[CommandName];
const repliesWithValue = {
  describe: true,
  getSession: true,
  redeem: true,
  listRedeemed: true,
  removeRedeemed: true,
  requestDevice: true,
  readComputers: true,
  renameComputer: true,
  readSessions: true,
  endSessions: true,
  showReport: true,
  sendReport: true,
  readCommunity: true,
  readChat: true,
  sendChat: true,
  readOptions: true,
  readLicenses: true,
  readSentRequests: true,
  saveOption: true,
  offerTwoFactor: true,
  turnOnTwoFactor: true,
  offerRecoveryCodes: true,
  saveRecoveryCodes: true,
  readClipboard: true,
} as const satisfies Record<Exclude<CommandName, CommandWithoutValue>, true>;

interface Contract {
  readonly names: readonly CommandName[];
  readonly withValue: readonly string[];
}

/** Runs in the page, so it must not use variables of this module. */
function install([script, contract]: readonly [BridgeScript, Contract]): void {
  const calls: RecordedCall[] = [];
  const violations: string[] = [];
  const listeners = new Set<(session: Session) => void>();
  const held: { name: CommandName; settle: (result: Result<unknown>) => void }[] = [];
  const turns = new Map<CommandName, number>();
  let session = script.session;

  const publish = (next: Session) => {
    session = next;
    for (const listener of listeners) listener(next);
  };
  const answer = (name: CommandName, result: Result<unknown>) => {
    const index = held.findIndex((one) => one.name === name);
    if (index === -1) throw new Error(`${name} is not held`);
    held.splice(index, 1)[0]?.settle(result);
  };
  const nextReply = (name: CommandName): Reply<CommandName> | undefined => {
    const queue: readonly Reply<CommandName>[] = script.replies?.[name] ?? [];
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    return queue[Math.min(turn, queue.length - 1)];
  };
  const call = (name: CommandName, input: unknown): Promise<Result<unknown>> => {
    calls.push({ name, input });
    if (name === 'describe') return Promise.resolve({ ok: true, value: script.info });
    if (name === 'getSession') {
      const value = session;
      if (script.meanwhile !== undefined) publish(script.meanwhile);
      return Promise.resolve({ ok: true, value });
    }
    if (name === 'cancel')
      for (const one of held.splice(0)) one.settle({ ok: false, failure: script.cancelled });
    const reply = nextReply(name);
    if (reply === undefined) {
      if (contract.withValue.includes(name)) reportError(`the script has no answer of ${name}`);
      return Promise.resolve({ ok: true, value: null });
    }
    if (reply === 'hold') return new Promise((settle) => held.push({ name, settle }));
    if (reply.then !== undefined) publish(reply.then);
    return Promise.resolve(reply.result);
  };
  const onSession: LoaderBridge['onSession'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const loader = {
    ...(Object.fromEntries(
      contract.names.map((name) => [name, (input: unknown) => call(name, input)]),
    ) as Omit<LoaderBridge, 'onSession'>), // as in the preload: exactly the commands
    onSession,
  } satisfies LoaderBridge;
  document.addEventListener('securitypolicyviolation', (event) => {
    violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
  Object.defineProperty(window, 'loader', { value: loader });
  window.stage = { calls, violations, publish, answer };
}

export interface FakeBridge {
  readonly calls: () => Promise<readonly RecordedCall[]>;
  readonly inputsOf: (name: CommandName) => Promise<readonly unknown[]>;
  readonly publish: (session: Session) => Promise<void>;
  readonly answer: <Name extends CommandName>(
    name: Name,
    result: Result<CommandReply<Name>>,
  ) => Promise<void>;
  readonly violations: () => Promise<readonly string[]>;
  /** The calls whose input the real bridge would reject. */
  readonly refusedInputs: () => Promise<readonly RecordedCall[]>;
}

/** Must be called before the page opens. */
export async function installFakeBridge(page: Page, script: BridgeScript): Promise<FakeBridge> {
  const contract = { names: commandNames, withValue: Object.keys(repliesWithValue) };
  await page.addInitScript(install, [script, contract] as const);
  const calls = () => page.evaluate(() => window.stage.calls);
  return {
    calls,
    inputsOf: async (name) =>
      (await calls()).filter((call) => call.name === name).map(({ input }) => input),
    publish: (session) => page.evaluate((given) => window.stage.publish(given), session),
    answer: (name, result) =>
      page.evaluate(([given, value]) => window.stage.answer(given, value), [name, result] as const),
    violations: () => page.evaluate(() => window.stage.violations),
    refusedInputs: async () =>
      (await calls()).filter(({ name, input }) => !commands[name].safeParse(input).success),
  };
}
