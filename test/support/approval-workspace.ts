import { aKey } from './api-helpers';
import type { ApiResponse, Service } from './service';
import { createTestWorkspace, type TestWorkspace } from './test-workspace';

type Fields = Record<string, unknown>;

/** The response to a send that was held for approval. */
export interface HeldDraft {
  id: string;
  approval_id: string;
  thread_id: string | null;
}

/**
 * A new workspace with two keys. Every send with the first key is held for approval. The second key has no guardrails
 * and makes the decisions.
 */
export class ApprovalWorkspace {
  private constructor(
    readonly workspace: TestWorkspace,
    readonly keyId: string,
    readonly key: string,
  ) {}

  /** Creates the workspace with a domain for each risk class. */
  static async create(
    service: Service,
    { warmup = false, ...guardrails }: Fields & { warmup?: boolean } = {},
  ): Promise<ApprovalWorkspace> {
    return ApprovalWorkspace.fromWorkspace(
      await createTestWorkspace(service, { marketing: true, warmup }),
      guardrails,
    );
  }

  /** Creates the workspace with only a transactional domain, which is faster. */
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

  /** Sends an email, throws unless it is held for approval, and returns its draft. */
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

  /** Returns the pending drafts, oldest first. */
  async listPending(): Promise<ApiResponse['body'][]> {
    const { status, body } = await this.workspace.api('GET', '/v1/approvals');
    if (status !== 200) throw new Error(`No list: ${status} ${JSON.stringify(body)}`);
    return body.data;
  }

  async statusOf({ id }: Pick<HeldDraft, 'id'>): Promise<string> {
    return (await this.workspace.getEmail(id)).status;
  }

  /** Returns how many emails SES accepted for this draft. */
  async mailsOf({ id }: Pick<HeldDraft, 'id'>): Promise<number> {
    return (await this.workspace.service.outbox(`?message_id=${id}`)).length;
  }
}

/** Returns the expected response to a decision. The default is the response to an approval that sent the email. */
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
