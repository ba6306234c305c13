// Typed requests of the seller API for the application that the page shows.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SellerType, sellerApi } from '@latchkey/protocol/seller-api.ts';
import type { z } from 'zod';
import { useApplication } from '../session/application.ts';
import { usePost } from '../session/use-post.ts';
import { useConfirmed } from './confirmed.ts';

type Spec<Type extends SellerType> = (typeof sellerApi)[Type];

/** The fields of a successful answer, as they are on the wire. */
export type AnswerTo<Type extends SellerType> = z.input<Spec<Type>['answer']> & {
  readonly message: string;
};

/** All values are texts, as in the seller API. Undefined parameters are left out. */
export type ParametersOf<Type extends SellerType> = {
  readonly [Name in keyof z.input<Spec<Type>['request']>]?: string | undefined;
};

/**
 * The beginning of the keys of everything that is read about an application.
 * SECURITY: apart from the other keys, whatever the application is called, so that a sign-out
 * forgets it.
 */
export function keyOf(name: string): readonly string[] {
  return ['application', name];
}

/** Returns a function that sends an operation for the application. It throws RequestFailed. */
export function useSend() {
  const application = useApplication();
  const post = usePost();
  return async <Type extends SellerType>(
    type: Type,
    parameters: ParametersOf<Type>,
  ): Promise<AnswerTo<Type>> => {
    const fields = await post(type, { ...parameters, application: application.name }, application);
    return fields as AnswerTo<Type>; // the service tests every answer against this specification
  };
}

/** Reads with an operation. The answer is read again after each change. */
export function useAsk<Type extends SellerType>(
  type: Type,
  parameters: ParametersOf<Type>,
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  const { name } = useApplication();
  const send = useSend();
  return useQuery({
    queryKey: [...keyOf(name), type, parameters],
    queryFn: () => send(type, parameters),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/**
 * Changes with an operation. Requests the password again if the service wants it, and reads
 * everything again after a change. A cancelled password request fails with `cancelled`.
 */
export function useChange<Type extends SellerType>(type: Type) {
  const { name } = useApplication();
  const send = useSend();
  const confirmed = useConfirmed();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (parameters: ParametersOf<Type>) => confirmed(() => send(type, parameters)),
    // A lost answer may belong to a change that was made.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(name) }),
  });
}
