import { keys } from '../../../shared/db/keys';
import { injectInboundMail } from '../inbound-mails';
import { Automations, step } from '../automations/automations';
import type { Service } from '../service';
import type { ServiceTable } from '../table';
import { kim } from './step-scenario';

/** Kim's enrollments in automations of a workspace. By default, the step of each automation is due in ten minutes. */
export class EnrollmentScenario {
  lastStatus = 0;

  private constructor(
    private readonly service: Service,
    readonly automations: Automations,
    private readonly ids: readonly string[],
    private readonly enrollmentIds: readonly string[],
  ) {}

  static async create(service: Service, count = 1, delay = 10): Promise<EnrollmentScenario> {
    const automations = await Automations.create(service);
    const ids: string[] = [];
    for (let index = 0; index < count; index++)
      ids.push(await automations.createActive({ steps: [step('One', { delay_minutes: delay })] }));
    const enrollmentIds: string[] = [];
    for (const id of ids) enrollmentIds.push((await automations.enroll(id, kim)).id);
    return new EnrollmentScenario(service, automations, ids, enrollmentIds);
  }

  get id(): string {
    return this.ids[0] ?? '';
  }

  unsubscribe(): Promise<void> {
    return this.sendRequest('POST', '/v1/suppressions', {
      email: kim,
      scope: 'marketing',
      reason: 'unsubscribe',
    });
  }

  setStatus(status: string): Promise<void> {
    return this.sendRequest('POST', `/v1/automations/${this.id}/status`, { status });
  }

  deleteAutomation(): Promise<void> {
    return this.sendRequest('DELETE', `/v1/automations/${this.id}`);
  }

  async reply(): Promise<void> {
    await injectInboundMail(this.automations.workspace, { from: kim, subject: 'Hello' });
    await this.service.settle();
  }

  /** Returns Kim's enrollments, the counts of each automation, and the sent emails. */
  async state() {
    const { automations, ids } = this;
    const enrollments = await Promise.all(ids.map((id) => automations.getEnrollment(id, kim)));
    return {
      enrollments: enrollments.map(({ status, cancel_reason }) => ({ status, cancel_reason })),
      counts: await Promise.all(ids.map((id) => automations.getCounts(id))),
      mailed: await automations.listMailed(),
    };
  }

  /** Returns the remaining records of a deleted automation. */
  async listRemainingRecords(table: ServiceTable): Promise<unknown[]> {
    const { workspaceId } = this.automations.workspace;
    const { id, enrollmentIds } = this;
    const recordKeys = [
      keys.automation(workspaceId, id),
      keys.automationSteps(workspaceId, id),
      keys.deletedAutomation(workspaceId, id),
      keys.enrollment(workspaceId, kim, id),
      ...enrollmentIds.map((enrollmentId) => keys.scheduleEntry(workspaceId, id, enrollmentId)),
      ...Array.from({ length: 8 }, (_, shard) => keys.enrollmentCounts(workspaceId, id, shard)),
    ];
    const records = await Promise.all(recordKeys.map((key) => table.get(key)));
    return records.filter((record) => record !== undefined);
  }

  /**
   * Sends a request that a caller can repeat if no response arrives. A POST request has the same Idempotency-Key each
   * time.
   */
  private async sendRequest(method: string, path: string, body?: unknown): Promise<void> {
    const headers: Record<string, string> =
      method === 'POST' ? { 'Idempotency-Key': `${path} ${JSON.stringify(body)}` } : {};
    this.lastStatus = (await this.automations.workspace.api(method, path, body, undefined, headers)).status;
  }
}

export const zeroCounts = { active: 0, completed: 0, canceled: 0, failed: 0 };
