// For people who sell but may not read lists: finds one license by its key or order.
import { useState, type FormEvent } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { failureOf } from '../../client/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useSend } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { goTo, hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import type { License } from './license.ts';
import { LicenseTable } from './list/LicenseTable.tsx';
import { makingPlace } from './places.ts';

export function FindLicense() {
  const language = useLanguage();
  const { licenses } = language.copy;
  const { name } = useApplication();
  const send = useSend();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly License[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const find = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') return;
    setError(null);
    const [key, order] = await Promise.allSettled([
      send('verify', { key: wanted }),
      send('fetchorder', { order: wanted }),
    ]);
    if (key.status === 'fulfilled') return goTo(name, 'licenses', wanted);
    if (order.status === 'fulfilled') return setFound(order.value.keys);
    const failure = failureOf(order.reason);
    setFound(null);
    setError(
      failure.code === 'order-unknown' ? licenses.find.none : failureText(language, failure),
    );
  };
  return (
    <Page
      title={licenses.title}
      actions={
        <ButtonLink kind="filled" href={hrefOf(name, ...makingPlace)}>
          {licenses.make}
        </ButtonLink>
      }
    >
      <form className="find-license" noValidate onSubmit={(event) => void find(event)}>
        <Field
          label={licenses.find.label}
          hint={licenses.find.hint}
          className="mono"
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
        />
        <Button kind="outlined" submit>
          {licenses.find.submit}
        </Button>
      </form>
      {found !== null && (
        <LicenseTable rows={found} waiting={false} selection={undefined} empty={null} />
      )}
    </Page>
  );
}
