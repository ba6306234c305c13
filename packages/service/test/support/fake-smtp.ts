// A minimal SMTP server on 127.0.0.1 that records mails and can refuse or stall.
import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and body as received. */
  readonly raw: string;
  readonly text: string;
}

export interface FakeSmtp {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** `silent` accepts connections but sends no greeting until the mode changes. */
  setMode: (mode: 'willing' | 'unwilling' | 'silent') => void;
  readonly close: () => Promise<void>;
}

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const greetings: (() => void)[] = [];
  let mode: 'willing' | 'unwilling' | 'silent' = 'willing';
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const begin = () => serve(socket, () => mode === 'unwilling', mails);
    if (mode === 'silent') greetings.push(begin);
    else begin();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    mails,
    setMode(next) {
      mode = next;
      if (next !== 'silent') for (const begin of greetings.splice(0)) begin();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(socket: Socket, isUnwilling: () => boolean, mails: ReceivedMail[]): void {
  let [buffer, from, to, inData] = ['', '', '', false];
  socket.setEncoding('utf8');
  socket.write('220 fake ESMTP\r\n');
  socket.on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        mails.push({ from, to, raw: line, text: bodyOf(line) });
        socket.write('250 kept\r\n');
        continue;
      }
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === 'MAIL') from = address;
      if (verb === 'RCPT') to = address;
      if (verb === 'RCPT' && isUnwilling()) socket.write(`550 no such user ${address}\r\n`);
      else if (verb === 'DATA') {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else socket.write('250 well\r\n');
    }
  });
}

/** Returns the body, decoded if it is quoted-printable. */
function bodyOf(raw: string): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  if (!/quoted-printable/i.test(raw)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
