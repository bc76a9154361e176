import { keys, type Key } from '../../../shared/db/keys';
import { scopes } from '../../../shared/core/scopes';
import { lastDays } from '../../../shared/domain/platform/metrics/window';
import { aKey } from '../api-helpers';
import { Campaigns, minuteMs } from '../campaigns/campaigns';
import { readClockMs } from '../scheduled-sends';
import type { ApiResponse, Service } from '../service';
import type { ServiceTable } from '../table';

/** The number of recipients. Two of them have unsubscribed, which the run discovers when it reaches them. */
export const recipientCount = 30;
const skippedCount = 2;
export const mailedCount = recipientCount - skippedCount;

/** The state of a campaign that reached every recipient exactly once. */
export const everyRecipientOnce = {
  status: 'sent',
  mailed: mailedCount,
  repeated: [],
  messages: { sent: mailedCount },
  figures: { sent: mailedCount, skipped: skippedCount },
  used: mailedCount,
  pendingWork: [],
};

type Fields = Record<string, unknown>;

/** A workspace with contacts and an unsent campaign. */
export class CampaignScenario {
  private constructor(
    private readonly table: ServiceTable,
    readonly campaigns: Campaigns,
    readonly id: string,
    private readonly addresses: readonly string[],
    private readonly key: { id: string; key: string },
  ) {}

  static async create(service: Service, table: ServiceTable, fields: Fields = {}): Promise<CampaignScenario> {
    const campaigns = await Campaigns.create(service);
    const addresses = await campaigns.addManyContacts(recipientCount);
    for (const address of addresses.slice(0, skippedCount)) await campaigns.workspace.unsubscribe(address);
    return CampaignScenario.createWith(table, campaigns, addresses, fields);
  }

  private static async createWith(
    table: ServiceTable,
    campaigns: Campaigns,
    addresses: readonly string[],
    fields: Fields,
  ): Promise<CampaignScenario> {
    const key = await aKey(campaigns.service, {
      creatorKey: campaigns.workspace.key,
      scopes,
      daily_send_limit: 10_000,
    });
    return new CampaignScenario(table, campaigns, await campaigns.createDraft(fields), addresses, key);
  }

  /** Creates a campaign with two slices. Its two variants have different send times, both in the past. */
  static async createInTwoSlices(service: Service, table: ServiceTable): Promise<CampaignScenario> {
    const send_at = new Date((await readClockMs(service)) - minuteMs).toISOString();
    return CampaignScenario.create(service, table, {
      variants: [
        { key: 'a', send_at },
        { key: 'b', subject: 'Fresh news', send_at },
      ],
    });
  }

