import { fork } from 'node:child_process';
import { join } from 'node:path';

/** The initial state of fauxqs, in the format of its `init` option. */
export interface EngineInit {
  queues: { name: string; attributes?: Record<string, string> }[];
  buckets?: string[];
  topics?: { name: string }[];
  subscriptions?: { topic: string; queue: string; attributes?: Record<string, string> }[];
}

/** Starts fauxqs in its own process, because Jest does not load its ES module. */
export async function startFauxqs(
  init: EngineInit,
): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const child = fork(join(__dirname, 'fauxqs.mjs'), [JSON.stringify(init)], { execArgv: [] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`fauxqs ended with ${code}`)));
  });
  const stop = () => {
    child.kill();
    return exited;
  };
  return { endpoint: `http://127.0.0.1:${port}`, stop };
}
