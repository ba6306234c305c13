// Reads the events of a shop, and recognises those that are not a sale: refunds, chargebacks,
// cancellations and failed payments. Such an event must not create license keys.
import { isObject, WrittenNumber } from './exact-json.ts';

/** The root, `data` and `data.order`. */
const maxDepth = 3;

/** Names of fields that contain an event or a status, in lower case and without separators. */
const eventName = /event|status|state$|topic|action|(^|webhook|hook|message)type$|^kind$|trigger/;

const endOfSale =
  /(?<![a-z])(?<!(?<![a-z])(?:no|not|non|never|un)[^a-z]?)(refund(s|ed|ing)?|charged?[^a-z]?backs?|disput(e|es|ed)|revers(ed|al|als)|cancel(s|ed|led|ing|ling|ation|lation)?|void(ed)?|fail(s|ed|ure)?|declined|denied|rejected|expired|unpaid)(?![a-z])/;

/** Fields that are only set after the end of a sale. */
const endName =
  /^(is|was)?(partially|fully)?(refund(s|ed)?|charged?back(s|ed)?|disputed?|reversed|voided|cancell?ed)(at|on|date|time|id|reason)?$/;

/** Fields of an event with its own object, such as `event.name`. */
const nameOfEvent = /^(name|type|code|kind|value|id)$/;

/** Fields that describe the past: a paid order can have been pending or failed before. */
const pastName = /history|timeline|previous|^old|log$|logs$/;

/** Returns the path of the field that reports the end of a sale, or null. */
export function endOfSaleIn(document: unknown): string | null {
  for (const { path, plainName, value, event } of fieldsWithin(document))
    if ((event !== null && isEndWord(event)) || (endName.test(plainName) && isSet(value)))
      return path;
  return null;
}

/** Returns the texts of all fields that say what happened, in lower case. */
export function eventsIn(document: unknown): ReadonlySet<string> {
  const events = new Set<string>();
  for (const { event } of fieldsWithin(document)) {
    const text = event?.trim().toLowerCase() ?? '';
    if (text !== '') events.add(text);
  }
  return events;
}

interface Field {
  readonly path: string;
  /** Without separators and in lower case. */
  readonly plainName: string;
  readonly value: unknown;
  /** The text of a field that says what happened, or null. */
  readonly event: string | null;
}

/**
 * The items of a list have the depth of the list, because shops send events together. A list inside
 * a list is not searched, so that the recursion is bounded.
 */
function* fieldsWithin(
  document: unknown,
  path = '',
  depth = 1,
  isInEvent = false,
): Generator<Field> {
  if (Array.isArray(document)) {
    for (const item of document as readonly unknown[])
      if (isObject(item)) yield* fieldsWithin(item, path, depth, isInEvent);
    return;
  }
  if (!isObject(document) || depth > maxDepth) return;
  for (const [name, value] of Object.entries(document)) {
    const plainName = name.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (pastName.test(plainName)) continue;
    const isEvent = eventName.test(plainName);
    const saysEvent = isEvent || (isInEvent && nameOfEvent.test(plainName));
    const ownPath = path === '' ? name : `${path}.${name}`;
    const event = saysEvent && typeof value === 'string' ? value : null;
    yield { path: ownPath, plainName, value, event };
    yield* fieldsWithin(value, ownPath, depth + 1, isEvent);
  }
}

function isEndWord(text: string): boolean {
  // Words can also begin with a capital, as in "orderRefunded".
  return endOfSale.test(text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());
}

function isSet(value: unknown): boolean {
  if (value instanceof WrittenNumber) return value.number !== 0;
  if (typeof value === 'string')
    return !/^(0+(\.0+)?|false|no|none|null|never)?$/i.test(value.trim());
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : value === true;
}
