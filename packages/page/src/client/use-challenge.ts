// The challenge of a form: it makes a repeated request one.
import { useRef } from 'react';
import { failureOf, type Failure } from '@latchkey/web/failure.ts';

export interface Challenge {
  /** Sends a request. A retry has the same challenge until the service has answered. */
  readonly send: <Answer>(request: (challenge: string) => Promise<Answer>) => Promise<Answer>;
  /** Called when a field changes, which makes it another request. */
  readonly renew: () => void;
}

export function useChallenge(): Challenge {
  const current = useRef(newChallenge());
  const renew = () => {
    current.current = newChallenge();
  };
  return {
    renew,
    async send(request) {
      try {
        const answer = await request(current.current);
        renew();
        return answer;
      } catch (error) {
        if (!isUnanswered(failureOf(error))) renew();
        throw error;
      }
    },
  };
}

/** Whether the service may have done what the request asked for. */
export function isUnanswered({ code }: Failure): boolean {
  return ['no-connection', 'no-answer-in-time', 'internal'].includes(code) || /^http-5/.test(code);
}

function newChallenge(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
