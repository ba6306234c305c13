// Notifies a user who is in another window when a task of the program is done or fails.
import { type CoreParts } from '../parts.ts';
import { type TasksParts } from '../tasks.ts';

export function createTaskNotices({
  state,
  systemNotices,
}: Pick<CoreParts, 'state' | 'systemNotices'>): TasksParts['onEnd'] {
  return (task, isDone) => {
    if (!systemNotices.requestAttention()) return;
    if (!state.get().systemNotices || !systemNotices.isSupported()) return;
    systemNotices.show({ kind: 'task-ended', task, isDone });
  };
}
