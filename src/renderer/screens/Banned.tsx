// Screen for a banned account, computer or connection.
import { Ban } from 'lucide';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { withBrand } from '../../copy/failure-texts.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { StateScreen, type Fact } from '../ui/StateScreen.tsx';
import type { Phase } from '../../shared/session.ts';

export interface BannedProps {
  readonly phase: Extract<Phase, { readonly kind: 'banned' }>;
}

export function Banned({ phase }: BannedProps) {
  const { bridge, info } = useLoaderContext();
  const { banned, links, state } = useCopy();
  const texts = withBrand(banned[phase.cause], info.brand.name);
  const canAsk = info.links.contact !== undefined;
  const reason: readonly Fact[] =
    phase.reason === null
      ? []
      : [{ name: banned.reason, value: <span dir="auto">{phase.reason}</span> }];
  const noUser = phase.username === '';
  const user: readonly Fact[] = noUser
    ? []
    : [{ name: state.userName, value: <bdi>{phase.username}</bdi> }];
  return (
    <StateScreen
      icon={Ban}
      tone="danger"
      title={texts.title}
      text={texts.text}
      situation={`banned ${phase.cause}`}
      report={phase.report}
      facts={[...reason, ...user]}
      actions={
        <>
          <LinkButton name="contact" kind="filled" label={links.contact} />
          <Button
            kind={canAsk ? 'outlined' : 'filled'}
            onClick={() => void (noUser ? bridge.goBack({}) : bridge.signOut({}))}
          >
            {noUser ? state.toForm : state.signOut}
          </Button>
        </>
      }
    />
  );
}
