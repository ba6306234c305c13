// The main script of a windowless Electron, in which the test process runs the conformance cases of
// the Http and Downloads adapters by name.
import type { Session } from 'electron';
import {
  createElectronDownloads,
  createElectronHttp,
} from '../../src/main/adapters/http-electron.ts';
import type { FaultAddresses } from '../support/fault-server.ts';
import { downloadCases } from './download-conformance.ts';
import { seenOf } from './http-requests.ts';
import { httpCases, runHttpCase } from './http-conformance.ts';

/** The global `cases`, which the test process uses once Electron is ready. */
export interface ElectronCases {
  readonly run: (name: string, at: FaultAddresses) => Promise<unknown>;
  readonly download: (name: string, at: FaultAddresses) => Promise<unknown>;
  readonly ask: (session: Session, url: string, newConnection?: boolean) => Promise<unknown>;
  /** Sends two requests after a change from English to German, the second on a new connection. */
  readonly askInGerman: (url: string) => Promise<unknown>;
}

const cases: ElectronCases = {
  run: async (name, at) => {
    const wanted = httpCases.find((httpCase) => httpCase.name === name);
    if (wanted === undefined) throw new Error(`no case ${name}`);
    return runHttpCase(wanted, createElectronHttp, at);
  },
  download: async (name, at) => {
    const wanted = downloadCases.find((downloadCase) => downloadCase.name === name);
    if (wanted === undefined) throw new Error(`no case ${name}`);
    return wanted.run(createElectronDownloads, at);
  },
  ask: async (session, url, newConnection = false) => {
    const { signal } = new AbortController();
    const http = createElectronHttp({ sessionOf: () => session });
    return seenOf(await http.send({ method: 'GET', url, newConnection, signal }));
  },
  askInGerman: async (url) => {
    const { signal } = new AbortController();
    let language = 'en';
    const http = createElectronHttp({ language: () => language });
    language = 'de';
    const reused = seenOf(await http.send({ method: 'GET', url, signal }));
    return [reused, seenOf(await http.send({ method: 'GET', url, newConnection: true, signal }))];
  },
};

Object.assign(globalThis, { cases });
