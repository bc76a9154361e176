import { readOptions } from '../../packages/local/src/start/options';
import { startRuntime, type Runtime } from '../../packages/local/src/start/runtime';
import type { Deployment } from '../../packages/local/src/template/deployment';
import { readDeployment } from '../../packages/local/src/template/read-deployment';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { makeTempDir } from './run/run-dir';

/**
 * A runtime that runs in the test process, and its deployment. Tests use this runtime to observe and create states that are
 * inaccessible from outside.
 */
export interface InProcessRuntime {
  runtime: Runtime;
  deployment: Deployment;
  dataDir: string;
  stop: () => Promise<void>;
}

export async function startInProcessRuntime(): Promise<InProcessRuntime> {
  const dataDir = makeTempDir();
  const freePorts = { port: '0', 'console-port': '0', 'smtp-port': '0' };
  const options = readOptions({ ...freePorts, data: dataDir, quiet: true }, { dataDir });
  const runtime = await startRuntime(options, synthesize);
  const deployment = readDeployment((await synthesize()).assembly, {
    region: 'us-east-1',
    accountId: '000000000000',
    queueUrl: (name) => name,
    parameters: { OAuthIssuer: '', OAuthAudience: '', OAuthJwksUri: '' },
  });
  return { runtime, deployment, dataDir, stop: () => runtime.stop() };
}
