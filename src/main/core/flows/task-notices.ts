// Notifies a user who is in another window when a task of the program is done or fails.
import type { TaskKind } from '../../../shared/program.ts';
import { type CoreParts } from '../parts.ts';

export function showTaskEnd(
  { state, systemNotices }: Pick<CoreParts, 'state' | 'systemNotices'>,
  task: TaskKind,
  isDone: boolean,
): void {
  if (!systemNotices.requestAttention()) return;
  if (!state.get().systemNotices || !systemNotices.isSupported()) return;
  systemNotices.show({ kind: 'task-ended', task, isDone });
}
