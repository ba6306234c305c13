// The loader's use cases behind the bridge.
import { fail } from '../../shared/failure.ts';
import { type LoaderConfig } from '../../shared/config.ts';
import { type Handlers } from '../../shared/contract.ts';
import { type LoaderInfo } from '../../shared/session.ts';
import { createFailures } from './failures.ts';
import {
  type AppLauncher,
  type Clock,
  type HardwareSource,
  type Http,
  type Log,
  type RandomHex,
  type Vault,
  type View,
} from './ports.ts';

export interface LoaderParts {
  readonly config: LoaderConfig;
  readonly info: LoaderInfo;
  readonly http: Http;
  readonly clock: Clock;
  readonly hardware: HardwareSource;
  readonly vault: Vault;
  readonly launcher: AppLauncher;
  readonly view: View;
  readonly log: Log;
  readonly randomHex: RandomHex;
}

export interface Loader {
  readonly handlers: Handlers;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

export function createLoader(parts: LoaderParts): Loader {
  const failures = createFailures(parts.log, parts.randomHex);
  const notYet = () => fail(failures.make({ code: 'out-of-order' }));
  return {
    handlers: {
      describe: () => ({ ok: true, value: parts.info }),
      getSession: () => ({
        ok: true,
        value: { revision: 0, phase: { kind: 'starting' }, notice: null, step: null },
      }),
      signIn: notYet,
      submitCode: notYet,
      goBack: notYet,
      cancel: notYet,
      redeem: notYet,
      launch: notYet,
      retry: notYet,
      signOut: notYet,
      dismissNotice: notYet,
      openLink: notYet,
    },
    start: () => Promise.resolve(),
    stop: () => undefined,
  };
}
