// Signing of packages: which variables electron-builder gets, and what the output says about an
// unsigned package.
import { expect, test } from 'vitest';
import { targetsOf } from '../../scripts/brand/formats.ts';
import { signingEnvironment, signingNotes, signingVariables } from '../../scripts/brand/signing.ts';

const windows = targetsOf(['--win']);
const mac = targetsOf(['--mac']);
const linux = targetsOf(['--linux', 'deb']);
const secret = 'c2VjcmV0';

test('removes empty signing variables and keeps everything else', () => {
  const env = { PATH: '/bin', EMPTY: '', WIN_CSC_LINK: '', APPLE_ID: ' ', CSC_LINK: secret };
  expect(signingEnvironment(env)).toEqual({ PATH: '/bin', EMPTY: '', CSC_LINK: secret });
});

test.each([
  ['Windows', windows, {}, [/SmartScreen.*"More info" and "Run anyway"/]],
  ['Windows with the certificate of all systems', windows, { CSC_LINK: secret }, []],
  ['Windows with a separate certificate', windows, { WIN_CSC_LINK: secret }, []],
  ['macOS', mac, {}, [/Gatekeeper.*"Open Anyway"/]],
  ['macOS with the certificate of Windows', mac, { WIN_CSC_LINK: secret }, [/Developer ID/]],
  ['macOS with a certificate', mac, { CSC_LINK: secret }, [/not notarized.*Gatekeeper/]],
  ['macOS, notarized', mac, { CSC_LINK: secret, APPLE_ID: 'a@fjord.tools' }, []],
  ['macOS, notarized by key', mac, { CSC_NAME: 'Fjord AS', APPLE_API_KEY: secret }, []],
  ['Linux', linux, {}, []],
  ['Windows and macOS', [...windows, ...mac], {}, [/SmartScreen/, /Gatekeeper/]],
])('the notes about a package for %s say what users see', (_, targets, env, expected) => {
  const notes = signingNotes(targets, env);
  expect(notes).toHaveLength(expected.length);
  for (const [at, pattern] of expected.entries()) expect(notes[at]).toMatch(pattern);
  for (const note of notes) expect(note).toMatch(/"Signing" in docs\/packaging\.md\.$/);
});

test('an option that names a certificate on a token removes the note', () => {
  const args = ['-c.win.signtoolOptions.certificateSubjectName=Fjord AS'];
  expect(signingNotes(windows, {}, args)).toEqual([]);
  expect(signingNotes(windows, {}, ['-c.win.artifactName=x'])).toHaveLength(1);
});

test('no note contains the value of a variable', () => {
  const env = Object.fromEntries(signingVariables.map((name) => [name, `${name}-${secret}`]));
  for (const left of signingVariables) {
    const { [left]: _left, ...rest } = env;
    expect(signingNotes([...windows, ...mac], rest).join('\n')).not.toContain(secret);
  }
});
