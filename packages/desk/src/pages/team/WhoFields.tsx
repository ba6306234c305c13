// Fields of a new account: role, name, and rights or levels.
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { maxNameLength } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../../copy/copy.ts';
import { useCopy } from '../../copy/language.ts';
import type { Account } from './accounts.ts';
import { LevelsChoice } from './LevelsChoice.tsx';
import { RightsChoice } from './RightsChoice.tsx';

export interface Who {
  readonly role: Account['role'];
  readonly name: string;
  /** Of a manager. */
  readonly rights: readonly SellerScope[];
  /** Of a reseller. */
  readonly levels: readonly string[];
}

/** Errors of the fields. */
type Problems = ReturnType<typeof personProblems>;

export function personProblems(
  { nameMissing, rightsMissing, levelsMissing }: Copy['addPerson'],
  { role, name, rights, levels }: Who,
) {
  return {
    name: name.trim() === '' ? nameMissing : null,
    rights: role === 'Manager' && rights.length === 0 ? rightsMissing : null,
    levels: role === 'Reseller' && levels.length === 0 ? levelsMissing : null,
  };
}

interface WhoFieldsProps {
  readonly who: Who;
  /** Null until the form was submitted. */
  readonly problems: Problems | null;
  /** The account was added, and only the invitation failed. */
  readonly fixed: boolean;
  readonly onChange: (who: Who) => void;
}

export function WhoFields({ who, problems, fixed, onChange }: WhoFieldsProps) {
  const { addPerson } = useCopy();
  const isManager = who.role === 'Manager';
  return (
    <fieldset className="plain" disabled={fixed}>
      <div className="role-choice">
        <Segmented
          label={addPerson.role}
          value={who.role}
          onChange={(role) => onChange({ ...who, role })}
          options={[
            { value: 'Manager', label: addPerson.manager },
            { value: 'Reseller', label: addPerson.reseller },
          ]}
        />
        <p className="small">{isManager ? addPerson.managerText : addPerson.resellerText}</p>
      </div>
      <Field
        label={addPerson.name}
        hint={addPerson.nameHint}
        autoComplete="off"
        maxLength={maxNameLength}
        value={who.name}
        error={problems?.name ?? null}
        wrong={problems !== null && problems.name !== null}
        onChange={(event) => onChange({ ...who, name: event.target.value })}
      />
      {isManager ? (
        <RightsChoice
          chosen={who.rights}
          error={problems?.rights ?? null}
          onChange={(rights) => onChange({ ...who, rights })}
        />
      ) : (
        <LevelsChoice
          chosen={who.levels}
          error={problems?.levels ?? null}
          onChange={(levels) => onChange({ ...who, levels })}
        />
      )}
    </fieldset>
  );
}
