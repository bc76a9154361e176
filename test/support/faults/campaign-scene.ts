import { keys, type Key } from '../../../shared/db/keys';
import { scopes } from '../../../shared/core/scopes';
import { lastDays } from '../../../shared/domain/platform/metrics/window';
import { aKey } from '../arrange';
import { Campaigns, minute } from '../campaigns/campaigns';
import { clockMs } from '../schedules';
import type { Answer, Service } from '../service';
import type { ServiceTable } from '../table';

/** Two of these people get no marketing mail, which is known when their turn comes. */
export const peopleCount = 30;
const skippedCount = 2;
export const mailedCount = peopleCount - skippedCount;

/** What is to be seen of a campaign that everybody got once. */
export const everybodyOnce = {
  status: 'sent',
  mailed: mailedCount,
  repeated: [],
  messages: { sent: mailedCount },
  counted: { sent: mailedCount, skipped: skippedCount },
  used: mailedCount,
  left: [],
};

type Fields = Record<string, unknown>;

/** A workspace with people, and a campaign for them that has yet to be sent. */
export class CampaignScene {
  private constructor(
    private readonly table: ServiceTable,
    readonly campaigns: Campaigns,
    readonly id: string,
    private readonly people: readonly string[],
    private readonly key: { id: string; key: string },
  ) {}

  static async create(service: Service, table: ServiceTable, fields: Fields = {}): Promise<CampaignScene> {
    const campaigns = await Campaigns.start(service);
    const people = await campaigns.addMany(peopleCount);
    for (const person of people.slice(0, skippedCount)) await campaigns.actor.unsubscribe(person);
    return CampaignScene.with(table, campaigns, people, fields);
  }

  private static async with(
    table: ServiceTable,
    campaigns: Campaigns,
    people: readonly string[],
    fields: Fields,
  ): Promise<CampaignScene> {
    const key = await aKey(campaigns.service, { by: campaigns.actor.key, scopes, daily_send_limit: 10_000 });
    return new CampaignScene(table, campaigns, await campaigns.draft(fields), people, key);
  }

  /** One with two slices, as few as its people are: its two variants leave at times of their own, which are over. */
  static async inTwoSlices(service: Service, table: ServiceTable): Promise<CampaignScene> {
    const send_at = new Date((await clockMs(service)) - minute).toISOString();
    return CampaignScene.create(service, table, {
      variants: [
        { key: 'a', send_at },
        { key: 'b', subject: 'Fresh news', send_at },
      ],
    });
  }

  /** An A/B test whose sample of 200 has gone out, while ten wait for the winner. */
  static async testing(service: Service, table: ServiceTable): Promise<CampaignScene> {
    const campaigns = await Campaigns.start(service);
    const people = await campaigns.addMany(210);
    const scene = await CampaignScene.with(table, campaigns, people, {
      variants: [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }],
      ab_test: { sample_share: 0.952 },
    });
    await scene.send(minute / 2);
    return scene;
  }

  /** The same campaign, on a service that was started again. */
  on(service: Service, table: ServiceTable): CampaignScene {
    return new CampaignScene(table, this.campaigns.on(service), this.id, this.people, this.key);
  }

  /** Sets it on its way; so much later it is sent, or not. */
  async send(passesMs: number): Promise<void> {
    await this.campaigns.send(this.id);
    await this.campaigns.pass(passesMs);
  }

  /** Asks for it with a key that has a daily limit. */
  ask(action: 'send' | 'resume' | 'winner', idempotencyKey: string | undefined): Promise<Answer> {
    const headers: Record<string, string> = idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {};
    const body = action === 'winner' ? { variant: 'b' } : undefined;
    return this.campaigns.actor.api(
      'POST',
      `/v1/broadcasts/${this.id}/${action}`,
      body,
      this.key.key,
      headers,
    );
  }

  delete(): Promise<Answer> {
    return this.campaigns.api('DELETE', `/v1/broadcasts/${this.id}`);
  }

  /** What was counted today on the key that it was asked for with. */
  async countedOnKey(): Promise<number> {
    const days = lastDays(2, await clockMs(this.campaigns.service));
    const found = await Promise.all(
      days.map((day) => this.table.get(keys.dailyCap(this.workspaceId, this.key.id, day))),
    );
    return found.reduce((sum, record) => sum + Number(record?.['used'] ?? 0), 0);
  }

  /** Those who are to get it, but for those whose mail somebody has begun with. */
  async notBegunWith(): Promise<string[]> {
    const begun = (await this.campaigns.recipients(this.id)).map(({ email }) => String(email));
    return this.people.slice(skippedCount).filter((address) => !begun.includes(address));
  }

  /** What left, what the log says of it, what was counted, and what is still to be done. */
  async state() {
    const { campaigns, id } = this;
    const mailed = await campaigns.mailed();
    return {
      status: (await campaigns.read(id)).status as string,
      mailed: new Set(mailed).size,
      repeated: mailed.filter((address, at) => mailed.indexOf(address) !== at),
      messages: await campaigns.tally(id, (row) => row.status),
      counted: await this.counted(),
      used: await campaigns.actor.used(),
      left: await this.left(),
    };
  }

  /** The campaign's figures, of all variants together. */
  private async counted(): Promise<Record<string, number>> {
    const found = (await this.table.get(keys.campaignFigures(this.workspaceId, this.id))) ?? {};
    const sums: Record<string, number> = {};
    for (const [name, count] of Object.entries(found)) {
      const what = name.split(':')[1];
      if (what !== undefined) sums[what] = (sums[what] ?? 0) + Number(count);
    }
    return sums;
  }

  /** What will be looked at again. */
  private async left(): Promise<string[]> {
    const campaign = await this.table.get(keys.campaign(this.workspaceId, this.id));
    return [...(await this.slices()), ...(campaign?.['dueKey'] === undefined ? [] : ['the campaign'])];
  }

  private slices(): Promise<string[]> {
    return this.found(this.sliceKeys);
  }

  /** How many recipients the rate is taken for when slices come again. */
  async toBeMailed(): Promise<number> {
    const slices = await Promise.all(this.sliceKeys.map((key) => this.table.get(key)));
    return slices.reduce((sum, slice) => sum + Number(slice?.['recipientCount'] ?? 0), 0);
  }

  private get sliceKeys(): Key[] {
    const ids = ['first', 'rest'].flatMap((phase) =>
      ['1', '2', '3'].map((at) => `${phase}#${at.padStart(8, '0')}`),
    );
    return ids.map((id) => keys.slice(this.workspaceId, this.id, id));
  }

  /** What is there of a campaign that was deleted: of what it was, whom it was for, and what is still to be cleared. */
  async remains(): Promise<string[]> {
    const { workspaceId: ws, id } = this;
    const messages = (await this.campaigns.actor.log()).map((email) => String(email.id));
    return [
      ...(await this.slices()),
      ...(await this.found([
        keys.campaign(ws, id),
        keys.campaignContent(ws, id),
        keys.campaignFigures(ws, id),
        keys.campaignReactions(ws, id),
        keys.deletedCampaign(ws, id),
        ...messages.map((messageId) => keys.recipient(ws, id, messageId)),
      ])),
    ];
  }

  private async found(wanted: readonly Key[]): Promise<string[]> {
    const records = await Promise.all(wanted.map((key) => this.table.get(key)));
    return wanted.filter((_key, at) => records[at] !== undefined).map(({ pk, sk }) => `${pk} ${sk}`);
  }

  private get workspaceId(): string {
    return this.campaigns.actor.workspaceId;
  }
}
