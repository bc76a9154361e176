import { execFileSync } from 'node:child_process';
import { readDeployment } from '../packages/local/src/template/read-deployment';
import { synthesize } from '../packages/local/src/template/synthesize';
import { median } from './table';

const runs = 15;

/** Measures CPU time, because other programs on the machine affect the wall time. */
const script = `
// Lambda provides this global, and functions that stream responses use it when they are loaded.
globalThis.awslambda = { streamifyResponse: (handler) => handler };
const before = process.cpuUsage();
require(process.argv[1]);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);`;

/** The environment variables of all functions together. Unused variables do not affect the time. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const { functions } = readDeployment((await synthesize()).assembly, {
    region: 'eu-west-1',
    accountId: '111111111111',
    queueUrl: (name) => name,
    parameters: { OAuthIssuer: '', OAuthAudience: '', OAuthJwksUri: '' },
  });
  const variables = functions.flatMap((spec) => Object.entries(spec.environment));
  return {
    ...process.env,
    ...Object.fromEntries(variables),
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'measured',
    AWS_SECRET_ACCESS_KEY: 'measured',
  };
}

/**
 * Measures the CPU milliseconds to import each file in a new process. The files alternate, so that all run under the
 * same load.
 */
export async function importTimes(files: readonly string[]): Promise<Map<string, number>> {
  const env = await environment();
  const times = new Map<string, number[]>(files.map((file) => [file, []]));
  for (let run = 0; run < runs; run++) {
    for (const file of files) times.get(file)?.push(importOnce(file, env));
  }
  return new Map([...times].map(([file, measured]) => [file, median(measured)]));
}

const importOnce = (file: string, env: NodeJS.ProcessEnv): number =>
  Number(execFileSync(process.execPath, ['-e', script, file], { env, encoding: 'utf8' }));
