// The variables of a user: texts that the program stores for them.
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { Pager } from '@latchkey/kit/Pager.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { useList, type List, type RowOf } from '../../../client/list.ts';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import { LoadFailed } from '../../../layout/LoadFailed.tsx';
import { useMay } from '../../../session/application.ts';
import type { ChosenChange, UserVariable } from '../changes.ts';

interface VariablesProps {
  readonly user: string;
  readonly onChange: (change: ChosenChange) => void;
}

export function Variables({ user, onChange }: VariablesProps) {
  const { user: texts, userChanges } = useCopy();
  const mayChange = useMay('all');
  const list = useList('fetchalluservars', { user });
  if (list.error !== null) return <LoadFailed error={list.error} retry={list.retry} />;
  if (list.rows.length === 0 && !mayChange) return null;
  return (
    <div className="user-variables">
      <Sheet title={texts.variables}>
        {list.rows.length > 0 && <VariableRows list={list} onChange={onChange} />}
        {mayChange && !list.isPending && (
          <SheetPart>
            <Tools>
              <Button kind="quiet" onClick={() => onChange({ name: 'setVariable' })}>
                {userChanges.setVariable.label}
              </Button>
            </Tools>
          </SheetPart>
        )}
      </Sheet>
    </div>
  );
}

interface VariableRowsProps {
  readonly list: List<RowOf<'fetchalluservars'>>;
  readonly onChange: (change: ChosenChange) => void;
}

function VariableRows({ list, onChange }: VariableRowsProps) {
  const { copy, formats } = useLanguage();
  const { frame, user: texts } = copy;
  const mayChange = useMay('all');
  return (
    <>
      <Rows>
        {list.rows.map(({ name, data, readOnly }) => (
          <Row
            key={name}
            name={name}
            {...(readOnly === 1 && { mark: <Chip tone="neutral">{texts.readOnly}</Chip> })}
            tool={
              mayChange && (
                <VariableMenu
                  variable={{ name, data, isReadOnly: readOnly === 1 }}
                  onChange={onChange}
                />
              )
            }
          >
            <p className="small variable-value">
              <bdi>{data}</bdi>
            </p>
          </Row>
        ))}
      </Rows>
      {list.showMore !== null && (
        <SheetPart>
          <Pager
            count={frame.rows(formats.number(list.rows.length), list.rows.length, true)}
            moreLabel={frame.showMore}
            onMore={list.showMore}
            waiting={list.isReadingMore}
          />
        </SheetPart>
      )}
    </>
  );
}

interface VariableMenuProps {
  readonly variable: UserVariable;
  readonly onChange: (change: ChosenChange) => void;
}

function VariableMenu({ variable, onChange }: VariableMenuProps) {
  const { user: texts, userChanges } = useCopy();
  const label = texts.variableActions(variable.name);
  return (
    <Menu
      buttonLabel={label}
      label={label}
      items={(['changeVariable', 'removeVariable'] as const).map((name) => ({
        label: userChanges[name].label,
        disabledReason: null,
        choose: () => onChange({ name, variable }),
      }))}
    >
      {texts.actions}
    </Menu>
  );
}
