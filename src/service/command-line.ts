// The arguments of the service's command.
import { parseArgs } from 'node:util';

export interface Arguments {
  readonly dataFolder: string;
  readonly port: number;
  readonly demo: boolean;
  readonly json: boolean;
}

export const usage = `Usage: npm run service -- --data DIR [--port N] [--demo] [--json]
  --data DIR  keep everything in this folder; made where it is missing
  --port N    listen on 127.0.0.1 at this port (8080); 0 takes any free one
  --demo      fill an empty folder with demo accounts and keys
  --json      print one line of JSON once the service listens

Variables:
  DATABASE_URL               keep the data in this PostgreSQL database; files stay in the folder
  LATCHKEY_SIGNING_KEY_FILE  the signing key (signing-key.pem in the folder); needed with DATABASE_URL`;

/** A sentence where they cannot be understood. */
export function readArguments(argv: readonly string[]): Arguments | { readonly problem: string } {
  let given;
  try {
    given = parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string' },
        port: { type: 'string', default: '8080' },
        demo: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch {
    return { problem: 'An argument is not known or lacks its value.' };
  }
  const { data, port, demo, json } = given;
  if (data === undefined || data === '') return { problem: '--data is missing.' };
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    return { problem: '--port must be a number from 0 to 65535.' };
  return { dataFolder: data, port: Number(port), demo, json };
}
