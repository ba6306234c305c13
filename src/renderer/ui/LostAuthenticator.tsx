// Shows the brand's contact to users who lost their authenticator.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import { LinkButton } from './LinkButton.tsx';

export function LostAuthenticator() {
  const { info } = useLoaderContext();
  const { links } = useCopy();
  return info.links.contact === undefined ? (
    <span className="small">{fill(links.noContact, { brand: info.brand.name })}</span>
  ) : (
    <LinkButton name="contact" kind="quiet" label={links.lostDevice} />
  );
}
