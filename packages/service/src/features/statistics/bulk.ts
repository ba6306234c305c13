// The seller API operation `countrows`: counts the rows that a bulk operation would affect.
import type { bulkApi, CountedType } from '@latchkey/protocol/seller/bulk.ts';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { isInGrace } from '../subscriptions/grace.ts';
import type { Tables } from '../../database/schema.ts';
import { isNamed, typedName } from '../../database/names.ts';
import { done, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';

export const bulk: SellerHandlers<typeof bulkApi> = {
  async countrows(call, { operation, name = '' }) {
    return done({ count: String(await counts[operation](call, name)) });
  },
};

type Counter = (call: SellerCall, name: string) => Promise<number>;

const counts: Readonly<Record<CountedType, Counter>> = {
  addtime: (call) => countLicenses(call, 'unused'),
  delunused: (call) => countLicenses(call, 'unused'),
  delused: (call) => countLicenses(call, 'used'),
  delalllicenses: (call) => countRows(call, 'licenses'),
  delexpusers: countExpiredUsers,
  delallusers: (call) => countRows(call, 'users'),
  resetalluser: countUsersWithComputer,
  extend: (call, name) =>
    name === '' ? countRows(call, 'users') : countSubscriptions(call, name, 'any'),
  setvar: (call) => countRows(call, 'users'),
  massUserVarDelete: async ({ reader: db, application }, name) => {
    const rows = db
      .selectFrom('userVariables')
      .innerJoin('users', 'users.id', 'userVariables.userId')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('users.applicationId', '=', application.id)
      .where(isNamed('userVariables', typedName(name)));
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
  pauseapp: (call) => countOfPlans(call, (eb) => eb('subscriptions.expiresAt', '>', call.now)),
  unpauseapp: (call) =>
    countOfPlans(call, (eb) => eb('subscriptions.pausedWithApplication', '=', 1)),
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
            .innerJoin('plans', 'plans.id', 'subscriptions.planId')
            .select('planId')
            .whereRef('userId', '=', 'users.id')
            .where((inner) =>
              inner.or([
                inner('expiresAt', '>', now),
                inner('remainingSeconds', 'is not', null),
                isInGrace(now),
              ]),
            ),
        ),
      ),
    );
  return (await rows.executeTakeFirstOrThrow()).count;
}

async function countUsersWithComputer({ reader: db, application }: SellerCall): Promise<number> {
  const rows = db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('applicationId', '=', application.id)
    .where((eb) =>
      eb.or(
        (['devices', 'offlinePasses'] as const).map((table) =>
          eb.exists(eb.selectFrom(table).select('hwid').whereRef('userId', '=', 'users.id')),
        ),
      ),
    );
  return (await rows.executeTakeFirstOrThrow()).count;
}

function countSubscriptions(
  call: SellerCall,
  name: string,
  state: 'any' | 'running' | 'paused',
): Promise<number> {
  return countOfPlans(call, (eb) => {
    const running = eb('subscriptions.expiresAt', '>', call.now);
    const paused = eb('subscriptions.remainingSeconds', 'is not', null);
    const inState = { any: eb.or([running, paused]), running, paused }[state];
    return eb.and([isNamed('plans', typedName(name)), inState]);
  });
}

/** Counts the subscriptions of the application. */
async function countOfPlans(
  { reader: db, application }: SellerCall,
  condition: (eb: ExpressionBuilder<Tables, 'subscriptions' | 'plans'>) => Expression<SqlBool>,
): Promise<number> {
  const rows = db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('plans.applicationId', '=', application.id)
    .where(condition);
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
