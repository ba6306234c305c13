// The seller API operation `countrows`: counts the rows that a bulk operation would affect.
import type { bulkApi, BulkType } from '@latchkey/protocol/seller/bulk.ts';
import { isNamed, typed } from '../../database/names.ts';
import { done, type SellerRuns, type SellerCall } from '../../api/seller-call.ts';

export const bulk: SellerRuns<typeof bulkApi> = {
  async countrows(call, { operation, name = '' }) {
    return done({ count: String(await counts[operation](call, name)) });
  },
};

type Count = (call: SellerCall, name: string) => Promise<number>;

const counts: Readonly<Record<BulkType, Count>> = {
  addtime: (call) => licenses(call, 'unused'),
  delunused: (call) => licenses(call, 'unused'),
  delused: (call) => licenses(call, 'used'),
  delalllicenses: (call) => ofApplication(call, 'licenses'),
  delexpusers: expiredUsers,
  delallusers: (call) => ofApplication(call, 'users'),
  resetalluser: (call) => ofApplication(call, 'users'),
  extend: (call) => ofApplication(call, 'users'),
  setvar: (call) => ofApplication(call, 'users'),
  massUserVarDelete: async ({ reader: db, application }, name) => {
    const rows = db
      .selectFrom('userVariables')
      .innerJoin('users', 'users.id', 'userVariables.userId')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('users.applicationId', '=', application.id)
      .where('userVariables.name', '=', name);
    return (await rows.executeTakeFirstOrThrow()).count;
  },
  delappsub: (call, name) => subscriptions(call, name, 'any'),
  pausesub: (call, name) => subscriptions(call, name, 'running'),
  unpausesub: (call, name) => subscriptions(call, name, 'paused'),
  delallvars: (call) => ofApplication(call, 'variables'),
  delallfiles: (call) => ofApplication(call, 'files'),
  delallwebhooks: (call) => ofApplication(call, 'webhooks'),
  delallbuttons: (call) => ofApplication(call, 'buttons'),
  killall: async ({ reader: db, application, now }) => {
    const rows = db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('applicationId', '=', application.id)
      .where('expiresAt', '>', now);
    return (await rows.executeTakeFirstOrThrow()).count;
  },
  delchannel: messages,
  clearchannel: messages,
  delblacks: (call) => ofApplication(call, 'blacklist'),
  delallwhites: (call) => ofApplication(call, 'whitelist'),
  dellogs: (call) => ofApplication(call, 'logs'),
  delauditlog: (call) => ofApplication(call, 'auditLogs'),
};

type Listed =
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

async function ofApplication(
  { reader: db, application }: SellerCall,
  table: Listed,
): Promise<number> {
  const rows = db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('applicationId', '=', application.id);
  return (await rows.executeTakeFirstOrThrow()).count;
}

async function licenses(
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

async function expiredUsers({ reader: db, application, now }: SellerCall): Promise<number> {
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

async function subscriptions(
  { reader: db, application, now }: SellerCall,
  name: string,
  which: 'any' | 'running' | 'paused',
): Promise<number> {
  const rows = db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('plans.applicationId', '=', application.id)
    .where(isNamed('plans', typed(name)))
    .where((eb) => {
      const running = eb('subscriptions.expiresAt', '>', now);
      const paused = eb('subscriptions.remainingSeconds', 'is not', null);
      if (which === 'any') return eb.or([running, paused]);
      return which === 'running' ? running : paused;
    });
  return (await rows.executeTakeFirstOrThrow()).count;
}

async function messages({ reader: db, application }: SellerCall, name: string): Promise<number> {
  const rows = db
    .selectFrom('chatMessages')
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.applicationId', '=', 'chatMessages.applicationId')
        .onRef('channels.name', '=', 'chatMessages.channel'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chatMessages.applicationId', '=', application.id)
    .where(isNamed('channels', typed(name)));
  return (await rows.executeTakeFirstOrThrow()).count;
}
