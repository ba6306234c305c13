// What programs need to find the application.
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { useAsk } from '../../../client/seller.ts';
import { useCopy } from '../../../copy/language.ts';
import { Loaded } from '../../../parts/Loaded.tsx';

export function Facts() {
  const { settings } = useCopy();
  const query = useAsk('appdetails', {});
  return (
    <Sheet title={settings.facts.title}>
      <Loaded query={query}>
        {({ appdetails }) => (
          <Rows>
            <Fact label={settings.facts.name} value={appdetails.name} />
            <Fact label={settings.facts.ownerid} value={appdetails.ownerid} />
            <Fact label={settings.facts.version} value={appdetails.version} />
          </Rows>
        )}
      </Loaded>
    </Sheet>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: string;
}

function Fact({ label, value }: FactProps) {
  const { frame } = useCopy();
  return (
    <Row
      tool={
        <div className="setting-tools">
          <CopyButton
            text={value}
            label={frame.copy}
            copiedLabel={frame.copied}
            byHandLabel={label}
            name={`${frame.copy}: ${label}`}
          />
        </div>
      }
    >
      <div className="setting-texts">
        <p className="small">{label}</p>
        <bdi className="mono">{value}</bdi>
      </div>
    </Row>
  );
}
