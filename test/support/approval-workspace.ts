import { aKey } from './api-helpers';
import type { ApiResponse, Service } from './service';
import { createTestWorkspace, type TestWorkspace } from './test-workspace';

type Fields = Record<string, unknown>;

/** A send response that says: held. */
export interface HeldDraft {
  id: string;
  approval_id: string;
  thread_id: string | null;
}

/** A workspace of its own with a key whose sends are all held, and one without guardrails that decides. */
export class ApprovalWorkspace {
  private constructor(
    readonly workspace: TestWorkspace,
    readonly keyId: string,
    readonly key: string,
  ) {}

  /** With a domain for each class. */
  static async create(
    service: Service,
    { warmup = false, ...guardrails }: Fields & { warmup?: boolean } = {},
  ): Promise<ApprovalWorkspace> {
    return ApprovalWorkspace.fromWorkspace(
      await createTestWorkspace(service, { marketing: true, warmup }),
      guardrails,
    );
  }

  /** With a domain for transactional mail: less to wait for. */
  static async createTransactional(service: Service, guardrails: Fields = {}): Promise<ApprovalWorkspace> {
    return ApprovalWorkspace.fromWorkspace(await createTestWorkspace(service), guardrails);
  }

  private static async fromWorkspace(
    workspace: TestWorkspace,
    guardrails: Fields,
  ): Promise<ApprovalWorkspace> {
    const { id, key } = await aKey(workspace.service, {
      creatorKey: workspace.key,
      requires_approval: true,
      ...guardrails,
    });
    return new ApprovalWorkspace(workspace, id, key);
  }

  /** A draft that must have been held. */
  async createDraft(overrides: Fields = {}): Promise<HeldDraft> {
    const { status, body } = await this.workspace.send(overrides, this.key);
    if (status !== 202 || body.status !== 'pending_approval')
      throw new Error(`Not held: ${JSON.stringify(body)}`);
    return body;
  }

  decide(
    { approval_id: id }: Pick<HeldDraft, 'approval_id'>,
    body: unknown,
    { key = this.workspace.key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse> {
    return this.workspace.service.api('POST', `/v1/approvals/${id}`, { key, body, headers });
  }

  approve(draft: HeldDraft): Promise<ApiResponse> {
    return this.decide(draft, { decision: 'approve' });
  }

  reject(draft: HeldDraft): Promise<ApiResponse> {
    return this.decide(draft, { decision: 'reject' });
  }

  /** The drafts that wait, oldest first. */
  async listPending(): Promise<ApiResponse['body'][]> {
    const { status, body } = await this.workspace.api('GET', '/v1/approvals');
    if (status !== 200) throw new Error(`No list: ${status} ${JSON.stringify(body)}`);
    return body.data;
  }

  async statusOf({ id }: Pick<HeldDraft, 'id'>): Promise<string> {
    return (await this.workspace.getEmail(id)).status;
  }

  /** How many mails of this draft the provider took. */
  async mailsOf({ id }: Pick<HeldDraft, 'id'>): Promise<number> {
    return (await this.workspace.service.outbox(`?message_id=${id}`)).length;
  }
}

/** The answer to a decision; `overrides` to that of an approval after which the mail left. */
export const decisionResponse = (draft: HeldDraft, overrides: Fields = {}): Fields => ({
  id: draft.approval_id,
  message_id: draft.id,
  decision: 'approve',
  status: 'sent',
  scheduled_at: null,
  skipped: false,
  reason: null,
  decided_by: null,
  ...overrides,
});

export const hoursMs = (hours: number): number => hours * 3_600_000;
