// `npm run package:service`: builds the service for servers, as a Debian package and an archive.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packFolder } from '../brand/archive.ts';
import { buildIfStale, root } from '../build-if-stale.js';
import { Refusal, runScript } from '../refusal.js';
import {
  buildDebianPackage,
  debianFileName,
  debianName,
  debianRelease,
  stageDebianFiles,
} from './debian-package.ts';
import { releaseVersion, stageRelease } from './stage-release.ts';

const usage = 'Usage: npm run package:service [-- --quick] [--to FOLDER]';

await runScript(async () => {
  const { quick = false, to } = readArguments();
  if (process.platform !== 'linux') throw new Refusal('The service is packaged on Linux only.');
  await buildIfStale();
  const userFolder = process.env['INIT_CWD'] ?? root;
  const output = to === undefined ? path.join(root, 'out') : path.resolve(userFolder, to);
  const version = releaseVersion(root);
  const stage = mkdtempSync(path.join(tmpdir(), 'service-release-'));
  try {
    const release = path.join(stage, debianRelease);
    stageRelease(root, release);
    mkdirSync(output, { recursive: true });
    const archive = `${debianName}-${version}-linux-${process.arch}.tar.gz`;
    packFolder(release, path.join(output, archive));
    stageDebianFiles(root, stage);
    const deb = path.join(output, debianFileName(version));
    buildDebianPackage({ project: root, stage, version, output: deb, isQuick: quick });
    console.log(`Made ${deb} and ${archive}.`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
});

function readArguments() {
  try {
    return parseArgs({ options: { quick: { type: 'boolean' }, to: { type: 'string' } } }).values;
  } catch {
    throw new Refusal(usage);
  }
}
