// Sends mail by the seller's own server. It is never waited for by more than a request can bear, and never given up on before
// its own time is over.
// SECURITY: neither addresses nor what servers say is logged: some repeat the mail.
import type { Logger } from 'pino';
import { readMailSettings, type MailSettings } from './mail-settings.ts';
import { errorCode } from '../start-problem.ts';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Where users reach this service, without a slash at its end. */
  readonly publicUrl: string;
  /**
   * `slow`: it is still being sent, and a failure is only logged. One that failed can be tried again at once.
   */
  readonly send: (letter: Letter) => Promise<'sent' | 'failed' | 'slow'>;
  /** Waits a little for what is being sent, then breaks it off. */
  readonly close: () => Promise<void>;
}

export interface MailOptions {
  readonly log: Pick<Logger, 'warn'>;
  /** How long `send` and `close` wait. */
  readonly waitMs?: number;
}

export const productionWaitMs = 4000;
/** Of each step of a delivery, and of all of them. */
const stepMs = 10_000;
const wholeMs = 30_000;

/** Throws StartProblem for settings that cannot be used. Does not ask the server anything. */
export async function openMailer(file: string, options: MailOptions): Promise<Mailer> {
  const settings = readMailSettings(file);
  const deliver = await openTransport(settings);
  const { log, waitMs = productionWaitMs } = options;
  const underWay = new Set<Promise<unknown>>();
  return {
    publicUrl: settings.publicUrl,
    async send(letter) {
      const sending = deliver(letter).then(
        () => 'sent' as const,
        (error: unknown) => {
          log.warn({ code: errorCode(error) }, 'Could not send a mail');
          return 'failed' as const;
        },
      );
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
      return within(sending, waitMs, 'slow' as const);
    },
    async close() {
      await within(Promise.all(underWay), waitMs, null);
    },
  };
}

/** Loaded only where mail is sent: the service starts without it otherwise. */
async function openTransport(settings: MailSettings): Promise<(letter: Letter) => Promise<void>> {
  const { createTransport } = await import('nodemailer');
  const { host, port, secure, local, user, password, from } = settings;
  return async (letter) => {
    // A connection of its own for each: there are few, and none is left open.
    const transport = createTransport({
      host,
      port,
      secure,
      // SECURITY: never unencrypted over a network, whatever the server offers.
      requireTLS: !secure && !local,
      ...(user !== '' && { auth: { user, pass: password } }),
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      dnsTimeout: stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const late = setTimeout(() => transport.close(), wholeMs);
    late.unref();
    try {
      const { to, subject, text } = letter;
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    } finally {
      clearTimeout(late);
      transport.close();
    }
  };
}

async function within<T, U>(work: Promise<T>, waitMs: number, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
