// The link with which a person accepts an invitation in the desk.
import type { CliCall } from './command.ts';
import { readServiceAddress } from './service-address.ts';

/** The token is in the fragment, so that it reaches no log. */
export function invitationLink({ args, env }: Pick<CliCall, 'args' | 'env'>, token: string) {
  const given = args.text('url') ?? env['LATCHKEY_URL'];
  const path = `/desk/invitation#${token}`;
  return given === undefined || given === ''
    ? [`Link        URL${path}`, 'URL is where the desk is, such as https://desk.example.com.']
    : [
        `Link        ${readServiceAddress(given)}${path}`,
        'If the desk has another URL, replace the beginning of the link.',
      ];
}
