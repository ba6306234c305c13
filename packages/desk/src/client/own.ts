// Typed requests of the desk's own operations, about the person who is signed in.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { deskApi, DeskType } from '@latchkey/protocol/desk-api.ts';
import type { z } from 'zod';
import { meKey } from '../session/me.ts';
import { usePost } from '../session/use-post.ts';
import { useConfirmed } from './confirmed.ts';

type Spec<Type extends DeskType> = (typeof deskApi)[Type];

export type OwnAnswer<Type extends DeskType> = z.input<Spec<Type>['answer']>;

export type OwnParameters<Type extends DeskType> = {
  readonly [Name in keyof z.input<Spec<Type>['request']>]?: string | undefined;
};

const ownKey = 'own';

function useSendOwn<Type extends DeskType>(type: Type) {
  const post = usePost();
  return async (parameters: OwnParameters<Type>): Promise<OwnAnswer<Type>> => {
    const fields: unknown = await post(type, parameters);
    return fields as OwnAnswer<Type>; // the service tests every answer against this specification
  };
}

/** Reads with an operation that has no parameters. */
export function useOwn<Type extends DeskType>(type: Type) {
  const send = useSendOwn(type);
  return useQuery({ queryKey: [ownKey, type], queryFn: () => send({}) });
}

/** Like `useChange`, for an operation about the person. */
export function useOwnChange<Type extends DeskType>(type: Type) {
  const client = useQueryClient();
  const send = useSendOwn(type);
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: (parameters: OwnParameters<Type>) => confirmed(() => send(parameters)),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [ownKey] });
      await client.invalidateQueries({ queryKey: meKey });
    },
  });
}
