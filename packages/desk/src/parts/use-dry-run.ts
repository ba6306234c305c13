// Asks what a change would do, without doing it.
import { useQuery } from '@tanstack/react-query';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import { useSend, type ParametersOf } from '../client/seller.ts';
import { useApplication } from '../session/application.ts';

/** Operations that have dry runs. */
type DryRunType = {
  [Type in SellerType]: 'dryrun' extends keyof ParametersOf<Type> ? Type : never;
}[SellerType];

/** Always asked again, because the answer decides whether to go on. */
export function useDryRun<Type extends DryRunType>(type: Type, parameters: ParametersOf<Type>) {
  const { name } = useApplication();
  const send = useSend();
  return useQuery({
    queryKey: ['dry-run', name, type, parameters],
    queryFn: () => send(type, { ...parameters, dryrun: '1' }),
    staleTime: Infinity,
    gcTime: 0,
  });
}
