// One license: its facts, and what can be done with it.
import { KeyRound } from 'lucide';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useAsk, type AnswerTo } from '../../../client/seller.ts';
import { useCopy } from '../../../copy/language.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Page } from '../../../parts/Page.tsx';
import { hrefOf } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import { isMasked, stateTones } from '../license.ts';
import { failureOf } from '@latchkey/web/failure.ts';
import { LicenseActions } from './LicenseActions.tsx';
import { LicenseFacts } from './LicenseFacts.tsx';

export type LicenseInfo = AnswerTo<'info'>;

export function LicensePage({ license }: { readonly license: string }) {
  const { licenses, frame } = useCopy();
  const { name } = useApplication();
  const query = useAsk('info', { key: license }, { enabled: !isMasked(license) });
  const { data } = query;
  const back = { href: hrefOf(name, 'licenses'), label: licenses.title };
  if (isMasked(license) || (query.isError && isUnknown(query.error)))
    return (
      <Page title={licenses.title} back={back}>
        <Empty
          icon={KeyRound}
          title={licenses.one.notFound}
          text={licenses.one.notFoundText}
          action={
            <ButtonLink kind="outlined" href={back.href}>
              {licenses.title}
            </ButtonLink>
          }
        />
      </Page>
    );
  return (
    <Page
      title={license}
      back={back}
      {...(data !== undefined && {
        mark: <Chip tone={stateTones[data.status]}>{licenses.states[data.status]}</Chip>,
        actions: (
          <>
            <CopyButton
              text={license}
              label={licenses.one.copy}
              copiedLabel={frame.copied}
              byHandLabel={licenses.columns.key}
            />
            <LicenseActions license={license} info={data} />
          </>
        ),
      })}
    >
      <Loaded query={query} lines={6}>
        {(info) => <LicenseFacts license={license} info={info} />}
      </Loaded>
    </Page>
  );
}

function isUnknown(error: unknown): boolean {
  const { code } = failureOf(error);
  return code === 'key-unknown' || code === 'parameter-invalid';
}
