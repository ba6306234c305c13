// For people who sell but may not read lists: finds one license by its key or order.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { failureOf } from '@latchkey/web/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useSend } from '../../client/seller.ts';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { goTo, hrefOf } from '../../router/location.ts';
import { useApplication } from '../../session/application.ts';
import type { License } from './license.ts';
import { LicenseTable } from './list/LicenseTable.tsx';
import { makingPlace } from './places.ts';

export function FindLicense() {
  const { licenses } = useCopy();
  const { name } = useApplication();
  const { find, found, error, clear } = useFinding();
  const [text, setText] = useState('');
  return (
    <Page
      title={licenses.title}
      actions={
        <ButtonLink kind="filled" href={hrefOf(name, ...makingPlace)}>
          {licenses.make}
        </ButtonLink>
      }
    >
      <form
        className="find-license"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void find(text.trim());
        }}
      >
        <Field
          label={licenses.find.label}
          hint={licenses.find.hint}
          className="mono"
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.target.value);
            clear();
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

/** Opens the license with this key, or finds those of the order. */
function useFinding() {
  const language = useLanguage();
  const { name } = useApplication();
  const send = useSend();
  const [found, setFound] = useState<readonly License[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const find = async (text: string) => {
    if (text === '') return;
    const [key, order] = await Promise.allSettled([
      send('verify', { key: text }),
      send('fetchorder', { order: text }),
    ]);
    setFound(order.status === 'fulfilled' ? order.value.keys : null);
    if (key.status === 'fulfilled') goTo(name, 'licenses', text);
    else if (order.status === 'rejected') {
      const failure = failureOf(order.reason);
      const isUnknown = failure.code === 'order-unknown';
      setError(isUnknown ? language.copy.licenses.find.none : failureText(language, failure));
    }
  };
  return { find, found, error, clear: () => setError(null) };
}
