// Schemas of the languages, and of the scheme of links that open the loader, in loader.config.json.
import { z } from 'zod';
import { languageCodes } from './languages.ts';

const languageCode = z.enum(languageCodes);

export const language = z
  .strictObject({
    /** For systems that prefer none of the offered languages. If missing, the first one applies. */
    default: languageCode.optional(),
    offered: z
      .array(languageCode)
      .min(1)
      .max(languageCodes.length)
      .default([...languageCodes]),
  })
  .refine((given) => new Set(given.offered).size === given.offered.length, {
    path: ['offered'],
    message: 'must name each language once',
  })
  .refine((given) => given.default === undefined || given.offered.includes(given.default), {
    path: ['default'],
    message: 'must be one of the languages that are offered',
  });

/** Schemes that are reserved for browsers, systems or this program's own page. */
const reservedSchemes = ['about', 'app', 'blob', 'chrome', 'data', 'file', 'ftp', 'http', 'https'];
const moreReservedSchemes = [
  'javascript',
  'mailto',
  'sms',
  'ssh',
  'tel',
  'view-source',
  'ws',
  'wss',
];

export const scheme = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{2,30}$/,
    'must be 3 to 31 lower-case letters, digits and hyphens, a letter first',
  )
  .refine(
    (text) => ![...reservedSchemes, ...moreReservedSchemes].includes(text),
    'must be a scheme of your own, not one that others use',
  );
