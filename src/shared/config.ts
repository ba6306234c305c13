// Schema of loader.config.json, which holds all settings of a seller. It refuses unknown fields.
// Each problem names its field and the rule that the value breaks.
import { z } from 'zod';
import { accounts, community, deviceRequest, options } from './config-features.ts';
import { delivery, launch, updates } from './config-delivery.ts';
import { maxKeys, publicKey } from './config-keys.ts';
import { language, scheme } from './config-system.ts';
import { languageCodes } from './languages.ts';
import { linkNames } from './loader-info.ts';
import { isPortalProbe, portalProbeRule } from './config-portal.ts';
import { addressRule, isServiceAddress } from '@latchkey/client/service-address.ts';
import { ownerid, shortText, durationSeconds } from '@latchkey/protocol/primitives.ts';
import { reasons } from '@latchkey/protocol/reasons.ts';

/** A file beside the configuration. `what` describes its allowed extensions. */
function imageFile(extensions: string, what: string) {
  const pattern = new RegExp(String.raw`^(?![/\\])(?!.*\.\.)[^:]+\.(${extensions})$`, 'i');
  return z.string().regex(pattern, `must be ${what} beside the configuration`);
}

const hexColor = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #4f46e5');

const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https:// address' }).max(2000);

const baseUrl = z.string().refine(isServiceAddress, addressRule);

const loaderVersion = z.string().min(1).max(50);

const service = z
  .strictObject({
    baseUrl,
    name: shortText,
    ownerid: z
      .string()
      .check(z.refine((text) => ownerid.safeParse(text).success, 'must be 10 letters or digits')),
    /** The loader's version, which the service must accept. By default, the package's version. */
    loaderVersion: loaderVersion.optional(),
    /** Old name of `loaderVersion`. */
    version: loaderVersion.optional(),
    publicKey: publicKey.optional(),
    /** Additional keys during a key rotation of the service. */
    publicKeys: z.array(publicKey).min(1).max(maxKeys).optional(),
    method: z.enum(['GET', 'POST']).default('GET'),
    challenge: z.enum(['required', 'off']).default('required'),
    allowUnsigned: z.boolean().default(false),
    /** Answers 204 over plain http, so that a check can find a network's sign-in page. */
    portalProbe: z.string().optional(),
  })
  .superRefine((given, context) => {
    if (given.version !== undefined && given.loaderVersion !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['version'],
        message: 'is the old name of loaderVersion: remove it, because loaderVersion is given',
      });
    if (given.portalProbe !== undefined && !isPortalProbe(given.portalProbe, given.baseUrl))
      context.addIssue({ code: 'custom', path: ['portalProbe'], message: portalProbeRule });
    const { length } = publicKeysOf(given);
    if (length > maxKeys)
      context.addIssue({
        code: 'custom',
        path: ['publicKeys'],
        message: 'must have at most three different keys, including publicKey',
      });
    if (length === 0 && !given.allowUnsigned)
      context.addIssue({
        code: 'custom',
        path: ['publicKey'],
        message: 'is missing: give the service\'s public key, or set "allowUnsigned": true',
      });
    if (length > 0 && given.allowUnsigned)
      context.addIssue({
        code: 'custom',
        path: ['allowUnsigned'],
        message: 'must be false or absent when publicKey or publicKeys is given',
      });
  });

/** The distinct keys whose signatures are accepted; none if the service does not sign. */
export function publicKeysOf(service: {
  readonly publicKey?: string | undefined;
  readonly publicKeys?: readonly string[] | undefined;
}): readonly string[] {
  const { publicKey, publicKeys = [] } = service;
  return [...new Set([...(publicKey === undefined ? [] : [publicKey]), ...publicKeys])];
}

const keyPattern = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => {
    try {
      return new RegExp(text, 'u') instanceof RegExp;
    } catch {
      return false;
    }
  }, 'must be a regular expression');

