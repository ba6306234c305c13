// Writes the bill of materials of a package, in the format of CycloneDX: the bundled packages, and
// Electron with the Chromium and Node.js inside it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { PartLicense } from '../../src/shared/licenses.ts';
import type { BrandFile } from './brand-file.ts';
import type { EngineVersions } from './engine-versions.ts';

export interface SbomParts {
  readonly name: string;
  readonly brand: Pick<BrandFile, 'executable' | 'version' | 'author'>;
  readonly bundled: readonly PartLicense[];
  readonly engine: EngineVersions;
  /** The time of the commit; null if it is unknown. */
  readonly builtAt: Date | null;
}

export const sbomFile = 'sbom.cdx.json';

export function writeSbom(output: string, parts: SbomParts): void {
  writeFileSync(path.join(output, sbomFile), sbomText(parts));
}

/** Equal parts give equal texts: there is no random serial number. */
export function sbomText({ name, brand, bundled, engine, builtAt }: SbomParts): string {
  const components = [...engineComponents(engine), ...bundled.map(bundledComponent)];
  const program = new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: brand.executable,
    version: brand.version,
    supplier: new Models.OrganizationalEntity({ name: brand.author }),
    dependencies: new Models.BomRefRepository(components.map(({ bomRef }) => bomRef)),
  });
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      component: program,
      ...(builtAt !== null && { timestamp: builtAt }),
    }),
    components: new Models.ComponentRepository(components),
  });
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function bundledComponent({ name, version, identifier }: PartLicense): Models.Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    version,
    purl,
    licenses: licensesOf(identifier),
  });
}

/** Databases of vulnerabilities know Chromium and Node.js by these CPE names. */
function engineComponents({ electron, chrome, node }: EngineVersions): readonly Models.Component[] {
  const { Framework, Platform } = Enums.ComponentType;
  const cpe = (product: string, version: string) => `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`;
  const inside = (name: string, version: string | null, product: string, license: string) =>
    version === null
      ? []
      : [
          new Models.Component(Platform, name, {
            bomRef: `${name}@${version}`,
            version,
            cpe: cpe(product, version),
            licenses: licensesOf(license),
          }),
        ];
  const purl = `pkg:npm/electron@${electron}`;
  return [
    new Models.Component(Framework, 'Electron', {
      bomRef: purl,
      version: electron,
      purl,
      cpe: cpe('electronjs:electron', electron),
      licenses: licensesOf('MIT'),
    }),
    ...inside('Chromium', chrome, 'google:chrome', 'BSD-3-Clause'),
    ...inside('Node.js', node, 'nodejs:node.js', 'MIT'),
  ];
}

/** The build has checked that each identifier is one of SPDX: scripts/build/notices.ts. */
function licensesOf(identifier: string | null): Models.LicenseRepository {
  return new Models.LicenseRepository(
    identifier === null ? [] : [new Models.SpdxLicense(identifier)],
  );
}
