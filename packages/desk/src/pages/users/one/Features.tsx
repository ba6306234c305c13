// The features that one user has beside those of the subscriptions.
import { Button } from '@latchkey/kit/Button.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { useFeatureValue } from '../../plans/feature-value.ts';
import {
  removeFeature,
  setFeature,
  type Feature,
  type Holder,
} from '../../plans/feature-changes.ts';

interface FeaturesProps {
  readonly holder: Holder;
  readonly features: readonly Feature[];
}

export function Features({ holder, features }: FeaturesProps) {
  const { copy, formats } = useLanguage();
  const { features: texts } = copy;
  const open = useOpenChange();
  const mayChange = useMay('all');
  const valueText = useFeatureValue();
  if (features.length === 0 && !mayChange) return null;
  return (
    <div className="user-variables">
      <Sheet title={texts.userTitle}>
        {features.length > 0 && (
          <Rows>
            {features.map((feature) => (
              <Row
                key={feature.feature}
                name={feature.feature}
                tool={mayChange && <FeatureMenu holder={holder} feature={feature} />}
              >
                <p className="small">
                  <bdi>{factsOf(feature).join(' · ')}</bdi>
                </p>
              </Row>
            ))}
          </Rows>
        )}
        {mayChange && (
          <SheetPart>
            <Tools>
              <Button kind="quiet" onClick={() => open(setFeature(holder))}>
                {texts.add}
              </Button>
            </Tools>
          </SheetPart>
        )}
      </Sheet>
    </div>
  );

  function factsOf({ words, until = '', ...feature }: Feature): readonly string[] {
    const end = until === '' ? '' : texts.until(formats.dateTime(until));
    return [valueText(feature), words, end].filter((text) => text !== '');
  }
}

interface FeatureMenuProps {
  readonly holder: Holder;
  readonly feature: Feature;
}

function FeatureMenu({ holder, feature }: FeatureMenuProps) {
  const { features: texts, user } = useCopy();
  const open = useOpenChange();
  const label = texts.actionsOf(feature.feature);
  return (
    <Menu
      buttonLabel={label}
      label={label}
      items={[
        { label: texts.edit, choose: () => open(setFeature(holder, feature)) },
        { label: texts.remove, choose: () => open(removeFeature(holder, feature)) },
      ].map((item) => ({ ...item, disabledReason: null }))}
    >
      {user.actions}
    </Menu>
  );
}
