// How requests wait for a new sign-in after the session ended.
import { createContext, useContext } from 'react';

/** Resolves after a sign-in of the same person. Rejects if the person leaves instead. */
export type SignInRequest = () => Promise<void>;

export const SignInContext = createContext<SignInRequest>(() => Promise.resolve());

export function useSignInRequest(): SignInRequest {
  return useContext(SignInContext);
}
