// `latchkey signing-key`: the key that loaders trust, in the data on this machine.
import { resetSigningKey } from '../../service/host/administration.ts';
import type { Command } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { dataOption, placeOf, valueOf } from './applications.ts';

const reset: Command = {
  words: 'signing-key reset',
  summary: 'After a loss: take the key that is there for the one of this data, or make a new one',
  notes: [
    'Loaders that trust another key refuse every answer from then on: they need the public key that is shown.',
    'It works on the data folder, or on the database that DATABASE_URL names.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    secret: { help: "the same for the service's secret; what the old one sealed is lost" },
    ...yesOption,
  },
  async run(call) {
    const lost = 'Loaders in use will refuse this service unless they know the new key. Go on?';
    if (!(await confirm(call, lost)))
      return { document: { success: false, message: 'Nothing was done.' }, hasFailed: true };
    const reset = await resetSigningKey(placeOf(call), call.given.isOn('secret'));
    const { publicKey } = valueOf(reset);
    return { document: { success: true, publicKey }, lines: [`Public key: ${publicKey}`] };
  },
};

export const signingKeyCommands: readonly Command[] = [reset];
