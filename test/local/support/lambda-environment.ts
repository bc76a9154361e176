import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../../../packages/local/src/clock/clock';
import { FunctionPool, type FunctionPoolOptions } from '../../../packages/local/src/lambda/function-pool';
import { DnsServer } from '../../../packages/local/src/network/dns-server';
import { Hosts, routedAddresses } from '../../../packages/local/src/network/hosts';
import { Zone } from '../../../packages/local/src/network/zone';
import type { FunctionSpec } from '../../../packages/local/src/template/deployment';
import { makeTempDir } from '../../support/run/run-dir';
import { waitUntil as eventually } from '../../support/wait-until';

/** Creates a function with this source as its bundle. */
export function createFunction(source: string, overrides: Partial<FunctionSpec> = {}): FunctionSpec {
  const codeDir = makeTempDir();
  writeFileSync(join(codeDir, 'index.js'), source);
  return {
    name: 'probe',
    arn: 'arn:aws:lambda:eu-west-1:111122223333:function:probe',
    codeDir,
    handler: 'index.handler',
    environment: {},
    timeoutMs: 10_000,
    memoryMb: 128,
    roleArn: 'arn:aws:iam::111122223333:role/probe',
    ...overrides,
  };
}

/** Creates a pool with a real clock, DNS and hosts. */
export async function createLambdaEnvironment(
  functions: FunctionSpec[],
  options: Partial<FunctionPoolOptions> = {},
) {
  const folder = makeTempDir();
  const clock = new Clock();
  const hosts = new Hosts(join(folder, 'hosts.jsonl'));
  const zone = new Zone(join(folder, 'dns.jsonl'), hosts);
  const dns = new DnsServer(zone);
  await dns.start();
  const logs: string[] = [];
  const pool = new FunctionPool({
    functions,
    clock,
    awsEndpoint: () => 'http://127.0.0.1:4566',
    region: 'eu-west-1',
    dnsPort: () => dns.port,
    hosts: routedAddresses(hosts, zone),
    onLog: (name, line) => logs.push(`${name}: ${line}`),
    ...options,
  });
  const stop = async (): Promise<void> => {
    await pool.stop();
    await dns.stop();
    clock.stop();
    hosts.close();
    zone.close();
  };
  return { pool, clock, hosts, zone, dns, logs, folder, stop };
}

export type LambdaEnvironment = Awaited<ReturnType<typeof createLambdaEnvironment>>;

/** Invokes the function and returns its response. Throws for any other outcome. */
export async function invokeOk(pool: FunctionPool, name: string, event: unknown = {}): Promise<unknown> {
  const outcome = await pool.invoke(name, JSON.stringify(event));
  if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.payload);
}

/** Invokes the function and returns the error that it ended with. */
export async function invokeError(pool: FunctionPool, name: string, event: unknown = {}): Promise<unknown> {
  const outcome = await pool.invoke(name, JSON.stringify(event));
  if (outcome.kind !== 'error') throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.payload);
}

/** Waits for an asynchronous effect, such as a log line. */
export const waitUntil = (condition: () => boolean): Promise<void> =>
  eventually(condition, () => `The condition never became true: ${condition.toString()}`);
