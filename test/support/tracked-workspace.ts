import { randomUUID } from 'node:crypto';
import { respondWith, payloadOf, WebhookReceiver } from './webhook-receiver';
import { providerEventOf, timeOf, type Interaction } from './engagement';
import type { ApiResponse, Service } from './service';
import type { ReportedEmail } from './ses-events';
import { createTestWorkspace, type TestWorkspace } from './test-workspace';

type Fields = Record<string, unknown>;

/** An email that SES accepted. */
export interface TrackedEmail extends ReportedEmail {
  providerMessageId: string;
}

/** The opens and clicks of an email, as the API shows them. */
export interface VisibleEngagement {
  opened_at: string | null;
  clicked_at: string | null;
  events: Fields[];
}

/** Returns each event as `open 2026-…` or `click 2026-… https://…`. */
export const timelineLines = (events: readonly Fields[]): string[] =>
  events.map(({ type, occurred_at, detail }) => [type, occurred_at, detail].filter(Boolean).join(' '));

/** A workspace that tracks its emails, and a server that receives the open and click webhooks of the workspace. */
export class TrackedWorkspace {
  private constructor(
    readonly service: Service,
    readonly workspace: TestWorkspace,
    private readonly receiver: WebhookReceiver,
    readonly endpointId: string,
  ) {}

  static async create(
    service: Service,
    pendingWorkspace = createTestWorkspace(service),
  ): Promise<TrackedWorkspace> {
    const workspace = await pendingWorkspace;
    const receiver = await WebhookReceiver.start(service, `hooks-${randomUUID().slice(0, 8)}.example`);
    const body = { url: receiver.url, events: ['open', 'click'] };
    const { status, body: created } = await workspace.api('POST', '/v1/webhook-endpoints', body);
    if (status !== 201) throw new Error(`No endpoint: ${JSON.stringify(created)}`);
    return new TrackedWorkspace(service, workspace, receiver, created.id);
  }

  /** Returns the same workspace on a restarted service. */
  reconnect(service: Service): TrackedWorkspace {
    return new TrackedWorkspace(service, this.workspace.reconnect(service), this.receiver, this.endpointId);
  }

  async send(overrides: Fields = {}): Promise<TrackedEmail> {
    const { id } = await this.workspace.sendAccepted(overrides);
    await this.service.settle();
    const [mail] = await this.service.outbox(`?message_id=${id}`);
    return {
      id,
      workspaceId: this.workspace.workspaceId,
      acceptedAt: String(mail?.['at']),
      providerMessageId: String(mail?.['provider_message_id']),
    };
  }

  /** Reports the interactions through the event destinations of the configuration set, as SES would. */
  async reportThroughSes(email: TrackedEmail, ...acts: Interaction[]): Promise<void> {
    await Promise.all(
      acts.map((act) =>
        this.service.control('POST', `/outbox/${email.providerMessageId}/events`, {
          type: act.type,
          at: timeOf(email, act),
          ...(act.type === 'click' && { link: act.link }),
        }),
      ),
    );
    await this.service.settle();
  }

  /** Reports the interactions to the service, even if the configuration set has no destination for such events. */
  async reportDirectly(email: ReportedEmail, ...acts: Interaction[]): Promise<void> {
    await Promise.all(
      acts.map((act) => this.service.control('POST', '/provider-events', providerEventOf(email, act))),
    );
    await this.service.settle();
  }

  async readEngagement({ id }: ReportedEmail): Promise<VisibleEngagement> {
    const { opened_at, clicked_at, events } = await this.workspace.getEmail(id);
    return { opened_at, clicked_at, events: events.filter(({ type }: Fields) => isEngagement(type)) };
  }

  async timeline(email: ReportedEmail): Promise<string[]> {
    return timelineLines((await this.readEngagement(email)).events);
  }

  /** Returns `opened` and `clicked` for the last `days` days. */
  async metrics(days = 1): Promise<{ opened: number; clicked: number }[]> {
    const { body } = await this.workspace.api('GET', `/v1/emails/metrics?days=${days}`);
    return body.daily.map(({ opened, clicked }: ApiResponse['body']) => ({ opened, clicked }));
  }

  /** Returns the payloads that the server received, by delivery id. */
  publishedEvents(): Map<string, Fields> {
    return new Map(
      this.receiver.received.map((request) => [String(request.headers['x-cn-delivery']), payloadOf(request)]),
    );
  }

  /** Calls `observe` each time the server receives a request, before the server responds. */
  async observeOnPublish<T>(observe: () => Promise<T>, action: () => Promise<void>): Promise<T[]> {
    const observations: T[] = [];
    this.receiver.setBehavior((response, request) => {
      void observe().then((observation) => {
        observations.push(observation);
        respondWith(200)(response, request);
      });
    });
    await action();
    this.receiver.setBehavior(respondWith(200));
    return observations;
  }

  /** Returns the type and the creation time of each delivery. */
  async deliveryTimes(): Promise<{ event: string; at: number }[]> {
    const { body } = await this.workspace.api('GET', `/v1/webhook-endpoints/${this.endpointId}/events`);
    return body.data.map(({ event, created_at }: ApiResponse['body']) => ({
      event,
      at: Date.parse(created_at),
    }));
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }
}

const isEngagement = (type: unknown): boolean => type === 'open' || type === 'click';

/** Moves the clock past the hold times, after which every reported interaction is classified. */
export const advancePastHolds = (service: Service): Promise<void> => service.advance(16_000);
