// The page that makes keys: the form, the progress, and the result.
import { PackagePlus } from 'lucide';
import { useState } from 'react';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useCopy } from '../../../copy/language.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Page } from '../../../parts/Page.tsx';
import { hrefOf } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import { usePlans } from '../use-plans.ts';
import { firstChoice } from './choice.ts';
import { Interrupted } from './Interrupted.tsx';
import { MadeKeys } from './MadeKeys.tsx';
import { MakeForm } from './MakeForm.tsx';
import { MakeProgress } from './MakeProgress.tsx';
import { useMaking } from './use-making.ts';

export function MakePage() {
  const { licenses } = useCopy();
  const { name } = useApplication();
  const { query, plans } = usePlans();
  const { making, make, resume, goOn, stop, reset } = useMaking();
  // Kept for the next keys and after a failure.
  const [choice, setChoice] = useState(firstChoice);
  return (
    <Page
      title={licenses.making.title}
      back={{ href: hrefOf(name, 'licenses'), label: licenses.title }}
    >
      {making.kind === 'form' && (
        <Loaded query={query} lines={6}>
          {() =>
            plans.length === 0 ? (
              <NoPlans />
            ) : (
              <MakeForm
                plans={plans}
                choice={choice.level === '' ? { ...choice, level: plans[0]?.level ?? '' } : choice}
                change={setChoice}
                failure={making.failure}
                onSubmit={make}
              />
            )
          }
        </Loaded>
      )}
      {making.kind === 'interrupted' && (
        <Interrupted {...making} onContinue={() => resume(making.batch)} onLeave={reset} />
      )}
      {(making.kind === 'running' || making.kind === 'stopped') && (
        <MakeProgress making={making} onStop={stop} onContinue={() => goOn(making)} />
      )}
      {making.kind === 'done' && (
        <MadeKeys
          {...making}
          onAgain={() => {
            // The same order would return the same keys.
            setChoice({ ...choice, order: '' });
            reset();
          }}
        />
      )}
    </Page>
  );
}

function NoPlans() {
  const { making } = useCopy().licenses;
  return <Empty icon={PackagePlus} title={making.noPlans} text={making.noPlansText} />;
}
