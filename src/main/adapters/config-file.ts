// Reads loader.config.json and the images beside it, and selects the facts for the page. Problems
// name the field and its allowed values, never the given value.
import { hostname, release } from 'node:os';
import path from 'node:path';
import { decodeUtf8, faultSentence } from '@latchkey/protocol/utf8.ts';
import { type LoaderConfig, parseLoaderConfig } from '../../shared/config.ts';
import type { LanguageCode, LanguageOffer } from '../../shared/languages.ts';
import { type LoaderInfo, linkNames } from '../../shared/loader-info.ts';
import { type RememberAbility } from '../../shared/remember-ability.ts';
import { imageAddress, imageProblems, readBounded } from './brand-images.ts';
import { systemName } from './system-name.ts';

const maxConfigBytes = 256 * 1024;

export type ConfigReading =
  | { readonly ok: true; readonly config: LoaderConfig; readonly folder: string }
  | { readonly ok: false; readonly problems: readonly string[] };

/** `folder`: the absolute folder of the file. `launch.path` and the images are relative to it. */
export function readLoaderConfig(file: string): ConfigReading {
  const folder = path.dirname(path.resolve(file));
  const content = readBounded(file, maxConfigBytes);
  if (!Buffer.isBuffer(content)) return { ok: false, problems: [`the file ${content.problem}`] };
  const decoded = decodeUtf8(content);
  if (!decoded.ok) return { ok: false, problems: [faultSentence('the file', decoded)] };
  const parsed = parseLoaderConfig(decoded.text);
  if (!parsed.ok) return parsed;
  const problems = imageProblems(parsed.config.brand, folder);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, config: parsed.config, folder };
}

/** Returns the facts that are constant during a run. Omits an image that has disappeared. */
export function describeLoader(
  config: LoaderConfig,
  folder: string,
  remember: RememberAbility,
  /** `version`: the loader's, unless the configuration names another one. */
  built: { readonly version: string } & Pick<LoaderInfo, 'commit'>,
  /** Null if the page detects it. */
  language: LanguageCode | null,
): LoaderInfo {
  const links = linkNames.flatMap((name) => {
    const url = config.links[name];
    return url === undefined ? [] : [[name, url] as const];
  });
  return {
    brand: {
      name: config.brand.name,
      color: config.brand.color,
      colorDark: config.brand.colorDark ?? null,
      tagline: config.brand.tagline ?? null,
      price: config.brand.price ?? null,
      logo: imageAddress('logo', config.brand, folder),
      cover: imageAddress('cover', config.brand, folder),
    },
    service: { host: new URL(config.service.baseUrl).host },
    links: Object.fromEntries(links),
    loaderVersion: config.service.loaderVersion ?? built.version,
    commit: built.commit,
    keyPattern: config.keyPattern ?? null,
    remember,
    language: { ...languageOffer(config), current: language },
    accounts: config.accounts,
    deviceRequest: config.deviceRequest !== undefined,
    supportLog: config.supportLog,
    community: {
      online: config.community.online,
      stats: config.community.stats,
      chat: config.community.chatChannel !== undefined,
    },
    options: config.options,
    computer: hostname(),
    system: systemName(process.platform, release()),
  };
}

export function languageOffer({ language }: LoaderConfig): LanguageOffer {
  return { offered: language.offered, byDefault: language.default ?? null };
}
