// The grants of a plan: where its time comes from, and what is left of each.
import { useCopy, useLanguage } from '../../../copy/language.ts';
import type { Plan } from './user-state.ts';

export function Grants({ plan }: { readonly plan: Plan }) {
  const { copy, formats } = useLanguage();
  const { user: texts } = copy;
  const { grants, subscription } = plan;
  return (
    <details className="grants">
      <summary className="small">
        {texts.grants(formats.number(grants.length), grants.length === 1)}
      </summary>
      <ul aria-label={texts.grantsCaption(subscription)}>
        {grants.toReversed().map((grant, at) => (
          <GrantLine key={at} grant={grant} />
        ))}
      </ul>
    </details>
  );
}

function GrantLine({ grant }: { readonly grant: Plan['grants'][number] }) {
  const { formats } = useLanguage();
  const { user: texts } = useCopy();
  const { at, key, source, given, left, revokedby } = grant;
  return (
    <li>
      <span>
        {key === null ? texts.sources[source] : <bdi className="mono">{key}</bdi>}
        {' · '}
        <time>{formats.date(at)}</time>
      </span>
      <span className="number">
        {formats.days(given)}
        {revokedby === null
          ? given > 0 && ` · ${texts.left(formats.days(left))}`
          : ` · ${texts.revoked[revokedby]}`}
      </span>
    </li>
  );
}
