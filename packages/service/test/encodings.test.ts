// Requests that are not UTF-8 are refused with their likely encoding, and change nothing.
import { expect, test } from 'vitest';
import { checkAnswer } from './support/service-client.ts';
import { open } from './public-requests-parts.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const mark = '\uFEFF';
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const named = (name: string) => `The parameter "${name}" is not UTF-8 text.`;

test('a user name in Windows-1252 creates no user, however it is sent', async () => {
  const { service, post, ofSeller, ask } = await open();
  const { username } = await service.addUser();
  const query = `${ofSeller}&type=adduser&sub=Pro&expiry=1`;
  const names = async () => {
    const users = await service.database.selectFrom('users').select('username').execute();
    return users.map((user) => user.username).sort();
  };
  const before = await names();
  const multipart = latin1(
    '--x\r\ncontent-disposition: form-data; name="user"\r\n\r\nAndr\xe9\r\n--x--\r\n',
  );
  for (const [what, sent, body, type] of [
    [named('user'), `${query}&user=Andr%E9`, '', form],
    [named('user'), `${query}&user=Andr%e8+x`, '', form],
    [named('user'), query, 'user=Andr%E9', form],
    [named('user'), query, latin1('user=Andr\xe9'), form],
    [named('user'), query, multipart, 'multipart/form-data; boundary=x'],
    ['The body is not UTF-8 text.', query, latin1('{"user":"Andr\xe9"}'), json],
    ['The body is not UTF-8 text.', query, utf16(`${mark}{"user":"Andr\xe9"}`), json],
    ['The body is not UTF-8 text.', query, utf16('{"user":"Andr\xe9"}'), `${json}; charset=utf-16`],
  ] as const) {
    const answer = await post('seller', sent, body, type);
    expect(answer.status).toBe(400);
    const encoding = type.startsWith(json) && body[1] === 0 ? 'UTF-16' : /UTF-16|Windows-1252/;
    expect(answer.body['message']).toMatch(encoding);
    expect(answer.body['message']).toContain(`${what} Its encoding is probably `);
  }
  expect(await names()).toEqual(before);
  // Controls: the same name as UTF-8, with a byte order mark at the beginning of the body.
  const right = await post('seller', query, `${mark}{"user":"Andr\xe9"}`, json);
  expect(right.body).toMatchObject({ success: true });
  const second = await post('seller', ofSeller, `${mark}type=banuser&user=Andr%C3%A9`, form);
  expect(second.body).toMatchObject({ success: true });
  expect(await names()).toEqual([...before, 'Andr\xe9'].sort());
  expect((await ask('userdata', { user: username })).body).toMatchObject({ banned: null });
});

test("a shop's body that is not UTF-8 creates no keys", async () => {
  const { post, ofSeller, keysMade } = await open();
  const query = `${ofSeller}&type=add&expiry=30&level=1`;
  const shop = '{"buyer":"Andr\xe9","data":{"quantity":2,"order":{"id":"7"}}}';
  const refused = await post('seller', query, latin1(shop), json);
  expect(refused.body['message']).toContain('The body is not UTF-8 text.');
  expect(await keysMade()).toBe(0);
  expect((await post('seller', query, mark + shop, json)).body).toMatchObject({ order: '7' });
  expect(await keysMade()).toBe(2);
});

test('the client API signs the refusal, and names a parameter only if its name is text', async () => {
  const { service, post, ofClient } = await open();
  const query = new URLSearchParams(ofClient).toString();
  for (const [more, body, type, sentence] of [
    ['type=init&%E9=1', '', form, 'The name of a parameter is not UTF-8 text.'],
    ['', latin1('type=init&\xe9=1'), form, 'The name of a parameter is not UTF-8 text.'],
    ['type=init&ver=%E9', '', form, named('ver')],
    ['type=init', latin1('{"ver":"\xe9"}'), json, 'The body is not UTF-8 text.'],
  ] as const) {
    const answer = checkAnswer(service, await post('client', `${query}&${more}`, body, type));
    expect(answer.body).toMatchObject({ reason: 'bad-request' });
    expect(answer.body['message']).toBe(`${sentence} Its encoding is probably Windows-1252.`);
  }
  const right = await post('client', query, `${mark}{"type":"init","ver":"1.0"}`, json);
  expect(checkAnswer(service, right).body).toMatchObject({ success: true });
});
