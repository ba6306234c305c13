// Checkboxes for what a manager may do.
import { useId } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import { useLanguage } from '../../copy/language.ts';
import { Choices } from './Choices.tsx';

const offered = ['read', 'support', 'sell', 'release', 'all'] as const satisfies SellerScope[];

interface RightsChoiceProps {
  readonly chosen: readonly SellerScope[];
  readonly error: string | null;
  readonly onChange: (chosen: readonly SellerScope[]) => void;
}

export function RightsChoice({ chosen, error, onChange }: RightsChoiceProps) {
  const { copy, seller } = useLanguage();
  const id = useId();
  return (
    <Choices title={copy.addPerson.rights} error={error}>
      {offered.map((scope) => (
        <div key={scope}>
          <CheckBox
            label={seller.scopes[scope].name}
            describedBy={`${id}-${scope}`}
            checked={chosen.includes(scope)}
            onChange={(adds) =>
              onChange(adds ? [...chosen, scope] : chosen.filter((one) => one !== scope))
            }
          />
          <p className="small choice-detail" id={`${id}-${scope}`}>
            {seller.scopes[scope].text}
          </p>
        </div>
      ))}
    </Choices>
  );
}
