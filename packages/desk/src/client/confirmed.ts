// Requests the password again if the service wants it before a change.
import { usePasswordRequest } from '../session/PasswordGate.tsx';
import { failureOf } from '@latchkey/web/failure.ts';

/**
 * Returns a function that sends a request, and sends it again after the password was entered. A
 * cancelled password request fails with `cancelled`.
 */
export function useConfirmed() {
  const requestPassword = usePasswordRequest();
  return async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await send();
    } catch (error) {
      if (failureOf(error).code !== 'password-needed') throw error;
      await requestPassword();
      return send();
    }
  };
}
