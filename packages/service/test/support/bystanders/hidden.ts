// Hides bystanders from the queries of a test. The service itself sees all rows.
import {
  AndNode,
  AliasNode,
  OperationNodeTransformer,
  TableNode,
  IdentifierNode,
  WhereNode,
  sql,
  type DeleteQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type QueryId,
  type SelectQueryNode,
  type UpdateQueryNode,
} from 'kysely';
import type { Database } from '../../../src/database/schema.ts';
import type { Table } from './tables.ts';
import { firstLetters } from './twin-rows.ts';

/** Changes only queries of the query builder. Raw SQL still sees all rows. */
export function withoutBystanders(db: Database, tables: readonly Pick<Table, 'name' | 'ids'>[]) {
  const filter = new BystanderFilter(new Map(tables.map(({ name, ids }) => [name, ids])));
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => filter.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return db.withPlugin(plugin);
}

class BystanderFilter extends OperationNodeTransformer {
  readonly #ids: ReadonlyMap<string, readonly string[]>;
  constructor(ids: ReadonlyMap<string, readonly string[]>) {
    super();
    this.#ids = ids;
  }

  protected override transformSelectQuery(node: SelectQueryNode, id?: QueryId): SelectQueryNode {
    const inner = super.transformSelectQuery(node, id);
    const joined = (inner.joins ?? []).map(({ table }) => table);
    return this.#hide(inner, [...(inner.from?.froms ?? []), ...joined]);
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, id?: QueryId): UpdateQueryNode {
    const inner = super.transformUpdateQuery(node, id);
    return this.#hide(inner, inner.table === undefined ? [] : [inner.table]);
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, id?: QueryId): DeleteQueryNode {
    const inner = super.transformDeleteQuery(node, id);
    return this.#hide(inner, inner.from.froms);
  }

  #hide<Node extends { readonly where?: WhereNode }>(
    node: Node,
    from: readonly OperationNode[],
  ): Node {
    const conditions = from.flatMap((one) => this.#conditions(one));
    const [first, ...others] = [...(node.where ? [node.where.where] : []), ...conditions];
    if (first === undefined || conditions.length === 0) return node;
    const all = others.reduce((conjunction, one) => AndNode.create(conjunction, one), first);
    return { ...node, where: WhereNode.create(all) };
  }

  #conditions(from: OperationNode): readonly OperationNode[] {
    const table = AliasNode.is(from) ? from.node : from;
    if (!TableNode.is(table)) return [];
    const { name } = table.table.identifier;
    const alias = AliasNode.is(from) && IdentifierNode.is(from.alias) ? from.alias.name : name;
    return (this.#ids.get(name) ?? []).map((id) =>
      sql`substr(coalesce(${sql.ref(`${alias}.${id}`)}, 'x'), 1, 1) not in (${sql.raw(firstLetters)})`.toOperationNode(),
    );
  }
}
