// The application that the page shows, and what the person may do in it.
import { createContext, useContext } from 'react';
import {
  isScopeAccepted,
  sellerScopes,
  type SellerNeed,
} from '@latchkey/protocol/seller-scopes.ts';
import type { Me } from '@latchkey/protocol/desk-api.ts';

export type Application = Me['applications'][number];

export const ApplicationContext = createContext<Application | null>(null);

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (application === null) throw new Error('This page is outside an application.');
  return application;
}

/** Whether to draw what needs `need`. The service decides what is allowed. */
export function may({ scopes }: Pick<Application, 'scopes'>, need: SellerNeed): boolean {
  return sellerScopes.some((scope) => scopes.includes(scope) && isScopeAccepted(scope, need));
}

export function useMay(need: SellerNeed): boolean {
  return may(useApplication(), need);
}
