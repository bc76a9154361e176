import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../../packages/cli/src/doctor/report';
import { Service } from '../../../support/service';
import { makeTempDir } from '../../../support/run/run-dir';
import { startFakeAccount, type FakeAccount } from './fake-account';
import { credentials, runDoctor, parseReport, type DoctorResult } from './run-doctor';
import type { Fault } from './faults';

export type RunOptions = Pick<Fault, 'settings' | 'args'> & { environment?: NodeJS.ProcessEnv };

/** A healthy account in which the stage of a local runtime is deployed. */
export class DoctorEnvironment {
  private constructor(
    readonly service: Service,
    readonly account: FakeAccount,
    readonly folder: string,
  ) {}

  static async start(): Promise<DoctorEnvironment> {
    const service = await Service.start();
    // Moving the clock pauses recurring timers. Otherwise, background checks would change the status of domains.
    await service.control('POST', '/clock', { advance_ms: 0 });
    const folder = makeTempDir();
    return new DoctorEnvironment(service, await startFakeAccount(service.metadata), folder);
  }

  async stop(): Promise<void> {
    await this.account.stop();
    await this.service.stop();
  }

  checkAccount({ settings = {}, args = [], environment = {} }: RunOptions = {}): Promise<DoctorResult> {
    return runDoctor(['--stage', 'local', '--resolver', this.service.metadata.dns, ...args], {
      ...credentials,
      AWS_ENDPOINT_URL: this.account.origin,
      CARRIER_NEST_SETTINGS: this.settingsFile(settings),
      ...environment,
    });
  }

  async getAccountReport(options: RunOptions = {}): Promise<Report> {
    const args = [...(options.args ?? []), '--json'];
    return parseReport(await this.checkAccount({ ...options, args }));
  }

  checkRuntime(...args: string[]): Promise<DoctorResult> {
    return runDoctor([`--local=${this.service.dataDir}`, ...args]);
  }

  /** Arranges the faults, runs the doctor and undoes the faults. */
  async checkWithFaults(faults: readonly Fault[]): Promise<DoctorResult> {
    const undoActions: (() => Promise<unknown>)[] = [];
    for (const fault of faults) {
      fault.account?.(this.account.state);
      if (fault.runtime) undoActions.push(await fault.runtime(this.service));
    }
    const result = await this.checkAccount({
      settings: Object.assign({}, ...faults.map(({ settings }) => settings)),
      environment: Object.assign({}, ...faults.map(({ environment }) => environment)),
      args: ['--json', ...faults.flatMap(({ args = [] }) => args)],
    });
    for (const undoFault of undoActions) await undoFault();
    this.account.reset();
    return result;
  }

  /** Writes settings for an account with 1,000 concurrent executions, which is more than a new account has. */
  private settingsFile(settings: Record<string, unknown>): string {
    const file = join(this.folder, 'settings.json');
    writeFileSync(file, JSON.stringify({ stage: 'local', executions: 1_000, ...settings }));
    return file;
  }
}
