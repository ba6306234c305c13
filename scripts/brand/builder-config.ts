// Makes the configuration of electron-builder for a package. It extends electron-builder.yml.
import path from 'node:path';
import type { LoaderConfig } from '../../src/shared/config.ts';
import type { BrandFile } from './brand-file.ts';

export interface PackageSource {
  /** Path of electron-builder.yml. */
  readonly base: string;
  /** The folder of loader.config.json and the images. */
  readonly folder: string;
  readonly config: Pick<LoaderConfig, 'brand' | 'scheme'>;
}

/** Returns the parts of every package: the configuration file, its images and its link scheme. */
export function packageConfig({ base, folder, config }: PackageSource) {
  const { brand, scheme } = config;
  const images = [brand.logo, brand.cover].filter((file) => file !== undefined);
  return {
    extends: base,
    files: [{ from: folder, filter: ['loader.config.json', ...images] }],
    ...(scheme !== undefined && { protocols: [{ name: brand.name, schemes: [scheme] }] }),
  };
}

export interface BrandedSource extends PackageSource {
  readonly brand: BrandFile;
  /** The folder for the finished packages. */
  readonly output: string;
}

/** Returns the configuration of a brand's package, in which all visible names are the brand's. */
export function brandedConfig({ brand, output, ...source }: BrandedSource) {
  const { id, executable, version, author, email, homepage } = brand;
  const productName = productNameOf(brand, source.config);
  const { name } = source.config.brand;
  return {
    ...packageConfig(source),
    appId: id,
    productName,
    copyright: brand.copyright ?? `Copyright © ${author}`,
    artifactName: `${executable}-\${version}-\${os}-\${arch}.\${ext}`,
    directories: { output, buildResources: source.folder },
    extraMetadata: {
      name: executable,
      productName,
      appId: id,
      version,
      homepage,
      description: name,
      author: { name: author, email },
      desktopName: `${executable}.desktop`,
      ...projectFields,
    },
    ...(brand.program !== undefined && {
      extraResources: [programOf(source.folder, brand.program)],
    }),
    linux: {
      executableName: executable,
      maintainer: `${author} <${email}>`,
      vendor: author,
      synopsis: name,
      syncDesktopName: true,
    },
  };
}

/** Fields of package.json that name this project and mean nothing in a package. */
const projectFields = { bin: null, workspaces: null, allowScripts: null, overrides: null };

/** The name of the user data folder, and of the program on Windows and macOS. */
export function productNameOf(
  { productName }: BrandFile,
  { brand }: Pick<LoaderConfig, 'brand'>,
): string {
  return productName ?? brand.name;
}

/** The program's folder keeps its name, because `launch.path` is relative to the resources. */
function programOf(folder: string, program: string) {
  const from = path.resolve(folder, program);
  return { from, to: path.basename(from) };
}
