// Runs before whatever somebody runs in a fresh clone, `npm start` first of all: installs when node_modules is not what the lock file says.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { refusalOfNode } from './ensure-node.mjs';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const refusal = refusalOfNode(process.versions.node, engines.node);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}

/** What npm has put where, which it writes down when it is done. */
const installed = packagesIn('node_modules/.package-lock.json');

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/** Packages for other platforms are left out by npm. */
const isInstalled = ([path, { version, optional }]) =>
  path === '' || (installed[path] ? installed[path].version === version : optional === true);

if (!Object.entries(packagesIn('package-lock.json')).every(isInstalled)) {
  // On the standard output programs wait for what the command says.
  console.error('Installing dependencies (npm ci) ...');
  execSync('npm ci --no-audit --no-fund --loglevel=error', { stdio: ['inherit', 2, 'inherit'] });
}
