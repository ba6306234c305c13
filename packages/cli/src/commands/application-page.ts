// `latchkey app page`: names the customers' page of an application, in the service's database.
import type { Command } from '../command.ts';
import {
  applicationOptions,
  dataFolderNote,
  dataLocationOf,
  dataOption,
  valueOrThrow,
} from './applications.ts';

const page: Command = {
  words: 'app page',
  summary: "Names the customers' page of an application",
  notes: [
    dataFolderNote,
    'The page is at /my/<pagename> of a service that runs with --page (docs/page.md).',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    ...applicationOptions,
    pagename: {
      value: 'NAME',
      required: true,
      help: '3 to 40 lower case letters, digits or dashes; "" removes the page',
    },
    renew: { value: 'URL', help: 'https link of "Renew" on the page; "" removes it' },
  },
  async run(call) {
    const { args } = call;
    const { setPage } = await import('@latchkey/service/administration');
    const set = valueOrThrow(
      await setPage(dataLocationOf(call), {
        name: args.text('name') ?? '',
        ownerid: args.text('ownerid'),
        pagename: args.text('pagename') ?? '',
        renew: args.text('renew'),
      }),
    );
    const line =
      set.path === null
        ? `The application "${set.name}" has no page.`
        : `The page of "${set.name}" is at ${set.path}.`;
    return { document: { success: true, ...set }, lines: [line] };
  },
};

export const applicationPageCommands: readonly Command[] = [page];
