// Prints docs/engineering/operations.md: which operations of the seller API the command line and the
// desk send, by their sources, and why the others are missing.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sellerApi, type SellerType } from '@latchkey/protocol/seller-api.ts';

/** Why the desk, or both, lack operations. `latchkey call` sends all of them. */
const whyMissing: Readonly<Record<string, readonly SellerType[]>> = {
  'deletes everything of its kind, which should not be one click or word away': [
    'delalllicenses',
    'delallusers',
    'delallvars',
    'delallfiles',
    'delallbuttons',
    'massUserVarDelete',
    'killall',
  ],
  'for programs of sellers, which ask for one value': [
    'activate',
    'countsubs',
    'fetchallusernames',
    'fetchfile',
    'getkey',
    'getvar',
    'retrvvar',
    'setseller',
    'verifyuser',
  ],
  'the desk reads the same from another operation': ['getbalance', 'keygrants', 'usersub'],
  'only `latchkey import` needs it': ['importrows'],
  'for imports of single rows; `importrows` takes many': ['importkey', 'setgrants'],
  'files are uploaded from a folder or a build machine, not a browser': [
    'upload',
    'editfile',
    'delfile',
    'fetchallfiles',
  ],
  'the desk ends the sessions of one user, by `endsessions`': ['fetchallsessions', 'kill'],
  'tokens are made and ended by the program that gives them out': [
    'fetchalltokens',
    'addtoken',
    'deltoken',
    'bantoken',
    'unbantoken',
  ],
  'buttons of the web loader, which only older programs have': [
    'addbutton',
    'delbutton',
    'fetchallbuttons',
  ],
  'a computer is added by its first sign-in': ['addhwiduser'],
  'only stored, for tools of sellers': ['setcooldown'],
};

const introduction = `# Operations

Which operations of the seller API the command line and the desk send. \`npm run docs\` prints this page from the specification and the
sources of both. \`latchkey call\` sends every operation, so a command exists only for what sellers do often.

| Operation | Command line | Desk | Why not |
| --- | --- | --- | --- |
`;

/** Throws for an operation that is missing without a reason, and for a reason that is not true. */
export function printOperations(project: string): string {
  const [cli, desk] = ['cli', 'desk'].map((name) => namesIn(path.join(project, 'packages', name)));
  const rows = Object.entries(sellerApi).map(([type, { summary }]) => {
    const [olderOf] = /(?<=^Works like `)\w+/.exec(summary) ?? [];
    const [isInCli, isInDesk] = [cli?.has(type), desk?.has(type)].map(
      (one) => one === true && olderOf === undefined,
    );
    const [given] =
      Object.entries(whyMissing).find(([, types]) => (types as readonly string[]).includes(type)) ??
      [];
    if ((given === undefined) !== (isInDesk === true || olderOf !== undefined))
      throw new Error(
        `whyMissing in scripts/api-docs/operations.ts: give a reason why ${type} is missing in the desk, or remove it.`,
      );
    const why = olderOf === undefined ? given : `works like \`${olderOf}\``;
    const shown = isInCli === true && isInDesk === true ? '' : (why ?? '`latchkey call`');
    return `| \`${type}\` | ${mark(isInCli)} | ${mark(isInDesk)} | ${shown} |\n`;
  });
  return introduction + rows.join('');
}

function mark(isThere: boolean | undefined): string {
  return isThere === true ? 'yes' : '';
}

/** The quoted words in the sources of a package, without its texts and names in types. */
function namesIn(folder: string): ReadonlySet<string> {
  const source = path.join(folder, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('copy'),
  );
  const texts = files.map((name) => readFileSync(path.join(source, name), 'utf8'));
  const words = texts.flatMap((text) => [...text.matchAll(/(?<!<)'(\w+)'/g)]);
  return new Set(words.map(([, word = '']) => word));
}
