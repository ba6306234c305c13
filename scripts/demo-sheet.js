// Formats the demo's accounts, unused keys and current one-time codes for a terminal.
import { generateSync } from 'otplib';

const stepSeconds = 30;

const cases = {
  normal: 'installs and launches',
  'two-factor': 'is asked for a code',
  expired: 'the subscription has ended',
  banned: 'is banned',
  none: 'never had a subscription',
  paused: 'the subscription is paused',
};

/**
 * @param {import('./demo-service.js').ServiceLine} service
 * @param {number} nowMs
 * @returns {string}
 */
export function demoSheet({ app, desk, page, owner, users, licenses }, nowMs) {
  const accounts = users.map(({ case: name, username, password }) => [
    username,
    password,
    cases[/** @type {keyof typeof cases} */ (name)] ?? name,
  ]);
  const keys = licenses
    .filter(({ status }) => status === 'Not Used')
    .map(({ key, days, level }) => [key, days >= 20 * 365 ? 'lifetime' : `${days} days`, level]);
  return [
    `Demo of ${app.name}`,
    '',
    ...table(['User name', 'Password', ''], accounts),
    '',
    ...table(['Unused key', 'Adds', 'Level'], keys),
    '',
    ...oneTimeCodes(users, nowMs),
    ...(page === null ? [] : ['', `  The page for customers: ${page}`]),
    ...deskLines(desk, owner),
  ].join('\n');
}

/**
 * @param {import('./demo-service.js').ServiceLine['desk']} desk
 * @param {import('./demo-service.js').ServiceLine['owner']} owner
 * @returns {string[]}
 */
function deskLines(desk, owner) {
  if (desk === null) return [];
  const lines = ['', `  The desk for sellers: ${desk}`];
  if (owner === null) return lines;
  const { ownerid, name, password } = owner;
  return [...lines, `  Owner id: ${ownerid}   Name: ${name}   Password: ${password}`];
}

/**
 * Returns one line for each account with two-factor sign-in.
 * @param {import('./demo-service.js').ServiceLine['users']} users
 * @param {number} nowMs
 * @returns {string[]}
 */
export function oneTimeCodes(users, nowMs) {
  const epoch = Math.floor(nowMs / 1000);
  return users.flatMap(({ username, totpSecret }) => {
    if (totpSecret === null) return [];
    const code = generateSync({ secret: totpSecret, epoch });
    const seconds = stepSeconds - (epoch % stepSeconds);
    return [`  One-time code of ${username}: ${code} (good for ${seconds} s)`];
  });
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows].map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
