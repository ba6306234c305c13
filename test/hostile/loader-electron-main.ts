// The main script of a windowless Electron that runs the loader of the hostile cases with
// Electron's Http adapter.
import { createElectronHttp } from '../../src/main/adapters/http-electron.ts';
import { type Credentials, drive, type Driven, type Plan, type Seen } from './drive.ts';

/** The global `rider`, which the test process uses once Electron is ready. */
export interface ElectronRunner {
  /** `stalls`: the clock advances when `letTimePass` is called. */
  readonly begin: (plan: Plan, stalls: boolean) => Promise<Seen>;
  readonly letTimePass: () => void;
  readonly again: (as: Credentials) => Promise<Seen>;
  readonly stop: () => void;
}

let driven: Driven | null = null;
let letTimePass = (): void => undefined;

const rider: ElectronRunner = {
  begin: async (plan, stalls) => {
    const stuck = stalls ? new Promise<void>((resolve) => (letTimePass = resolve)) : null;
    driven = await drive(createElectronHttp(), plan, stuck);
    return driven.seen();
  },
  letTimePass: () => letTimePass(),
  again: (as) => {
    if (driven === null) throw new Error('nothing was begun');
    return driven.again(as);
  },
  stop: () => {
    driven?.stop();
    driven = null;
  },
};

Object.assign(globalThis, { rider });
