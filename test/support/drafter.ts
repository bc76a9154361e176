import { aKey } from './arrange';
import type { Answer, Service } from './service';
import { anActor, type Actor } from './actor';

type Fields = Record<string, unknown>;

/** A send response that says: held. */
export interface Held {
  id: string;
  approval_id: string;
  thread_id: string | null;
}

/** A workspace of its own with a key whose sends are all held, and one without guardrails that decides. */
export class Drafter {
  private constructor(
    readonly desk: Actor,
    readonly keyId: string,
    readonly key: string,
  ) {}

  /** With a domain for each class. */
  static async create(
    service: Service,
    { warmup = false, ...guardrails }: Fields & { warmup?: boolean } = {},
  ): Promise<Drafter> {
    return Drafter.at(await anActor(service, { marketing: true, warmup }), guardrails);
  }

  /** With a domain for transactional mail: less to wait for. */
  static async forMail(service: Service, guardrails: Fields = {}): Promise<Drafter> {
    return Drafter.at(await anActor(service), guardrails);
  }

  private static async at(desk: Actor, guardrails: Fields): Promise<Drafter> {
    const { id, key } = await aKey(desk.service, { by: desk.key, requires_approval: true, ...guardrails });
    return new Drafter(desk, id, key);
  }

  /** A draft that must have been held. */
  async hold(overrides: Fields = {}): Promise<Held> {
    const { status, body } = await this.desk.send(overrides, this.key);
    if (status !== 202 || body.status !== 'pending_approval')
      throw new Error(`Not held: ${JSON.stringify(body)}`);
    return body;
  }

  decide(
    { approval_id: id }: Pick<Held, 'approval_id'>,
    body: unknown,
    { key = this.desk.key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    return this.desk.service.api('POST', `/v1/approvals/${id}`, { key, body, headers });
  }

  approve(held: Held): Promise<Answer> {
    return this.decide(held, { decision: 'approve' });
  }

  reject(held: Held): Promise<Answer> {
    return this.decide(held, { decision: 'reject' });
  }

  /** The drafts that wait, oldest first. */
  async pending(): Promise<Answer['body'][]> {
    const { status, body } = await this.desk.api('GET', '/v1/approvals');
    if (status !== 200) throw new Error(`No list: ${status} ${JSON.stringify(body)}`);
    return body.data;
  }

  async status({ id }: Pick<Held, 'id'>): Promise<string> {
    return (await this.desk.read(id)).status;
  }

  /** How many mails of this draft the provider took. */
  async mailsOf({ id }: Pick<Held, 'id'>): Promise<number> {
    return (await this.desk.service.outbox(`?message_id=${id}`)).length;
  }
}

/** The answer to a decision; `changes` to that of an approval after which the mail left. */
export const decided = (held: Held, changes: Fields = {}): Fields => ({
  id: held.approval_id,
  message_id: held.id,
  decision: 'approve',
  status: 'sent',
  scheduled_at: null,
  skipped: false,
  reason: null,
  decided_by: null,
  ...changes,
});

export const hoursMs = (hours: number): number => hours * 3_600_000;
