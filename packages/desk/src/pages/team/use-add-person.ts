// Adds an account, grants its first balance, and invites the person. If one of the requests fails,
// the next attempt continues with it.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '@latchkey/web/failure.ts';
import { useChange, type ParametersOf } from '../../client/seller.ts';

export interface NewPerson {
  readonly account: ParametersOf<'addAccount'> & { readonly user: string };
  readonly balance: Omit<ParametersOf<'setbalance'>, 'username'>;
}

export function useAddPerson() {
  const add = useChange('addAccount');
  const grant = useChange('setbalance');
  const invite = useChange('inviteaccount');
  const [isAdded, setAdded] = useState(false);
  const [isGranted, setGranted] = useState(false);
  const request = useMutation({
    mutationFn: async ({ account, balance }: NewPerson) => {
      const { user } = account;
      if (!isAdded) await add.mutateAsync(account);
      setAdded(true);
      if (!isGranted && Object.keys(balance).length > 0)
        await grant.mutateAsync({ username: user, ...balance });
      setGranted(true);
      return invite.mutateAsync({ user });
    },
  });
  const failure = request.error === null ? null : failureOf(request.error);
  return { request, isAdded, failure: failure?.code === 'cancelled' ? null : failure };
}
