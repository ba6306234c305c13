// Builds triggers that repeat each change in the twins, so that a statement without the right
// condition hits them, and that record all other writes to bystanders.
import type { Dialect, Table } from './tables.ts';
import {
  updateTwins,
  insertTwins,
  isBystander,
  isMirrored,
  isOwn,
  recordChange,
} from './twin-rows.ts';

/** The table of each dialect that records writes to bystanders. */
export const journals: Readonly<Record<Dialect, string>> = {
  sqlite: 'bystander_touches',
  postgresql: 'bystanders.touches',
};
const columns = '(name text not null, ids text not null, row_key text, change text not null)';

export interface Triggers {
  readonly before: readonly string[];
  /** Adds twins of inserted rows. */
  readonly mirroring: readonly string[];
  /** Repeats changes in the twins and records other writes to bystanders. */
  readonly watching: readonly string[];
}

export function triggersFor(dialect: Dialect, tables: readonly Table[]): Triggers {
  return dialect === 'sqlite' ? sqliteTriggers(tables) : postgresqlTriggers(tables);
}

/** A SQLite trigger cannot see what fired it, so the triggers share a flag in a table. */
function sqliteTriggers(tables: readonly Table[]): Triggers {
  const trigger = (table: Table, name: string, when: string, statements: readonly string[]) =>
    `create trigger bystander_${table.name}_${name} ${when} begin ${statements.join('; ')}; end`;
  const whileMirroring = (statement: string) => [
    'update bystander_mirroring set now = 1',
    statement,
    'update bystander_mirroring set now = 0',
  ];
  const idle = '(select now from bystander_mirroring) = 0';
  return {
    before: [
      `create table ${journals.sqlite} ${columns}`,
      'create table bystander_mirroring (now integer not null)',
      'insert into bystander_mirroring values (0)',
    ],
    mirroring: tables.filter(isMirrored).map((table) => {
      const when = `before insert on "${table.name}" when ${isOwn(table)}`;
      return trigger(table, 'mirror', when, whileMirroring(insertTwins(table)));
    }),
    watching: tables.flatMap((table) => {
      const { name } = table;
      const [old, fresh] = [isBystander(table, 'old'), isBystander(table, 'new')];
      const watch = (after: string, kind: Parameters<typeof recordChange>[1], whose: string) =>
        trigger(table, kind, `after ${after} on "${name}" when ${whose} and ${idle}`, [
          recordChange(table, kind, journals.sqlite),
        ]);
      const follow = trigger(
        ...([table, 'follow', `after update on "${name}" when ${isOwn(table)}`] as const),
        whileMirroring(updateTwins(table, 'update or ignore')),
      );
      return [
        ...(isMirrored(table) ? [follow] : []),
        watch('insert', 'inserted', fresh),
        watch('update', 'updated', `(${old} or ${fresh})`),
        watch('delete', 'deleted', old),
      ];
    }),
  };
}

function postgresqlTriggers(tables: readonly Table[]): Triggers {
  const trigger = (
    { name }: Table,
    [what, when]: readonly [string, string],
    statements: readonly string[],
  ) => [
    `create function bystanders."${what}_${name}"() returns trigger language plpgsql as $$
     begin ${statements.join(';\n')}; end $$`,
    `create trigger "bystander_${what}" ${when} on "${name}" for each row execute function bystanders."${what}_${name}"()`,
  ];
  const recordTouch = (table: Table, kind: Parameters<typeof recordChange>[1]) =>
    `if pg_trigger_depth() = 1 then ${recordChange(table, kind, journals.postgresql)}; end if`;
  return {
    before: ['create schema bystanders', `create table ${journals.postgresql} ${columns}`],
    mirroring: tables.flatMap((table) =>
      trigger(
        table,
        ['insert', 'before insert'],
        [
          `if ${isBystander(table, 'new')} then ${recordTouch(table, 'inserted')}`,
          ...(isMirrored(table) ? [`elsif ${isOwn(table)} then ${insertTwins(table)}`] : []),
          'end if',
          'return new',
        ],
      ),
    ),
    watching: tables.flatMap((table) => [
      ...trigger(
        table,
        ['update', 'after update'],
        [
          `if ${isBystander(table, 'old')} or ${isBystander(table, 'new')} then ${recordTouch(table, 'updated')}`,
          ...(isMirrored(table)
            ? [
                `elsif ${isOwn(table)} then begin ${updateTwins(table)}; exception when unique_violation then null; end`,
              ]
            : []),
          'end if',
          'return null',
        ],
      ),
      ...trigger(
        table,
        ['delete', 'after delete'],
        [
          `if ${isBystander(table, 'old')} then ${recordTouch(table, 'deleted')}`,
          'end if',
          'return null',
        ],
      ),
    ]),
  };
}
