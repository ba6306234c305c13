// Facts about the trust in the service's last answer: an explanation, host, age and key.
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import { formatAge } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { useAge } from '@latchkey/kit/use-age.ts';
import type { Trust } from '@latchkey/client/facts.ts';

/** Returns one sentence, such as "Service verified, 4 s ago". */
export function useTrustText(trust: Trust): string {
  const copy = useFirstCopy();
  const age = useAge(trust.kind === 'verified' ? trust.at : 0);
  return trust.kind === 'verified'
    ? fill(copy.trust.verified, { ago: formatAge(copy, age) })
    : copy.trust[trust.kind];
}

/** The facts are not a live region, because the age changes every second. */
export function TrustFacts({ trust }: { readonly trust: Trust }) {
  const { service } = useFirstContext().info;
  const copy = useFirstCopy().trustPanel;
  return (
    <>
      <p className="small">{copy.texts[trust.kind]}</p>
      <dl className="facts">
        <div className="fact">
          <dt>{copy.host}</dt>
          <dd>
            <bdi>{service.host}</bdi>
          </dd>
        </div>
        {trust.kind === 'verified' && <VerifiedFacts trust={trust} />}
      </dl>
    </>
  );
}

function VerifiedFacts({ trust }: { readonly trust: Extract<Trust, { kind: 'verified' }> }) {
  const copy = useFirstCopy();
  const { when, key } = copy.trustPanel;
  return (
    <>
      <div className="fact">
        <dt>{when}</dt>
        <dd>{formatAge(copy, useAge(trust.at))}</dd>
      </div>
      <div className="fact">
        <dt>{key}</dt>
        <dd className="mono">{shortKey(trust.signedBy)}</dd>
      </div>
    </>
  );
}

/** Returns the first 16 characters of the public key, which sellers can compare with their own. */
function shortKey(publicKey: string): string {
  return (publicKey.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
}