  /** Creates an A/B test that has sent its sample of 200. Ten other recipients are to receive the winning variant. */
  static async createTesting(service: Service, table: ServiceTable): Promise<CampaignScenario> {
    const campaigns = await Campaigns.create(service);
    const addresses = await campaigns.addManyContacts(210);
    const scenario = await CampaignScenario.createWith(table, campaigns, addresses, {
      variants: [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }],
      ab_test: { sample_share: 0.952 },
    });
    await scenario.send(minuteMs / 2);
    return scenario;
  }

  /** Returns the same campaign on a restarted service. */
  reconnect(service: Service, table: ServiceTable): CampaignScenario {
    return new CampaignScenario(table, this.campaigns.reconnect(service), this.id, this.addresses, this.key);
  }

  /** Starts the campaign and moves the clock by `advanceMs`, which determines how much of the campaign is sent. */
  async send(advanceMs: number): Promise<void> {
    await this.campaigns.send(this.id);
    await this.campaigns.advanceAndSettle(advanceMs);
  }

  /** Calls a campaign action with a key that has a daily limit. */
  callActionWithKey(
    action: 'send' | 'resume' | 'winner',
    idempotencyKey: string | undefined,
  ): Promise<ApiResponse> {
    const headers: Record<string, string> = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
    const body = action === 'winner' ? { variant: 'b' } : undefined;
    return this.campaigns.workspace.api(
      'POST',
      `/v1/broadcasts/${this.id}/${action}`,
      body,
      this.key.key,
      headers,
    );
  }

  delete(): Promise<ApiResponse> {
    return this.campaigns.api('DELETE', `/v1/broadcasts/${this.id}`);
  }

  /** Returns the number of recipients charged today to the key with the daily limit. */
  async getChargedOnKey(): Promise<number> {
    const days = lastDays(2, await readClockMs(this.campaigns.service));
    const records = await Promise.all(
      days.map((day) => this.table.get(keys.dailyCap(this.workspaceId, this.key.id, day))),
    );
    return records.reduce((sum, record) => sum + Number(record?.['used'] ?? 0), 0);
  }

  /** Returns the expected recipients whose email the run has not started. */
  async listUnstartedRecipients(): Promise<string[]> {
    const startedAddresses = (await this.campaigns.listRecipients(this.id)).map(({ email }) => String(email));
    return this.addresses.slice(skippedCount).filter((address) => !startedAddresses.includes(address));
  }

  /** Returns the sent emails, their log rows, the charges, and the pending work. */
  async state() {
    const { campaigns, id } = this;
    const mailed = await campaigns.listMailedAddresses();
    return {
      status: (await campaigns.getCampaign(id)).status as string,
      mailed: new Set(mailed).size,
      repeated: mailed.filter((address, index) => mailed.indexOf(address) !== index),
      messages: await campaigns.countRecipientsBy(id, (row) => row.status),
      figures: await this.getFigures(),
      used: await campaigns.workspace.getEmailsUsed(),
      pendingWork: await this.listPendingWork(),
    };
  }

  /** Returns the figures of the campaign, summed over its variants. */
  private async getFigures(): Promise<Record<string, number>> {
    const counters = (await this.table.get(keys.campaignCounts(this.workspaceId, this.id))) ?? {};
    const sums: Record<string, number> = {};
    for (const [name, count] of Object.entries(counters)) {
      const figure = name.split(':')[1];
      if (figure !== undefined) sums[figure] = (sums[figure] ?? 0) + Number(count);
    }
    return sums;
  }

  /** Returns the records that will be processed again. */
  private async listPendingWork(): Promise<string[]> {
    const campaign = await this.table.get(keys.campaign(this.workspaceId, this.id));
    return [...(await this.listSliceKeys()), ...(campaign?.['dueKey'] === undefined ? [] : ['the campaign'])];
  }

  private listSliceKeys(): Promise<string[]> {
    return this.listExisting(this.sliceKeys);
  }

  /** Returns the number of recipients for whom the slices will reserve send rate when the slices run again. */
  async countUnsentInSlices(): Promise<number> {
    const slices = await Promise.all(this.sliceKeys.map((key) => this.table.get(key)));
    return slices.reduce((sum, slice) => sum + Number(slice?.['recipientCount'] ?? 0), 0);
  }

  private get sliceKeys(): Key[] {
    const ids = ['first', 'rest'].flatMap((phase) =>
      ['1', '2', '3'].map((index) => `${phase}#${index.padStart(8, '0')}`),
    );
    return ids.map((id) => keys.slice(this.workspaceId, this.id, id));
  }

  /** Returns the remaining records of a deleted campaign: the campaign, its recipients, and the deletion marker. */
  async listRemainingRecords(): Promise<string[]> {
    const { workspaceId: ws, id } = this;
    const messages = (await this.campaigns.workspace.listEmails()).map((email) => String(email.id));
    return [
      ...(await this.listSliceKeys()),
      ...(await this.listExisting([
        keys.campaign(ws, id),
        keys.campaignContent(ws, id),
        keys.campaignCounts(ws, id),
        keys.campaignEngagement(ws, id),
        keys.deletedCampaign(ws, id),
        ...messages.map((messageId) => keys.recipient(ws, id, messageId)),
      ])),
    ];
  }

  private async listExisting(recordKeys: readonly Key[]): Promise<string[]> {
    const records = await Promise.all(recordKeys.map((key) => this.table.get(key)));
    return recordKeys
      .filter((_key, index) => records[index] !== undefined)
      .map(({ pk, sk }) => `${pk} ${sk}`);
  }

  private get workspaceId(): string {
    return this.campaigns.workspace.workspaceId;
  }
}
