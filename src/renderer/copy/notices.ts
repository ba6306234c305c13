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
  const fact =
    exitCode !== null
      ? ` It ended with exit code ${exitCode}.`
      : signal !== null
        ? ` It was stopped by the system (${signal}).`
        : '';
  return {
    well: false,
    title: `${brand} closed unexpectedly`,
    text: `You can launch it again.${fact}`,
  };
}
