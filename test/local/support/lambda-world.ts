import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../../../packages/local/src/clock/clock';
import { Pool, type PoolOptions } from '../../../packages/local/src/lambda/pool';
import { DnsServer } from '../../../packages/local/src/network/dns-server';
import { Hosts, routedAddresses } from '../../../packages/local/src/network/hosts';
import { Zone } from '../../../packages/local/src/network/zone';
import type { FunctionSpec } from '../../../packages/local/src/template/deployment';
import { aFolder } from '../../support/run/run-folder';
import { until as eventually } from '../../support/until';

/** A function whose bundle is this source. */
export function aFunction(source: string, overrides: Partial<FunctionSpec> = {}): FunctionSpec {
  const codeDir = aFolder();
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

/** A pool with its clock, DNS and hosts, all real. */
export async function aWorld(functions: FunctionSpec[], options: Partial<PoolOptions> = {}) {
  const folder = aFolder();
  const clock = new Clock();
  const hosts = new Hosts(join(folder, 'hosts.jsonl'));
  const zone = new Zone(join(folder, 'dns.jsonl'), hosts);
  const dns = new DnsServer(zone);
  await dns.start();
  const logs: string[] = [];
  const pool = new Pool({
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

export type World = Awaited<ReturnType<typeof aWorld>>;

/** Runs the function and gives what it answered; anything but an answer throws. */
export async function answerOf(pool: Pool, name: string, event: unknown = {}): Promise<unknown> {
  const outcome = await pool.invoke(name, JSON.stringify(event));
  if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.payload);
}

/** Runs the function and gives the error that it ended with. */
export async function errorOf(pool: Pool, name: string, event: unknown = {}): Promise<unknown> {
  const outcome = await pool.invoke(name, JSON.stringify(event));
  if (outcome.kind !== 'error') throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.payload);
}

/** Waits for what arrives by itself, such as a log line. */
export const until = (isSo: () => boolean): Promise<void> =>
  eventually(isSo, () => `Waited in vain until ${isSo.toString()}`);
