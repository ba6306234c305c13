// Vectors of answers whose JSON is unusual.
import type { Change } from './answer-cases.ts';
import { info } from './answers.ts';
import { application, challenge } from './signing.ts';

/** A good answer as text, for changes that JSON.stringify cannot make. */
function textOf(content: string): string {
  const echo = `"challenge":"${challenge}","type":"login","name":"${application.name}"`;
  return `{"success":true,${content}"ownerid":"${application.ownerid}",${echo}}`;
}

const infoText = `"info":${JSON.stringify(info)},`;
/** The text of a good answer. */
export const good = textOf(infoText);
const end = `"info":${JSON.stringify({ ...info, username: 'bob' })},`;

export const oddJson: readonly Change[] = [
  { name: 'json: spaces and line ends', text: ` \t\r\n${good.replaceAll(',', ' ,\n ')} \n` },
  { name: 'json: escapes in a value', text: textOf(infoText.replace('anna', '\\u0061nn\\u0061')) },
  { name: 'json: escapes in a name', text: good.replace('"success"', '"\\u0073uccess"') },
  { name: 'json: text beyond ASCII', text: textOf(infoText.replace('anna', 'Zoë 漢字 🎂')) },
  {
    name: 'json: escapes beyond ASCII',
    text: textOf(infoText.replace('anna', 'Zo\\u00eb \\u6f22\\u5B57')),
  },
  {
    name: 'json: a pair of surrogates',
    text: textOf(infoText.replace('anna', '\\ud83c\\udf82 \\"\\\\\\/\\b\\f\\n\\r\\t')),
  },
  { name: 'json: repeated user, the last one is valid', text: textOf(infoText + end) },
  {
    name: 'json: repeated challenge, the last one is right',
    text: good.replace('"success"', '"challenge":"AAAAAAAAAAAAAAAAAAAA","success"'),
  },
  {
    name: 'json: repeated challenge, the first one is right',
    text: good.replace(/\}$/, ',"challenge":"AAAAAAAAAAAAAAAAAAAA"}'),
  },
  {
    name: 'json: repeated success, the last is false',
    text: good.replace(/\}$/, ',"success":false}'),
  },
  { name: 'json: other case of a field', text: good.replace('"success"', '"Success"') },
  { name: 'json: other case of the challenge', text: good.replace('"challenge"', '"Challenge"') },
  { name: 'json: a byte order mark', text: `\ufeff${good}` },
  { name: 'json: bad UTF-8', text: bytes(textOf(`"x":"@@",${infoText}`), 0xc3, 0x28) },
  { name: 'json: overlong UTF-8', text: bytes(textOf(`"x":"@@",${infoText}`), 0xc0, 0xaf) },
  {
    name: 'json: UTF-8 of a surrogate',
    text: bytes(textOf(`"x":"@@@",${infoText}`), 0xed, 0xa0, 0x80),
  },
  { name: 'json: UTF-16', text: Buffer.from(good, 'utf16le') },
  { name: 'json: a cut text', text: good.slice(0, -1) },
  { name: 'json: two texts', text: `${good}{}` },
  { name: 'json: a comma at the end', text: good.replace(/\}$/, ',}') },
  { name: 'json: a comment', text: `${good}// note` },
  { name: 'json: single quotes', text: good.replaceAll('"', "'") },
  { name: 'json: a line end in a text', text: textOf(infoText.replace('anna', 'an\nna')) },
  { name: 'json: an unknown escape', text: textOf(infoText.replace('anna', '\\x61nna')) },
  { name: 'json: NaN', text: textOf(`"x":NaN,${infoText}`) },
  { name: 'json: Infinity', text: textOf(`"x":Infinity,${infoText}`) },
  { name: 'json: a number with a leading zero', text: textOf(`"x":01,${infoText}`) },
  { name: 'json: a number with a plus sign', text: textOf(`"x":+1,${infoText}`) },
  { name: 'json: a number without digits after the point', text: textOf(`"x":1.,${infoText}`) },
  { name: 'json: a number that begins with a point', text: textOf(`"x":.5,${infoText}`) },
  { name: 'json: numbers in all forms', text: textOf(`"x":[0,-0,1.50,-2e+3,4E-2],${infoText}`) },
  { name: 'json: a number beyond 2^53', text: textOf(`"x":9007199254740993,${infoText}`) },
  {
    name: 'json: a number of 400 digits',
    text: textOf(`"x":${'9'.repeat(400)},${infoText}`),
    or: 'bad-signature',
  },
  {
    name: 'json: a number beyond a double',
    text: textOf(`"x":1e400,${infoText}`),
    or: 'bad-signature',
  },
  { name: 'json: 30 levels', text: textOf(`"x":${nested(30)},${infoText}`) },
  {
    name: 'json: 60 000 levels',
    text: textOf(`"x":${nested(60_000)},${infoText}`),
    or: 'bad-signature',
  },
  { name: 'json: 2000 fields', text: textOf(`${manyFields(2000)}${infoText}`) },
  {
    name: 'json: a value of 50 000 characters',
    text: textOf(`"x":"${'x'.repeat(50_000)}",${infoText}`),
  },
  { name: 'json: null', text: 'null' },
  { name: 'json: a text', text: '"success"' },
  { name: 'json: nothing', text: '' },
  { name: 'json: an empty object', text: '{}' },
];

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

function manyFields(count: number): string {
  return Array.from({ length: count }, (_, index) => `"x${index}":${index},`).join('');
}

/** Replaces the run of @ with bytes. */
function bytes(text: string, ...values: readonly number[]): Uint8Array {
  const at = text.indexOf('@');
  const [before, after] = [text.slice(0, at), text.slice(at + values.length)];
  return Buffer.concat([Buffer.from(before), Buffer.from(values), Buffer.from(after)]);
}
