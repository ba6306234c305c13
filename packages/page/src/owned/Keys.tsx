// The keys of the user: four characters of each, and all of them after the password.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import type { Me } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';

/** Whole keys, and the list whose order they have. */
interface Shown {
  readonly of: Me['keys'];
  readonly whole: readonly string[];
}

export function Keys() {
  const { me, ask } = useSession();
  const { owned } = useLanguage().copy;
  const [shown, setShown] = useState<Shown | null>(null);
  const whole = shown?.of === me.keys ? shown.whole : null;
  const { failure, run } = useAction<null>(async () => {
    const { keys } = await ask('keys');
    setShown({ of: me.keys, whole: Array.isArray(keys) ? keys.map(String) : [] });
  });
  return (
    <Sheet title={owned.keys}>
      {me.keys.length === 0 ? (
        <SheetPart>
          <p className="small">{owned.noKeys}</p>
        </SheetPart>
      ) : (
        <KeyRows whole={whole} />
      )}
      {me.keys.length > 0 && (
        <SheetPart>
          <div className="row-tools">
            <Button kind="quiet" onClick={() => (whole === null ? void run(null) : setShown(null))}>
              {whole === null ? owned.showKeys : owned.hideKeys}
            </Button>
          </div>
          <FailureMessage failure={failure} />
        </SheetPart>
      )}
    </Sheet>
  );
}

/** `whole`: the keys in full, in the same order. Null: only their last characters. */
function KeyRows({ whole }: { readonly whole: readonly string[] | null }) {
  const { keys } = useSession().me;
  const { copy, formats } = useLanguage();
  const { owned } = copy;
  return (
    <Rows>
      {keys.map(({ key, state, redeemedAt }, index) => (
        <Row
          key={index}
          {...(whole !== null && {
            tool: (
              <CopyButton
                text={whole[index] ?? ''}
                label={owned.copy}
                copiedLabel={owned.copied}
                byHandLabel={owned.byHand}
              />
            ),
          })}
        >
          <div className="row-head">
            <code className="mono">{whole?.[index] ?? key}</code>
            {state === 'banned' && <Chip tone="danger">{owned.keyStates[state]}</Chip>}
          </div>
          {redeemedAt !== null && (
            <p className="small">{owned.redeemedOn(formats.date(redeemedAt))}</p>
          )}
        </Row>
      ))}
    </Rows>
  );
}
