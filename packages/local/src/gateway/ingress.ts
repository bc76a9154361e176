import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { findFreePort } from '../machine/ports';
import type { IngressSpec } from '../template/deployment';

export const ingressAccessKey = `AKIALOCALINGRESS${randomBytes(4).toString('hex').toUpperCase()}`;

export interface IngressOptions {
  /** The program that the container runs. */
  program: string;
  spec: IngressSpec;
  region: string;
  awsEndpoint: string;
}

/** Runs the container's program (preset `full`) in a worker thread, with the environment of the container. */
export async function startIngress({ program, spec, region, awsEndpoint }: IngressOptions) {
  const port = await findFreePort();
  const thread = new Worker(program, {
    execArgv: [],
    env: {
      ...spec.environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      AWS_REGION: region,
      AWS_ENDPOINT_URL: awsEndpoint,
      AWS_ACCESS_KEY_ID: ingressAccessKey,
      AWS_SECRET_ACCESS_KEY: randomBytes(20).toString('hex'),
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilHealthy(`${origin}/health`);
  return { origin, stop: () => thread.terminate() };
}

async function waitUntilHealthy(url: string): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (performance.now() < giveUpAt) {
    const isHealthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The ingress does not respond');
}
