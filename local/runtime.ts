import type { Activity } from './activity';
import type { Calls } from './aws/calls';
import type { Faults } from './aws/faults';
import type { Clock } from './clock';
import { controlApi } from './control/server';
import type { Zone } from './dns/zone';
import { startGateway } from './gateway/gateway';
import { layGround, type Ground } from './ground';
import type { Hosts } from './hosts';
import { startIngress } from './ingress';
import type { Issuer } from './issuer';
import type { Pool } from './lambda/pool';
import type { Mail } from './mail/mail';
import { Operator } from './operator';
import type { Options } from './options';
import { buildParts } from './parts';
import { explained } from './ports';

export interface Addresses {
  api: string;
  console: string;
  smtp: { host: string; port: number };
}

/** The deployed stack, running: what the control API and the seed work on. */
export interface Runtime {
  clock: Clock;
  activity: Activity;
  settings: { autoDelivery: boolean };
  faults: Faults;
  calls: Calls;
  hosts: Hosts;
  zone: Zone;
  pool: Pool;
  mail: Mail;
  operator: Operator;
  issuer: Issuer;
  addresses: Addresses;
  stop(): Promise<void>;
}

/** Starts everything; when it resolves, everything answers. */
export async function startRuntime(options: Options): Promise<Runtime> {
  const ground = await layGround(options);
  const parts = await buildParts(ground);
  const operator = new Operator(parts.pool, operatorFunction(ground));

  const ingress = await startIngress(ground);
  const { deployment, clock, apiPort } = ground;
  await apiPort.release();
  const gateway = await startGateway({
    api: deployment.api,
    permissions: deployment.permissions,
    runner: parts.pool,
    ingressOrigin: () => ingress.origin,
    clock,
    port: apiPort.port,
  }).catch((error: unknown) => {
    throw explained(error, apiPort.port);
  });
  const smtpPort = await parts.mail.smtp.listen(options.smtpPort).catch((error: unknown) => {
    throw explained(error, options.smtpPort);
  });
  await parts.resume();

  const runtime: Runtime = {
    ...parts,
    clock,
    issuer: ground.issuer,
    operator,
    addresses: {
      api: gateway.origin,
      console: ground.console.origin,
      smtp: { host: '127.0.0.1', port: smtpPort },
    },
    stop: async () => {
      await Promise.all([gateway.stop(), ingress.stop(), ground.console.stop()]);
      await parts.stop();
      await ground.stop();
    },
  };
  ground.console.serve(controlApi(runtime));
  return runtime;
}

/** The job that has no queue and no schedule is the operator's. */
function operatorFunction({ deployment }: Ground): string {
  const found = deployment.functions.find(({ name }) => name.endsWith('-administer'));
  if (!found) throw new Error('The template has no function for the operator');
  return found.name;
}
