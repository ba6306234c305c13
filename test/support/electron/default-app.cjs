// The default app of the Electron used in tests. `electron [switches] FOLDER-OR-FILE` runs the
// given program, like Electron's own default app.
'use strict';
require('./compat33.cjs');

const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { app } = require('electron');

function run(target) {
  process.defaultApp = true;
  const manifest = path.join(target, 'package.json');
  if (!existsSync(manifest)) {
    app.setAppPath(path.dirname(target));
    Module._load(target, Module, true);
    return;
  }
  const facts = JSON.parse(readFileSync(manifest, 'utf8'));
  app.name = facts.productName ?? facts.name ?? app.name;
  if (facts.version) app.setVersion(facts.version);
  app.setAppPath(target);
  Module._load(path.join(target, facts.main ?? 'index.js'), Module, true);
}

const given = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (given === undefined) {
  console.error('usage: electron [switches] FOLDER-OR-FILE');
  app.exit(2);
} else {
  run(path.resolve(given));
}
