// The seller API operation `countrows`: counts the rows that a bulk operation would affect.
import type { bulkApi, BulkType } from '@latchkey/protocol/seller/bulk.ts';
import { isNamed, typedName } from '../../database/names.ts';
import { done, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';

export const bulk: SellerHandlers<typeof bulkApi> = {
  async countrows(call, { operation, name = '' }) {
    return done({ count: String(await counts[operation](call, name)) });
  },
};

type Counter = (call: SellerCall, name: string) => Promise<number>;

const counts: Readonly<Record<BulkType, Counter>> = {
  addtime: (call) => countLicenses(call, 'unused'),
  delunused: (call) => countLicenses(call, 'unused'),
  delused: (call) => countLicenses(call, 'used'),
  delalllicenses: (call) => countRows(call, 'licenses'),
  delexpusers: countExpiredUsers,
  delallusers: (call) => countRows(call, 'users'),
  resetalluser: (call) => countRows(call, 'users'),
  extend: (call) => countRows(call, 'users'),
  setvar: (call) => countRows(call, 'users'),
  massUserVarDelete: async ({ reader: db, application }, name) => {
    const rows = db
      .selectFrom('userVariables')
      .innerJoin('users', 'users.id', 'userVariables.userId')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('users.applicationId', '=', application.id)
      .where('userVariables.name', '=', name);
    return (await rows.executeTakeFirstOrThrow()).count;
  },
  delappsub: (call, name) => countSubscriptions(call, name, 'any'),
  pausesub: (call, name) => countSubscriptions(call, name, 'running'),
  unpausesub: (call, name) => countSubscriptions(call, name, 'paused'),
  delallvars: (call) => countRows(call, 'variables'),
  delallfiles: (call) => countRows(call, 'files'),
  delallwebhooks: (call) => countRows(call, 'webhooks'),
  delallbuttons: (call) => countRows(call, 'buttons'),
  killall: async ({ reader: db, application, now }) => {
    const rows = db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('applicationId', '=', application.id)
      .where('expiresAt', '>', now);
    return (await rows.executeTakeFirstOrThrow()).count;
  },
  delchannel: countMessages,
  clearchannel: countMessages,
  delblacks: (call) => countRows(call, 'blacklist'),
  delallwhites: (call) => countRows(call, 'whitelist'),
  dellogs: (call) => countRows(call, 'logs'),
  delauditlog: (call) => countRows(call, 'auditLogs'),
};

type CountedTable =
  | 'licenses'
  | 'users'
  | 'variables'
  | 'files'
  | 'webhooks'
  | 'buttons'
  | 'blacklist'
  | 'whitelist'
  | 'logs'
  | 'auditLogs';

async function countRows(
  { reader: db, application }: SellerCall,
  table: CountedTable,
): Promise<number> {
  const rows = db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('applicationId', '=', application.id);
  return (await rows.executeTakeFirstOrThrow()).count;
}

async function countLicenses(
  { reader: db, application }: SellerCall,
  status: 'unused' | 'used',
): Promise<number> {
  const rows = db
    .selectFrom('licenses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('applicationId', '=', application.id)
    .where('status', '=', status);
  return (await rows.executeTakeFirstOrThrow()).count;
}

async function countExpiredUsers({ reader: db, application, now }: SellerCall): Promise<number> {
  const rows = db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('applicationId', '=', application.id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subscriptions')
            .select('planId')
            .whereRef('userId', '=', 'users.id')
            .where((inner) =>
              inner.or([inner('expiresAt', '>', now), inner('remainingSeconds', 'is not', null)]),
            ),
        ),
      ),
    );
  return (await rows.executeTakeFirstOrThrow()).count;
}

async function countSubscriptions(
  { reader: db, application, now }: SellerCall,
  name: string,
  state: 'any' | 'running' | 'paused',
): Promise<number> {
  const rows = db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('plans.applicationId', '=', application.id)
    .where(isNamed('plans', typedName(name)))
    .where((eb) => {
      const running = eb('subscriptions.expiresAt', '>', now);
      const paused = eb('subscriptions.remainingSeconds', 'is not', null);
      if (state === 'any') return eb.or([running, paused]);
      return state === 'running' ? running : paused;
    });
  return (await rows.executeTakeFirstOrThrow()).count;
}

async function countMessages(
  { reader: db, application }: SellerCall,
  name: string,
): Promise<number> {
  const rows = db
    .selectFrom('chatMessages')
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.applicationId', '=', 'chatMessages.applicationId')
        .onRef('channels.name', '=', 'chatMessages.channel'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chatMessages.applicationId', '=', application.id)
    .where(isNamed('channels', typedName(name)));
  return (await rows.executeTakeFirstOrThrow()).count;
}
