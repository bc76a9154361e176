// Runs before each npm script and installs the dependencies if node_modules differs from the lock file.
import { execSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { refusalOfNode } from './ensure-node.mjs';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const refusal = refusalOfNode(process.versions.node, engines.node);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}

/** The installed packages. npm writes this file at the end of an installation. */
const installed = packagesIn('node_modules/.package-lock.json');

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {};
}

/** Whether a package is installed. npm does not install optional packages for other platforms. */
const isInstalled = ([path, { version, optional }]) =>
  path === '' || (installed[path] ? installed[path].version === version : optional === true);

if (!Object.entries(packagesIn('package-lock.json')).every(isInstalled)) {
  // Write to standard error, because other programs read the standard output of the command.
  console.error('Installing dependencies (npm ci) ...');
  execSync('npm ci --no-audit --no-fund --loglevel=error', { stdio: ['inherit', 2, 'inherit'] });
}
