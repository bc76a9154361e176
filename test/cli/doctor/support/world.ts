import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../../packages/cli/src/doctor/report';
import { Service } from '../../../support/service';
import { aFolder } from '../../../support/run/run-folder';
import { startAccount, type Account } from './account';
import { credentials, doctor, reportOf, type Ran } from './doctor';
import type { Fault } from './faults';

export type Wanted = Pick<Fault, 'settings' | 'args'> & { environment?: NodeJS.ProcessEnv };

/** A healthy account in which the stage of a local runtime is deployed. */
export class World {
  private constructor(
    readonly service: Service,
    readonly account: Account,
    readonly folder: string,
  ) {}

  static async start(): Promise<World> {
    const service = await Service.start();
    // No domain is checked in the background from here on.
    await service.control('POST', '/clock', { advance_ms: 0 });
    const folder = aFolder();
    return new World(service, await startAccount(service.at), folder);
  }

  async stop(): Promise<void> {
    await this.account.stop();
    await this.service.stop();
  }

  lookAtAccount({ settings = {}, args = [], environment = {} }: Wanted = {}): Promise<Ran> {
    return doctor(['--stage', 'local', '--resolver', this.service.at.dns, ...args], {
      ...credentials,
      AWS_ENDPOINT_URL: this.account.origin,
      CARRIER_NEST_SETTINGS: this.settingsFile(settings),
      ...environment,
    });
  }

  async reportOfAccount(wanted: Wanted = {}): Promise<Report> {
    const args = [...(wanted.args ?? []), '--json'];
    return reportOf(await this.lookAtAccount({ ...wanted, args }));
  }

  lookAtRuntime(...args: string[]): Promise<Ran> {
    return doctor([`--local=${this.service.dataDir}`, ...args]);
  }

  /** Arranges the faults, looks, and puts all of them right again. */
  async lookAtFaults(faults: readonly Fault[]): Promise<Ran> {
    const undo: (() => Promise<unknown>)[] = [];
    for (const fault of faults) {
      fault.account?.(this.account.state);
      if (fault.runtime) undo.push(await fault.runtime(this.service));
    }
    const ran = await this.lookAtAccount({
      settings: Object.assign({}, ...faults.map(({ settings }) => settings)),
      environment: Object.assign({}, ...faults.map(({ environment }) => environment)),
      args: ['--json', ...faults.flatMap(({ args = [] }) => args)],
    });
    for (const putRight of undo) await putRight();
    this.account.reset();
    return ran;
  }

  /** What this stage would have been deployed with, to an account that grants more than a new one. */
  private settingsFile(settings: Record<string, unknown>): string {
    const file = join(this.folder, 'settings.json');
    writeFileSync(file, JSON.stringify({ stage: 'local', executions: 1_000, ...settings }));
    return file;
  }
}
