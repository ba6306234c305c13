// Ports of the connection check. Each probe answers or stays silent; the check limits the time.
import { type Http } from '@latchkey/client/ports.ts';

export interface CheckHost {
  /** False is reliable; true is not. */
  readonly isOnline: () => boolean;
  /** Opens the probes of one check. They share no connection with earlier requests. */
  readonly open: (hostname: string) => Probes;
  readonly readFolders: () => Promise<FolderFacts>;
}

export interface Probes {
  /** Behaves like the loader's usual one, in a separate session without its connections. */
  readonly http: Http;
  /** The same network stack, for the portal probe, whose errors `networkError` ignores. */
  readonly plainHttp: Http;
  /** Returns the addresses of that family; empty if the name has none or is unknown. */
  readonly addresses: (host: string, family: IpFamily) => Promise<readonly string[]>;
  /** Returns the kind of the first proxy for the URL, such as `DIRECT`, `PROXY` or `SOCKS5`. */
  readonly proxyKind: (url: string) => Promise<string>;
  /** Opens and closes one connection without a proxy. Sends nothing. */
  readonly connect: (host: string, port: number, family: IpFamily) => Promise<ConnectOutcome>;
  /** The verdict about the last certificate of `hostname`; null before any. */
  readonly certificate: () => CertificateFacts | null;
  /** The network stack's name of the last error, such as `CONNECTION_RESET`; null if unknown. */
  readonly networkError: () => string | null;
}

export type IpFamily = 4 | 6;

/** `none`: no address of this family. `away`: no route, or another error. */
export type ConnectOutcome = 'open' | 'refused' | 'silent' | 'away' | 'none';

export interface CertificateFacts {
  /** The network stack's verdict: `OK`, or a name such as `CERT_DATE_INVALID`. */
  readonly verdict: string;
  /** Whether the chain ends at a root that comes with the network stack. */
  readonly isKnownRoot: boolean;
  /** As the certificate has it. */
  readonly issuer: string;
}

export interface FolderFacts {
  readonly isDataFolderWritable: boolean;
  /** The smallest free space of the disks with data and program; null if unknown. */
  readonly freeBytes: number | null;
  /** Null if the program is part of the package. */
  readonly isProgramFolderWritable: boolean | null;
}
