import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCode } from '../machine/error-code';
import { moveIntoPlace } from '../machine/move-into-place';
import { unpackFolder } from '../template/archive';
import type { Distribution } from './distribution';

/** The archive of the stacks, which scripts/release/carrier-nest.ts puts next to the program. */
const archiveFile = join(__dirname, 'stacks.br');

/** The runtime of the package `carrier-nest`, which contains the synthesized stacks. */
export const npmPackage: Distribution = {
  dataDir: '.carrier-nest',
  loadStacks: async (dataDir) => {
    const dir = await unpackStacks(dataDir);
    return { assembly: join(dir, 'assembly'), ingressProgram: join(dir, 'ingress/index.js') };
  },
  hasCdkApp: false,
  // Users of the package deploy the construct with a CDK app of their own.
  commandLine: (command) => (command === 'deploy' ? 'npx cdk deploy --all' : `npx carrier-nest ${command}`),
};

/**
 * Unpacks the stacks at the first start, next to the program. If this user may not write there, unpacks them into the
 * data folder at each start, because the data may be older than the package.
 */
async function unpackStacks(dataDir: string): Promise<string> {
  const dir = join(__dirname, 'stacks');
  if (existsSync(dir)) return dir;
  const workDir = `${dir}.${process.pid}`;
  try {
    mkdirSync(workDir);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error))) throw error;
    // Worker threads need an absolute path.
    return unpackAnew(resolve(dataDir, 'stacks'));
  }
  await unpackInto(workDir);
  moveIntoPlace(workDir, dir);
  return dir;
}

async function unpackAnew(dir: string): Promise<string> {
  rmSync(dir, { recursive: true, force: true });
  await unpackInto(dir);
  return dir;
}

async function unpackInto(dir: string): Promise<void> {
  await unpackFolder(readFileSync(archiveFile), dir);
  // The bundles are CommonJS, even if the package of a surrounding folder has ES modules.
  writeFileSync(join(dir, 'package.json'), '{"type":"commonjs"}\n');
}