const fields = z.strictObject({
  /** For editors; the loader ignores it. */
  $schema: z.string().optional(),
  service,
  brand: z.strictObject({
    name: shortText,
    color: hexColor,
    colorDark: hexColor.optional(),
    /** One line below the name on the cover. */
    tagline: shortText.max(80, 'must have at most 80 characters').optional(),
    /** What renewing costs, such as "€19 a year". The cards show it beside Renew. */
    price: shortText.max(40, 'must have at most 40 characters').optional(),
    /** 256 KiB at most. */
    logo: imageFile('png|svg|webp|jpe?g', 'an image file').optional(),
    /** Picture beside or above the content of a wide window, 2 MiB at most. */
    cover: imageFile('png|webp|jpe?g', 'a .png, .jpg or .webp file').optional(),
  }),
  links: z
    .strictObject(
      Object.fromEntries(linkNames.map((name) => [name, httpsUrl.optional()])) as Record<
        (typeof linkNames)[number],
        z.ZodOptional<typeof httpsUrl>
      >, // fromEntries widens the keys; they are exactly linkNames
    )
    .default({}),
  language: language.default({ offered: [...languageCodes] }),
  accounts: accounts.prefault({}),
  keyPattern: keyPattern.optional(),
  /** `<scheme>://redeem?key=...` and `<scheme>://register?key=...` open forms with the key. */
  scheme: scheme.optional(),
  checkSeconds: z.int().min(60).max(3600).default(120).pipe(durationSeconds),
  /** The subscription that must be active to launch. If missing, any subscription will do. */
  requiredSubscription: shortText.optional(),
  /** The global variable with the seller's announcement. The home screen shows it on a card. */
  announcementVariable: shortText.optional(),
  /** Maps a seller's own text to its meaning, for services whose answers have no `reason`. */
  messages: z.record(z.string().min(1).max(500), z.enum(reasons)).default({}),
  deviceRequest: deviceRequest.optional(),
  /** Users may send a support code and the failed operation to the application's log. */
  supportLog: z.boolean().default(false),
  /** After signing out, the form still has the user name. False empties it. */
  keepname: z.boolean().default(true),
  community: community.prefault({}),
  options: options.default([]),
  /**
   * Launches the program automatically, three seconds after a sign-in. `true`: unless the user turns
   * it off. `offered`: if the user turns it on. `false`: never.
   */
  launchWhenSignedIn: z
    .union([z.boolean(), z.literal('offered')], 'must be true, false or "offered"')
    .default(false),
  /** With false, the loader asks for no offline passes (docs/helping.md#working-offline). */
  offline: z.boolean().default(true),
  /** A program inside the package. */
  launch: launch.optional(),
  /** A program that the loader installs. */
  delivery: delivery.optional(),
  /** Newer releases of the loader itself. */
  updates: updates.optional(),
});

export const loaderConfig = fields.superRefine(
  ({ launch: packaged, delivery: delivered }, context) => {
    const addProblem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (packaged === undefined && delivered === undefined)
      addProblem(
        'launch',
        'is missing: name the program in "launch", or have it delivered with "delivery"',
      );
    if (packaged !== undefined && delivered !== undefined)
      addProblem('delivery', 'must be absent when launch is given: one program is launched');
  },
);

type ParsedConfig = z.infer<typeof loaderConfig>;

/** Without `service.version`, whose value is under its new name. */
export type LoaderConfig = Omit<ParsedConfig, 'service'> & {
  readonly service: Omit<ParsedConfig['service'], 'version'>;
};

/** Parses a configuration. Problems read like `service.baseUrl: must be ...` and quote no values. */
export function parseLoaderConfig(
  text: string,
): { ok: true; config: LoaderConfig } | { ok: false; problems: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problems: ['the file is not JSON'] };
  }
  const parsed = loaderConfig.safeParse(json);
  if (parsed.success) return { ok: true, config: withNewNames(parsed.data) };
  const issues = firstIssuePerField(parsed.error.issues);
  return { ok: false, problems: issues.map((issue) => formatIssue(issue, json)) };
}

function withNewNames({ service: given, ...others }: ParsedConfig): LoaderConfig {
  const { version, loaderVersion = version, ...service } = given;
  return {
    ...others,
    service: { ...service, ...(loaderVersion !== undefined && { loaderVersion }) },
  };
}

type Issue = z.core.$ZodIssue;

/** The first issue of each field: zod runs later checks even on a value of the wrong type. */
function firstIssuePerField(issues: readonly Issue[]): readonly Issue[] {
  const paths = issues.map(({ path }) => path.join('.'));
  return issues.filter((_, index) => paths.indexOf(paths[index] ?? '') === index);
}

function formatIssue(issue: Issue, json: unknown): string {
  const path = issue.path.length === 0 ? 'the file' : issue.path.join('.');
  return `${path}: ${problemOf(issue, json)}`;
}

function problemOf(issue: Issue, json: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => JSON.stringify(key)).join(', ');
    return `there is no field ${unknown}; the fields are ${fieldsAt(issue.path).join(', ')}`;
  }
  return valueAt(json, issue.path) === undefined && issue.code === 'invalid_type'
    ? 'is missing'
    : issue.message;
}

/** The fields allowed at `path`, without `$schema`. */
function fieldsAt(path: readonly PropertyKey[]): readonly string[] {
  const schema = path.reduce<unknown>((one, key) => shapeOf(one)[String(key)], fields);
  return Object.keys(shapeOf(schema)).filter((name) => !name.startsWith('$'));
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional
  )
    return shapeOf(schema.unwrap());
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (one, key) => (typeof one === 'object' && one !== null ? Reflect.get(one, key) : undefined),
    json,
  );
}
