// Asks what a change would do, without doing it.
import { useQuery } from '@tanstack/react-query';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import { useSend } from '../client/seller.ts';
import { useApplication } from '../session/application.ts';

export interface TimeChange {
  readonly user: string;
  readonly subscription: string;
  readonly seconds: number;
}

/** Of operations that have dry runs; each has some of these. */
interface DryRun {
  readonly takenBack?: readonly TimeChange[];
  readonly givenBack?: readonly TimeChange[];
  readonly deleted?: number;
}

/** Always asked again, because the answer decides whether to go on. */
export function useDryRun(type: SellerType, parameters: object, enabled: boolean) {
  const { name } = useApplication();
  const send = useSend();
  return useQuery({
    queryKey: ['dry-run', name, type, parameters],
    queryFn: async (): Promise<DryRun> => {
      const answer: object = await send(type, { ...parameters, dryrun: '1' });
      return answer;
    },
    staleTime: Infinity,
    gcTime: 0,
    enabled,
  });
}
