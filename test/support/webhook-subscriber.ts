import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiResponse, Service } from './service';
import { timeAfterAcceptance, providerMessageIdOf, type ReportedEmail } from './ses-events';
import { type TestWorkspace, createTestWorkspace } from './test-workspace';

/** A delivery as `GET /v1/webhook-endpoints/{id}/events` lists it. */
export interface Delivery {
  id: string;
  event: string;
  status: 'pending' | 'success' | 'failed';
  attempts: number;
  last_status_code: number | null;
  last_error: string | null;
  created_at: string;
  delivered_at: string | null;
}

export interface Endpoint {
  id: string;
  secret: string;
}

/** A workspace with webhook endpoints, and an email for which the test reports SES events. */
export class WebhookSubscriber {
  private reportedDelays = 0;

  private constructor(
    readonly workspace: TestWorkspace,
    readonly email: ReportedEmail,
  ) {}

  static async create(service: Service, email: Record<string, unknown> = {}): Promise<WebhookSubscriber> {
    const workspace = await createTestWorkspace(service);
    const { id } = await workspace.sendAccepted(email);
    await service.settle();
    const [mail] = await service.outbox(`?message_id=${id}`);
    return new WebhookSubscriber(workspace, {
      id,
      workspaceId: workspace.workspaceId,
      acceptedAt: String(mail?.['at']),
    });
  }

  /** Returns the same workspace on a restarted service. */
  reconnect(service: Service): WebhookSubscriber {
    const subscriber = new WebhookSubscriber(this.workspace.reconnect(service), this.email);
    subscriber.reportedDelays = this.reportedDelays;
    return subscriber;
  }

  /** Creates an endpoint, which receives `delivery_delay` events by default. */
  async createEndpoint(url: string, events: readonly string[] = ['delivery_delay']): Promise<Endpoint> {
    const { status, body } = await this.workspace.api('POST', '/v1/webhook-endpoints', { url, events });
    if (status !== 201) throw new Error(`No endpoint: ${JSON.stringify(body)}`);
    return body;
  }

  updateEndpoint({ id }: Endpoint, changes: Record<string, unknown>): Promise<ApiResponse> {
    return this.workspace.api('PATCH', `/v1/webhook-endpoints/${id}`, changes);
  }

  deleteEndpoint({ id }: Endpoint): Promise<ApiResponse> {
    return this.workspace.api('DELETE', `/v1/webhook-endpoints/${id}`);
  }

  /** Reports a new delivery delay of the email. */
  async reportDelay(): Promise<void> {
    this.reportedDelays += 1;
    await this.workspace.service.control('POST', '/provider-events', {
      eventType: 'DeliveryDelay',
      mail: {
        messageId: providerMessageIdOf(this.email),
        timestamp: this.email.acceptedAt,
        tags: { message_id: [this.email.id], workspace_id: [this.email.workspaceId] },
      },
      deliveryDelay: {
        timestamp: timeAfterAcceptance(this.email, this.reportedDelays),
        delayType: 'MailboxFull',
        delayedRecipients: [{ emailAddress: 'kim@example.com' }],
      },
    });
  }

  /** Returns the deliveries of the endpoint, newest first. */
  async listDeliveries({ id }: Endpoint): Promise<Delivery[]> {
    const { status, body } = await this.workspace.api('GET', `/v1/webhook-endpoints/${id}/events?limit=200`);
    if (status !== 200) throw new Error(`No deliveries: ${JSON.stringify(body)}`);
    return body.data;
  }

  /** Returns the only delivery of the endpoint, and throws if there are more. */
  async getOnlyDelivery(endpoint: Endpoint): Promise<Delivery> {
    const deliveries = await this.listDeliveries(endpoint);
    const [delivery] = deliveries;
    if (!delivery || deliveries.length > 1)
      throw new Error(`Expected one delivery, but found ${deliveries.length}`);
    return delivery;
  }
}

/** Returns the times, in ms, at which the queued attempts of this delivery become visible, in order. */
export function plannedAttempts({ dataDir }: Service, { id }: Delivery): number[] {
  const lines = readFileSync(join(dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const [, message] = JSON.parse(line) as [string, { body: string; visibleAt: number }?];
    return message?.body.includes(`"deliveryId":"${id}"`) ? [message.visibleAt] : [];
  });
}
