// `latchkey serve`: the license service in this process, with the arguments of `npm run service`.
import { serve, serveUsage } from '@latchkey/service/administration';
import type { Command } from '../command.ts';

export const serveCommand: Command = {
  words: 'serve',
  summary: 'Run the license service',
  isLocal: true,
  run: () => Promise.reject(new Error('It takes all arguments by itself.')),
  async takesAll(argv, streams, { env, stop }) {
    if (!argv.includes('--help')) return serve(argv, env, streams, stop);
    streams.stdout.write(`${serveUsage}\n`);
    return 0;
  },
};
