// Changes of a plan for all of its users. Each counts the users first.
import { useAsk } from '../../client/seller.ts';
import { failureOf } from '../../client/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useLanguage } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import type { Plan } from './PlanForm.tsx';

interface PlanChangeProps {
  readonly plan: Plan;
  readonly onLeave: () => void;
}

export function PausePlan({ plan: { name }, onLeave }: PlanChangeProps) {
  const { plans } = useLanguage().copy;
  const users = useUsers('pausesub', name);
  return (
    <ChangeDialog
      type="pausesub"
      parameters={{ subscription: name }}
      title={plans.pauseTitle(name)}
      text={users.problem ?? (users.isNobody ? plans.pauseNobody : plans.pauseText(users.text))}
      submit={plans.pauseSubmit(users.text)}
      danger
      ready={users.isSome}
      done={() => plans.pauseDone(name)}
      onLeave={onLeave}
    />
  );
}

export function ResumePlan({ plan: { name }, onLeave }: PlanChangeProps) {
  const { plans } = useLanguage().copy;
  const users = useUsers('unpausesub', name);
  return (
    <ChangeDialog
      type="unpausesub"
      parameters={{ subscription: name }}
      title={plans.resumeTitle(name)}
      text={users.problem ?? (users.isNobody ? plans.resumeNobody : plans.resumeText(users.text))}
      submit={plans.resumeSubmit(users.text)}
      ready={users.isSome}
      done={() => plans.resumeDone(name)}
      onLeave={onLeave}
    />
  );
}

export function DeletePlan({ plan: { name }, onLeave }: PlanChangeProps) {
  const { plans } = useLanguage().copy;
  const users = useUsers('delappsub', name);
  return (
    <ChangeDialog
      type="delappsub"
      parameters={{ name }}
      title={plans.deleteTitle(name)}
      text={
        users.problem ??
        (users.isNobody ? plans.deleteNobody : plans.deleteText(users.count, users.text))
      }
      submit={plans.deleteSubmit(name)}
      danger
      ready={users.isSome || users.isNobody}
      done={() => plans.deleteDone(name)}
      onLeave={onLeave}
    />
  );
}

function useUsers(operation: 'pausesub' | 'unpausesub' | 'delappsub', name: string) {
  const language = useLanguage();
  const { plans } = language.copy;
  const query = useAsk('countrows', { operation, name });
  const count = query.data === undefined ? null : Number(query.data.count);
  return {
    isSome: count !== null && count > 0,
    isNobody: count === 0,
    count: count ?? 0,
    text: plans.count(count ?? 0, count === null ? '…' : language.formats.number(count)),
    /** Why there is no count. */
    problem: query.isError
      ? failureText(language, failureOf(query.error))
      : query.isPending
        ? plans.counting
        : null,
  };
}
