// In place of a user who does not exist: similar names.
import { UserX } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useCopy } from '../../../copy/language.ts';
import { Page } from '../../../parts/Page.tsx';
import { hrefOf } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';

interface UnknownUserProps {
  readonly user: string;
  readonly nearest: readonly string[];
  readonly back: { readonly href: string; readonly label: string };
}

export function UnknownUser({ user, nearest, back }: UnknownUserProps) {
  const { user: texts, users } = useCopy();
  const { name } = useApplication();
  return (
    <Page title={users.title} back={back}>
      <Empty
        icon={UserX}
        title={texts.unknown(user)}
        text={texts.unknownText}
        action={
          nearest.length > 0 && (
            <>
              <p className="small">{texts.similar}</p>
              <ul className="similar">
                {nearest.map((one) => (
                  <li key={one}>
                    <a href={hrefOf(name, 'users', one)}>
                      <bdi>{one}</bdi>
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      />
    </Page>
  );
}
