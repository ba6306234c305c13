// Sends mail through the seller's own server. A request waits only briefly, and sending continues
// afterwards.
// SECURITY: never logs email addresses or servers' replies, because some replies repeat the mail.
import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import { readMailSettings, type MailSettings } from './mail-settings.ts';
import { errorCode } from '../start-problem.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

export interface MailCounts {
  readonly sent: number;
  readonly failed: number;
}

export interface Mailer {
  /** The URL at which users reach this service, without a trailing slash. */
  readonly publicUrl: string;
  /**
   * `slow`: the mail is still being sent, and a failure is only logged. `failed`: the caller may
   * retry immediately.
   */
  readonly send: (mail: Mail) => Promise<'sent' | 'failed' | 'slow'>;
  /** Like `send`, but waits until the server has answered or all time limits have passed. */
  readonly deliver: (mail: Mail) => Promise<'sent' | 'failed'>;
  /** The mails since the start that the server accepted, and that failed. */
  readonly counts: () => MailCounts;
  /** Waits briefly for mails in flight. */
  readonly close: () => Promise<void>;
}

export interface MailOptions {
  readonly log: Pick<Logger, 'warn'>;
  /** How long `send` and `close` wait. */
  readonly waitMs?: number;
}

export const productionWaitMs = 4000;
/** Timeouts of each step of sending, and of all steps together. */
const stepMs = 10_000;
const totalMs = 30_000;

/** Throws StartProblem for unusable settings. Does not contact the server. */
export async function openMailer(file: string, options: MailOptions): Promise<Mailer> {
  const settings = readMailSettings(file);
  const deliver = await openTransport(settings);
  const { log, waitMs = productionWaitMs } = options;
  const inFlight = new Set<Promise<unknown>>();
  const counts = { sent: 0, failed: 0 };
  const begin = (mail: Mail) => {
    const sending = deliver(mail).then(
      () => 'sent' as const,
      (error: unknown) => {
        log.warn({ code: errorCode(error) }, 'Could not send a mail');
        return 'failed' as const;
      },
    );
    inFlight.add(sending);
    void sending.then((result) => {
      counts[result] += 1;
      inFlight.delete(sending);
    });
    return sending;
  };
  return {
    publicUrl: settings.publicUrl,
    counts: () => counts,
    deliver: begin,
    send: (mail) => within(begin(mail), waitMs, 'slow' as const),
    async close() {
      await within(Promise.all(inFlight), waitMs, null);
    },
  };
}

/**
 * Connects and signs in to the mail server, without a mail. Returns the code of the failure, or
 * null. Throws StartProblem for unusable settings.
 */
export async function mailServerFault(file: string): Promise<string | null> {
  const connect = await openConnection(readMailSettings(file));
  return faultOf(connect(async (transport) => void (await transport.verify())));
}

/** Sends one mail and waits for the server's answer. Returns like `mailServerFault`. */
export async function sendOneMail(file: string, mail: Mail): Promise<string | null> {
  const deliver = await openTransport(readMailSettings(file));
  return faultOf(deliver(mail));
}

function faultOf(work: Promise<void>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => errorCode(error) || 'no reason given',
  );
}

async function openTransport(settings: MailSettings): Promise<(mail: Mail) => Promise<void>> {
  const connect = await openConnection(settings);
  return ({ to, ...content }) =>
    connect(async (transport) => {
      const { from } = settings;
      await transport.sendMail({ from, to: { name: '', address: to }, ...content });
    });
}

/** Imports nodemailer only for services that send mail. */
async function openConnection(settings: MailSettings) {
  const { createTransport } = await import('nodemailer');
  const { host, port, secure, local, user, password } = settings;
  return async (work: (transport: Transporter) => Promise<void>): Promise<void> => {
    // Each mail has its own connection, because mails are few and no connection should stay open.
    const transport = createTransport({
      host,
      port,
      secure,
      // SECURITY: no mail crosses a network unencrypted, even if the server offers nothing else.
      requireTLS: !secure && !local,
      ...(user !== '' && { auth: { user, pass: password } }),
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      dnsTimeout: stepMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const timer = setTimeout(() => transport.close(), totalMs);
    timer.unref();
    try {
      await work(transport);
    } finally {
      clearTimeout(timer);
      transport.close();
    }
  };
}

async function within<T, U>(work: Promise<T>, waitMs: number, fallback: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(fallback), waitMs);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
