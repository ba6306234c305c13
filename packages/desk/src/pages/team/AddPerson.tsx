// Adds a person in at most three steps: who it is, the first balance of a reseller, and the link of
// the invitation.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../../client/failure-text.ts';
import { useLanguage } from '../../copy/language.ts';
import { amountParameters, amountsProblem, type Amounts } from '../balance/amounts.ts';
import { AmountRows } from '../balance/AmountRows.tsx';
import { useFilledDialog } from '../../parts/use-filled-dialog.ts';
import { invitationLink } from './secrets.ts';
import { ShownOnce } from '../../changes/ShownOnce.tsx';
import { personProblems, WhoFields, type Who } from './WhoFields.tsx';
import { useAddPerson } from './use-add-person.ts';

export function AddPerson({ onLeave }: { readonly onLeave: () => void }) {
  const language = useLanguage();
  const { addPerson, frame } = language.copy;
  const [who, setWho] = useState<Who>({ role: 'Manager', name: '', rights: [], levels: [] });
  const [amounts, setAmounts] = useState<Amounts>({});
  const [step, setStep] = useState<'who' | 'balance'>('who');
  const [isTried, setTried] = useState(false);
  const { request, isAdded, failure } = useAddPerson();
  const filled = useFilledDialog(onLeave);
  const name = who.name.trim();
  const problems = personProblems(addPerson, who);
  const balanceProblem = amountsProblem(language, amounts, 'give', () => 0);
  const isLast = who.role === 'Manager' || step === 'balance';
  const goesBack = step === 'balance' && !isAdded;
  const failed = failure === null ? null : failureText(language, failure);
  const submit = () => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    if (!isLast) setStep('balance');
    else if (balanceProblem === null)
      request.mutate({ account: parametersOf(who), balance: amountParameters(amounts, 'give') });
  };
  if (request.data !== undefined)
    return <ShownOnce {...invitationLink(language, name, request.data)} onLeave={onLeave} />;
  return (
    <FormDialog
      key={step}
      onInput={filled.onInput}
      title={step === 'who' ? addPerson.title : addPerson.balanceTitle(name)}
      text={step === 'who' ? addPerson.text : addPerson.balanceText}
      submitLabel={isLast ? addPerson.create : addPerson.next}
      cancelLabel={goesBack ? frame.back : frame.cancel}
      pending={request.isPending}
      error={step === 'balance' ? (balanceProblem ?? failed) : failed}
      onSubmit={submit}
      onLeave={goesBack ? () => setStep('who') : filled.onLeave}
    >
      {step === 'who' ? (
        <WhoFields
          who={who}
          problems={isTried ? problems : null}
          fixed={isAdded}
          onChange={setWho}
        />
      ) : (
        <AmountRows amounts={amounts} onChange={setAmounts} present={null} />
      )}
    </FormDialog>
  );
}

function parametersOf({ role, name, rights, levels }: Who) {
  const user = name.trim();
  return role === 'Manager'
    ? { role, user, scopes: rights.join(',') }
    : { role, user, keylevels: levels.join(',') };
}
