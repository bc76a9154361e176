import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { AdminClient } from '../control/admin-client';
import { controlApi } from '../control/control-api';
import { requireLocalToken } from '../dashboard/require-local-token';
import { dueWorkReader } from '../database/due-work';
import type { ControlContext } from '../control/control-context';
import { dashboard } from '../dashboard/dashboard';
import type { DashboardConfig } from '../dashboard/dashboard-config';
import { startGateway } from '../gateway/gateway';
import { refuseForeignRequest } from '../gateway/refuse-foreign-request';
import { startIngress } from '../gateway/ingress';
import { explainPortError } from '../machine/ports';
import { checkAlarmTopics } from './check-alarm-topics';
import { printHints } from './hints';
import { bootstrap, region, type BootstrapContext } from './bootstrap';
import type { Distribution } from './distribution';
import type { Options } from './options';
import { buildServices } from './build-services';

export interface Addresses {
  api: string;
  console: string;
  smtp: { host: string; port: number };
  /** The endpoint of the AWS services with an operator key, for tools that inspect the deployment from outside. */
  aws: { endpoint: string; access_key_id: string };
  /** The functions' resolver (UDP). */
  dns: string;
  /** The token that `--protect` requires on the console's port. */
  token?: string;
}

/** The running stack. */
export interface Runtime extends ControlContext {
  addresses: Addresses;
  /** The endpoint of the AWS services, for programs other than functions. */
  awsEndpoint: string;
  /** Serves the dashboard of the workspace on the console's port. */
  openDashboard(home: DashboardConfig): void;
  stop(): Promise<void>;
}

/** Starts the runtime. Resolves when all services are ready. */
export async function startRuntime(
  options: Options,
  loadStacks: Distribution['loadStacks'],
): Promise<Runtime> {
  const context = await bootstrap(options, loadStacks);
  const services = await buildServices(context);

  const { deployment, clock, apiPort } = context;
  const ingress = await startIngress({
    program: context.ingressProgramFile,
    spec: deployment.ingress,
    region,
    awsEndpoint: context.awsEndpoint,
  });
  await apiPort.release();
  const gateway = await startGateway({
    api: deployment.api,
    permissions: deployment.permissions,
    runner: services.pool,
    ingressOrigin: () => ingress.origin,
    clock,
    port: apiPort.port,
    guard: refuseForeignRequest,
    ...(!options.quiet && { onResponse: printHints(context.console.origin) }),
  }).catch((error: unknown) => {
    throw explainPortError(error, apiPort.port, '--port');
  });
  const smtpPort = await services.mail.smtp.listen(options.smtpPort).catch((error: unknown) => {
    throw explainPortError(error, options.smtpPort, '--smtp-port');
  });
  checkAlarmTopics(deployment.alarms, services.sns);
  await services.resume();

  const { token, serve } = protectConsole(context, options);
  const runtime: Runtime = {
    ...services,
    clock,
    readDueWork: dueWorkReader(context.engine.endpoint, deployment.tables),
    issuer: context.issuer,
    admin: new AdminClient(services.pool, findAdminFunction(context)),
    addresses: { api: gateway.origin, ...presentAddresses(context, smtpPort, services.dns.port), ...token },
    awsEndpoint: context.awsEndpoint,
    openDashboard: (home) => serve(dashboard(home, { ...services, clock }, controlApi(runtime))),
    stop: async () => {
      await Promise.all([gateway.stop(), ingress.stop(), context.console.stop()]);
      await services.stop();
      await context.stop();
    },
  };
  serve(controlApi(runtime));
  return runtime;
}

/** Creates the token of this start if the options require one. `serve` then serves only requests with the token. */
function protectConsole({ console }: BootstrapContext, { protect }: Options) {
  if (!protect) return { serve: (listener: RequestListener) => console.serve(listener) };
  const token = randomBytes(32).toString('base64url');
  return {
    token: { token },
    serve: (listener: RequestListener) => console.serve(requireLocalToken(token, listener)),
  };
}

const presentAddresses = (
  { console, awsEndpoint, operatorKey }: BootstrapContext,
  smtpPort: number,
  dnsPort: number,
): Omit<Addresses, 'api'> => ({
  console: console.origin,
  smtp: { host: '127.0.0.1', port: smtpPort },
  aws: { endpoint: awsEndpoint, access_key_id: operatorKey },
  dns: `127.0.0.1:${dnsPort}`,
});

/** The function for operator actions, found by the end of its name. */
function findAdminFunction({ deployment }: BootstrapContext): string {
  const found = deployment.functions.find(({ name }) => name.endsWith('-administer'));
  if (!found) throw new Error('The template has no function for operator actions');
  return found.name;
}
