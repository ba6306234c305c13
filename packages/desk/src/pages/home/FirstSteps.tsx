// What to do in an application that has no license key yet.
import { CircleCheck, CircleDashed } from 'lucide';
import { Icon } from '@latchkey/kit/Icon.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { useAsk } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import { usePlans } from '../users/PlanSelect.tsx';

/** Draws nothing once a license key exists, and nothing until that is known. */
export function FirstSteps() {
  const { firstSteps } = useCopy().home;
  const { name } = useApplication();
  const { data } = useAsk('stats', {});
  const { plans } = usePlans();
  if (data?.totalkeys !== '0') return null;
  const steps = [
    { page: 'subscriptions', isDone: plans.length > 0 },
    { page: 'licenses', isDone: false },
    { page: 'releases', isDone: false },
  ] as const;
  return (
    <Sheet title={firstSteps.title}>
      <Rows>
        {steps.map(({ page, isDone }) => (
          <Row key={page}>
            <a className="finding step" href={hrefOf(name, page)}>
              <Icon icon={isDone ? CircleCheck : CircleDashed} size={18} />
              {firstSteps[page]}
            </a>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}
