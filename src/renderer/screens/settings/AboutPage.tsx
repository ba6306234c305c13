// Settings page about the program: versions, the last verification and third-party licenses.
import { useEffect, useState } from 'react';
import { commitText } from '../../../copy/support-texts.ts';
import type { PartLicense } from '../../../shared/licenses.ts';
import { askBridge } from '../../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { TrustFacts } from '../../ui/TrustFacts.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';

export function AboutPage() {
  return (
    <>
      <Versions />
      <Verification />
      <Licenses />
    </>
  );
}

function Versions() {
  const { info, session } = useLoaderContext();
  const texts = useCopy();
  const { settings: copy } = texts;
  const commit = commitText(texts, info);
  const installed = session.program?.installed ?? null;
  return (
    <Sheet title={copy.versions}>
      <dl className="rows">
        {installed !== null && <Fact name={info.brand.name} value={installed.version} isName />}
        <Fact name={copy.loader} value={info.loaderVersion} />
        {commit !== null && <Fact name={copy.build} value={commit} />}
      </dl>
    </Sheet>
  );
}

/** Facts about the trust in the service's last answer. Hidden before the first answer. */
function Verification() {
  const { trust } = useLoaderContext().session;
  const { titles } = useCopy().trustPanel;
  if (trust === null) return null;
  return (
    <Sheet title={titles[trust.kind]}>
      <SheetPart>
        <TrustFacts trust={trust} />
      </SheetPart>
    </Sheet>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  /** True for the seller's name, whose text direction may differ from the window's. */
  readonly isName?: boolean;
}

function Fact({ name, value, isName = false }: FactProps) {
  return (
    <div className="row row-head">
      <dt>{isName ? <bdi>{name}</bdi> : name}</dt>
      <dd className="count">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

/** Reads the licenses once, when the page opens. */
function useLicenses(): readonly PartLicense[] {
  const { bridge } = useLoaderContext();
  const [licenses, setLicenses] = useState<readonly PartLicense[]>([]);
  useEffect(() => {
    let mounted = true;
    void askBridge(bridge.readLicenses({})).then((answer) => {
      if (mounted && answer.ok) setLicenses(answer.value);
    });
    return () => void (mounted = false);
  }, [bridge]);
  return licenses;
}

function Licenses() {
  const { settings: copy } = useCopy();
  const licenses = useLicenses();
  if (licenses.length === 0) return null;
  return (
    <Sheet title={copy.licenses} below={<p className="small">{copy.licensesText}</p>}>
      <Rows>
        {licenses.map((part) => (
          <Row key={`${part.name} ${part.version}`}>
            <License part={part} />
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}

function License({ part: { name, version, identifier, text } }: { readonly part: PartLicense }) {
  const title = (
    <>
      <bdi className="headline">{`${name} ${version}`}</bdi>
      {identifier !== null && <span className="small">{identifier}</span>}
    </>
  );
  if (text === null) return <div className="license">{title}</div>;
  return (
    <details className="license">
      <summary>{title}</summary>
      <p className="license-text" lang="en" dir="ltr" translate="no">
        {text}
      </p>
    </details>
  );
}
