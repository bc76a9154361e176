import { Operator } from '../control/operator';
import { controlApi } from '../control/server';
import type { World } from '../control/world';
import { dashboard } from '../dashboard/dashboard';
import type { Home } from '../dashboard/home';
import { startGateway } from '../gateway/gateway';
import { refuseForeign } from '../gateway/foreign';
import { startIngress } from '../gateway/ingress';
import { explained } from '../machine/ports';
import { tryAlarms } from './alarms';
import { printHints } from './hints';
import { layGround, region, type Ground } from './ground';
import type { Options } from './options';
import { buildParts } from './parts';

export interface Addresses {
  api: string;
  console: string;
  smtp: { host: string; port: number };
  /** Where all AWS services answer, and a key for them, for what looks at the deployment from outside. */
  aws: { endpoint: string; access_key_id: string };
  /** The resolver of the functions, over UDP. */
  dns: string;
}

/** The deployed stack, running. */
export interface Runtime extends World {
  addresses: Addresses;
  /** Where all AWS services answer: for what runs beside the functions. */
  awsEndpoint: string;
  /** Shows the workspace to a person, on the console's port. */
  openDashboard(home: Home): void;
  stop(): Promise<void>;
}

/** Starts everything. When it resolves, everything answers. */
export async function startRuntime(options: Options): Promise<Runtime> {
  const ground = await layGround(options);
  const parts = await buildParts(ground);
  const operator = new Operator(parts.pool, operatorFunction(ground));

  const { deployment, clock, apiPort } = ground;
  const ingress = await startIngress({
    program: ground.ingressProgram,
    spec: deployment.ingress,
    region,
    awsEndpoint: ground.awsEndpoint,
  });
  await apiPort.release();
  const gateway = await startGateway({
    api: deployment.api,
    permissions: deployment.permissions,
    runner: parts.pool,
    ingressOrigin: () => ingress.origin,
    clock,
    port: apiPort.port,
    guard: refuseForeign,
    ...(!options.quiet && { onAnswer: printHints(ground.console.origin) }),
  }).catch((error: unknown) => {
    throw explained(error, apiPort.port, '--port');
  });
  const smtpPort = await parts.mail.smtp.listen(options.smtpPort).catch((error: unknown) => {
    throw explained(error, options.smtpPort, '--smtp-port');
  });
  await tryAlarms(deployment.alarms, parts.sns);
  await parts.resume();

  const runtime: Runtime = {
    ...parts,
    clock,
    issuer: ground.issuer,
    operator,
    addresses: { api: gateway.origin, ...addressesOf(ground, smtpPort, parts.dns.port) },
    awsEndpoint: ground.awsEndpoint,
    openDashboard: (home) => ground.console.serve(dashboard(home, { ...parts, clock }, controlApi(runtime))),
    stop: async () => {
      await Promise.all([gateway.stop(), ingress.stop(), ground.console.stop()]);
      await parts.stop();
      await ground.stop();
    },
  };
  ground.console.serve(controlApi(runtime));
  return runtime;
}

const addressesOf = (
  { console, awsEndpoint, operatorKey }: Ground,
  smtpPort: number,
  dnsPort: number,
): Omit<Addresses, 'api'> => ({
  console: console.origin,
  smtp: { host: '127.0.0.1', port: smtpPort },
  aws: { endpoint: awsEndpoint, access_key_id: operatorKey },
  dns: `127.0.0.1:${dnsPort}`,
});

/** The stack has one function for what the operator does. It is known by the end of its name. */
function operatorFunction({ deployment }: Ground): string {
  const found = deployment.functions.find(({ name }) => name.endsWith('-administer'));
  if (!found) throw new Error('The template has no function for the operator');
  return found.name;
}
