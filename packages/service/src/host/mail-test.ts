// Checks the mail server, for `latchkey doctor` and `latchkey mail test`.
import { mailServerFault, sendOneMail } from '../outbound/mail.ts';
import { StartProblem } from '../start-problem.ts';
import { catchRefusals, refused, type CommandResult } from './administering.ts';
import type { Finding } from './inspection.ts';
import type { Environment } from './run.ts';

const noSettings =
  'There are no mail settings. Set LATCHKEY_SMTP_FILE to the file that the service uses.';

/** Sends a mail to `to`, so that the seller sees whether it arrives. */
export function sendTestMail(environment: Environment, to: string): Promise<CommandResult<null>> {
  return catchRefusals(async () => {
    const file = environment.LATCHKEY_SMTP_FILE ?? '';
    if (file === '') return refused(noSettings);
    const fault = await sendOneMail(file, {
      to,
      subject: 'Latchkey: test',
      text: 'This mail was sent by "latchkey mail test". The mail settings of the service work.\n',
    });
    return fault === null ? { ok: true, value: null } : refused(faultText(fault));
  });
}

/** No finding without mail settings, because mail is optional. */
export async function mailFindings(environment: Environment): Promise<readonly Finding[]> {
  const file = environment.LATCHKEY_SMTP_FILE ?? '';
  if (file === '') return [];
  const what = 'The mail server';
  const fault = await mailServerFault(file).catch((error: unknown) => {
    if (error instanceof StartProblem) return error;
    throw error;
  });
  if (fault === null) return [{ isOk: true, what: `${what} accepts the service`, advice: '' }];
  return [
    { isOk: false, what, advice: fault instanceof StartProblem ? fault.message : faultText(fault) },
  ];
}

function faultText(fault: string): string {
  return `The mail server did not accept the connection or the mail (${fault}). Check url in the mail settings, the network and the mail server. "latchkey mail test" sends a mail.`;
}
