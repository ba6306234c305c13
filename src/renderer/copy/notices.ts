// The words of the lines above a screen.
import type { Notice } from '../../shared/session.ts';

export const noticeCopy = {
  dismiss: 'Close this message',
  endsSoon: '{name} ends in {left}',
  endsSoonText: 'On {date}. Renew it or redeem a key to go on without a break.',
} as const;

type Exit = Extract<Notice, { readonly kind: 'app-exited' }>;

export interface ExitWords {
  readonly well: boolean;
  readonly title: string;
  readonly text: string | null;
}

export function exitWords({ exitCode, signal }: Exit, brand: string): ExitWords {
  if (exitCode === 0) return { well: true, title: `${brand} was closed`, text: null };
  const why = signal === null ? '' : 'The system stopped it. ';
  const number =
    exitCode === null ? '' : ` It gave the number ${exitCode} as its reason: name it when you ask.`;
  return {
    well: false,
    title: `${brand} closed unexpectedly`,
    text: `${why}You can launch it again. If it happens once more, ask for help.${number}`,
  };
}
