// Reads lists of the seller API page by page. The service remembers where a page ended, so that the
// next page continues there.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import { useApplication } from '../session/application.ts';
import { keyOf, useSend, type AnswerTo, type ParametersOf } from './seller.ts';

/** Operations whose answers have pages, with the field of their rows. */
const rowFields = {
  fetchallkeys: 'keys',
  fetchallusers: 'users',
  fetchallaccounts: 'accounts',
  fetchbalance: 'entries',
  fetchcustomers: 'customers',
  fetchallsubs: 'subs',
  fetchallvars: 'vars',
  fetchalluservars: 'vars',
  fetchhistory: 'history',
  fetchalllogs: 'logs',
  fetchauditlog: 'auditlog',
  fetchallwebhooks: 'webhooks',
  fetchallchats: 'chats',
  fetchallmutes: 'mutes',
  fetchmessages: 'messages',
  fetchallblacks: 'blacklists',
  fetchallwhites: 'whitelists',
  fetchallsessions: 'sessions',
  fetchreleases: 'releases',
  fetchdeliveries: 'deliveries',
  fetchsales: 'sales',
  fetchallshops: 'shops',
  fetchshopevents: 'events',
} as const satisfies { readonly [Type in SellerType]?: keyof AnswerTo<Type> };

export type ListType = keyof typeof rowFields;

export type RowOf<Type extends ListType> = AnswerTo<Type>[(typeof rowFields)[Type] &
  keyof AnswerTo<Type>] extends readonly (infer Row)[]
  ? Row
  : never;

const pageRows = 50;
/** The largest page, for downloads. */
const exportRows = 10_000;

export interface List<Row> {
  readonly rows: readonly Row[];
  /** True until the first page is there. */
  readonly isPending: boolean;
  /** The rows of earlier filters are shown while new ones are read. */
  readonly isStale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Null if no more rows follow. */
  readonly showMore: (() => void) | null;
  readonly isReadingMore: boolean;
}

export function useList<Type extends ListType>(
  type: Type,
  parameters: Omit<ParametersOf<Type>, 'offset' | 'limit'>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): List<RowOf<Type>> {
  const { name } = useApplication();
  const send = useSend();
  const query = useInfiniteQuery({
    queryKey: [...keyOf(name), type, 'list', parameters],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => send(type, page(parameters, pageParam, pageRows)),
    getNextPageParam: (last, all) => (last.more === true ? all.length * pageRows : undefined),
    placeholderData: keepPreviousData,
    enabled,
  });
  const pages = query.data?.pages ?? [];
  return {
    rows: pages.flatMap((answer) => rowsOf(type, answer)),
    isPending: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    showMore: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isReadingMore: query.isFetchingNextPage,
  };
}

/** Returns a function that reads all rows, for a download. `onRows` reports the number so far. */
export function useReadAll<Type extends ListType>(type: Type) {
  const send = useSend();
  return async (
    parameters: Omit<ParametersOf<Type>, 'offset' | 'limit'>,
    onRows: (count: number) => void,
  ): Promise<readonly RowOf<Type>[]> => {
    const rows: RowOf<Type>[] = [];
    for (;;) {
      const answer = await send(type, page(parameters, rows.length, exportRows));
      rows.push(...rowsOf(type, answer));
      onRows(rows.length);
      if (answer.more !== true) return rows;
    }
  };
}

function page<Type extends ListType>(
  parameters: Omit<ParametersOf<Type>, 'offset' | 'limit'>,
  offset: number,
  limit: number,
): ParametersOf<Type> {
  return { ...parameters, offset: String(offset), limit: String(limit) };
}

function rowsOf<Type extends ListType>(type: Type, answer: AnswerTo<Type>) {
  const field: string = rowFields[type];
  const rows: unknown = Object.entries(answer).find(([name]) => name === field)?.[1];
  return rows as readonly RowOf<Type>[]; // `rowFields` names lists of the specification
}
