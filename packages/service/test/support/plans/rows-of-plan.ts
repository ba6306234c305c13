// Counts the rows that PostgreSQL read for a plan, as it prints it after the run.

export function rowsOf(plan: unknown): number {
  const node = new Map<string, unknown>(Object.entries(Object(plan) as object));
  const number = (name: string) => Number(node.get(name) ?? 0);
  const below = [node.get('Plans') ?? []].flat().reduce<number>((sum, one) => sum + rowsOf(one), 0);
  const type = String(node.get('Node Type'));
  // The rows of a bitmap are counted when they are read from the table.
  const isRead = / Scan$/.test(type) && !/^(Subquery|Function|Values|CTE|Bitmap Index)/.test(type);
  if (!isRead) return below;
  const removed = number('Rows Removed by Filter') + number('Rows Removed by Index Recheck');
  // All numbers are those of one loop.
  return below + (number('Actual Rows') + removed) * number('Actual Loops');
}
