import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../clock/clock';
import { ConsoleServer } from '../control/console-server';
import { audience, Issuer } from '../control/oauth-issuer';
import { userPoolPath } from '../dashboard/handle-user-pool-request';
import { startEngine, type Engine } from '../database/engine';
import { prepareTables } from '../database/prepare-tables';
import { DurableMap } from '../machine/durable-map';
import { findFreePort, reservePort, type ReservedPort } from '../machine/ports';
import type { Deployment } from '../template/deployment';
import { readDeployment } from '../template/read-deployment';
import type { Distribution } from './distribution';
import type { Options } from './options';

export const region = 'us-east-1';
export const accountId = '000000000000';

/** The prerequisites of all services: the database, and the addresses that the template uses as values. */
export interface BootstrapContext {
  options: Options;
  clock: Clock;
  console: ConsoleServer;
  issuer: Issuer;
  engine: Engine;
  /** The future port of the API. Links in emails contain this port. */
  apiPort: ReservedPort;
  /** The future port of the AWS services. */
  awsServerPort: number;
  awsEndpoint: string;
  /**
   * The access key in runtime.json. The runtime does not check permissions for calls with this key and does not record
   * the calls.
   */
  operatorKey: string;
  deployment: Deployment;
  ingressProgramFile: string;
  stop(): Promise<void>;
}

export async function bootstrap(
  options: Options,
  loadStacks: Distribution['loadStacks'],
): Promise<BootstrapContext> {
  mkdirSync(options.dataDir, { recursive: true });
  const { clock, closeClock } = openClock(options.dataDir);
  const console = await ConsoleServer.listen(options.consolePort);
  const apiPort = await reservePort(options.port, '--port');
  const [stacks, engine, issuer, awsServerPort] = await Promise.all([
    loadStacks(options.dataDir),
    startEngine({ ...options, onExit: exitOnEngineLoss }),
    Issuer.open(join(options.dataDir, 'issuer.json'), console.origin),
    findFreePort(),
  ]);
  const awsEndpoint = `http://127.0.0.1:${awsServerPort}`;
  const deployment = readDeployment(stacks.assembly, {
    region,
    accountId,
    queueUrl: (name) => `${awsEndpoint}/${accountId}/${name}`,
    parameters: {
      OAuthIssuer: issuer.url,
      OAuthAudience: audience,
      OAuthJwksUri: issuer.jwksUri,
      PublicUrl: `http://127.0.0.1:${apiPort.port}`,
      SignInUrl: `${console.origin}${userPoolPath}`,
    },
    environment: stacks.environment,
  });
  await prepareTables(engine.endpoint, deployment.tables);
  return {
    options,
    clock,
    console,
    issuer,
    engine,
    apiPort,
    awsServerPort,
    awsEndpoint,
    operatorKey: `OPERATOR${randomBytes(16).toString('hex').toUpperCase()}`,
    deployment,
    ingressProgramFile: stacks.ingressProgram,
    stop: async () => {
      clock.stop();
      closeClock();
      await engine.stop();
    },
  };
}

/** Opens the clock of the data folder. The clock continues from the offset of the last run. */
function openClock(dataDir: string) {
  const store = new DurableMap<number>(join(dataDir, 'clock.jsonl'));
  const clock = new Clock(store.get('offsetMs') ?? 0, (offsetMs) => store.set('offsetMs', offsetMs));
  return { clock, closeClock: () => store.close() };
}

/** Exits, because the runtime cannot work without its database. */
function exitOnEngineLoss(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
