// The changes of plans, which the seller API calls subscriptions.
import { maxComputers, maxGraceDays, maxTrialDays } from '@latchkey/protocol/limits.ts';
import {
  change,
  type Count,
  type DeskParts,
  type MakeChange,
  type Typed,
  type Words,
} from '../../changes/change.ts';
import { isFromTo, required, type Fields } from '../../changes/fields.ts';
import type { RowOf } from '../../client/list.ts';
import type { Copy } from '../../copy/copy.ts';

export type Plan = RowOf<'fetchallsubs'>;

export const addPlan: MakeChange = (desk) => {
  const { plans } = desk.copy;
  return change({
    operation: 'addsub',
    words: ({ name = '' }) => ({
      title: plans.add,
      text: plans.addText,
      submit: plans.add,
      done: plans.addDone(name.trim()),
    }),
    fields: {
      name: { label: plans.name, problem: required(plans.nameMissing) },
      ...planNumbers(desk, { level: '', computers: '1', gracedays: '0' }),
    },
  });
};

export function editPlan(plan: Plan): MakeChange {
  return (desk) => {
    const { plans, frame } = desk.copy;
    const { name } = plan;
    return change({
      operation: 'editsub',
      parameters: { sub: name },
      words: {
        title: plans.editTitle(name),
        text: plans.editText,
        submit: frame.save,
        done: plans.editDone(name),
      },
      fields: planNumbers(desk, plan),
    });
  };
}

export function pausePlan({ name }: Plan): MakeChange {
  return ({ copy: { plans } }) =>
    change({
      operation: 'pausesub',
      parameters: { subscription: name },
      danger: true,
      countOf: () => name,
      words: forUsers(plans, plans.pauseNobody, (users) => ({
        title: plans.pauseTitle(name),
        text: plans.pauseText(users),
        submit: plans.pauseSubmit(users),
        done: plans.pauseDone(name),
      })),
    });
}

export function resumePlan({ name }: Plan): MakeChange {
  return ({ copy: { plans } }) =>
    change({
      operation: 'unpausesub',
      parameters: { subscription: name },
      countOf: () => name,
      words: forUsers(plans, plans.resumeNobody, (users) => ({
        title: plans.resumeTitle(name),
        text: plans.resumeText(users),
        submit: plans.resumeSubmit(users),
        done: plans.resumeDone(name),
      })),
    });
}

export function deletePlan({ name }: Plan): MakeChange {
  return ({ copy: { plans } }) =>
    change({
      operation: 'delappsub',
      parameters: { name },
      danger: true,
      countOf: () => name,
      allowsNone: true,
      words: forUsers(plans, plans.deleteNobody, (users, count) => ({
        title: plans.deleteTitle(name),
        text: plans.deleteText(count, users),
        submit: plans.deleteSubmit(name),
        done: plans.deleteDone(name),
      })),
    });
}

/** Words that name the number of users, once they are counted. */
function forUsers(
  plans: Copy['plans'],
  nobody: string,
  words: (users: string, count: number) => Words,
): (typed: Typed, count: Count) => Words {
  return (_, { text, number }) => {
    const counted = words(plans.count(number ?? 0, text), number ?? 0);
    if (number === null) return { ...counted, text: plans.counting };
    return number === 0 ? { ...counted, text: nobody } : counted;
  };
}

function planNumbers(
  { copy: { plans }, formats }: DeskParts,
  plan: Pick<Plan, 'level' | 'computers' | 'gracedays' | 'trialdays'>,
): Fields {
  const { level, computers, gracedays, trialdays = '0' } = plan;
  return {
    level: {
      label: plans.level,
      hint: plans.levelHint,
      value: level,
      input: { inputMode: 'numeric' },
      problem: (typed) => (/^(0|[1-9]\d{0,11})$/.test(typed.trim()) ? null : plans.levelWrong),
    },
    computers: {
      label: plans.computers,
      hint: plans.computersHint,
      value: computers,
      input: { inputMode: 'numeric' },
      problem: (typed) =>
        isFromTo(typed, 1, maxComputers)
          ? null
          : plans.computersWrong(formats.number(maxComputers)),
    },
    gracedays: {
      label: plans.grace,
      hint: plans.graceHint,
      value: gracedays,
      input: { inputMode: 'numeric' },
      problem: (typed) =>
        isFromTo(typed, 0, maxGraceDays) ? null : plans.graceWrong(formats.number(maxGraceDays)),
    },
    trialdays: {
      label: plans.trial,
      hint: plans.trialHint,
      value: trialdays,
      input: { inputMode: 'numeric' },
      problem: (typed) =>
        isFromTo(typed, 0, maxTrialDays) ? null : plans.graceWrong(formats.number(maxTrialDays)),
    },
  };
}
