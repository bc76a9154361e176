// Runs before `npm start` and `npm test`: installs when node_modules does not match the lock file.
import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const stamp = 'node_modules/.carrier-nest-lock';
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

if (installed !== wanted) {
  console.log('Installing dependencies (npm ci) ...');
  execSync('npm ci --no-audit --no-fund --loglevel=error', { stdio: 'inherit' });
  writeFileSync(stamp, wanted);
}
