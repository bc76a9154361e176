import { randomUUID } from 'node:crypto';
import { answers, payloadOf, Receiver } from './receiver';
import { reportOf, timeOf, type Act } from './engagement';
import type { Answer, Service } from './service';
import type { Reported } from './ses-events';
import { anActor, type Actor } from './actor';

type Fields = Record<string, unknown>;

/** An email that the provider took. */
export interface Tracked extends Reported {
  providerMessageId: string;
}

/** What a client sees of an email's readers. */
export interface Seen {
  opened_at: string | null;
  clicked_at: string | null;
  events: Fields[];
}

/** `open 2026-…` or `click 2026-… https://…`, of each event. */
export const linesOf = (events: readonly Fields[]): string[] =>
  events.map(({ type, occurred_at, detail }) => [type, occurred_at, detail].filter(Boolean).join(' '));

/** A workspace whose mail is tracked, and somebody's server that is told of opens and clicks. */
export class TrackedDesk {
  private constructor(
    readonly service: Service,
    readonly desk: Actor,
    private readonly receiver: Receiver,
    readonly endpointId: string,
  ) {}

  static async create(service: Service, making = anActor(service)): Promise<TrackedDesk> {
    const desk = await making;
    const receiver = await Receiver.start(service, `hooks-${randomUUID().slice(0, 8)}.example`);
    const body = { url: receiver.url, events: ['open', 'click'] };
    const { status, body: made } = await desk.api('POST', '/v1/webhook-endpoints', body);
    if (status !== 201) throw new Error(`No endpoint: ${JSON.stringify(made)}`);
    return new TrackedDesk(service, desk, receiver, made.id);
  }

  /** The same workspace, on a service that was started again. */
  on(service: Service): TrackedDesk {
    return new TrackedDesk(service, this.desk.on(service), this.receiver, this.endpointId);
  }

  async sent(overrides: Fields = {}): Promise<Tracked> {
    const { id } = await this.desk.accepted(overrides);
    await this.service.settle();
    const [mail] = await this.service.outbox(`?message_id=${id}`);
    return {
      id,
      workspaceId: this.desk.workspaceId,
      acceptedAt: String(mail?.['at']),
      providerMessageId: String(mail?.['provider_message_id']),
    };
  }

  /** The provider reports it: to where the configuration set says, as SES would. */
  async happens(email: Tracked, ...acts: Act[]): Promise<void> {
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

  /** The provider reports it, also where it was not asked to. */
  async reported(email: Reported, ...acts: Act[]): Promise<void> {
    await Promise.all(
      acts.map((act) => this.service.control('POST', '/provider-events', reportOf(email, act))),
    );
    await this.service.settle();
  }

  async seen({ id }: Reported): Promise<Seen> {
    const { opened_at, clicked_at, events } = await this.desk.read(id);
    return { opened_at, clicked_at, events: events.filter(({ type }: Fields) => isEngagement(type)) };
  }

  async timeline(email: Reported): Promise<string[]> {
    return linesOf((await this.seen(email)).events);
  }

  /** Opened and clicked, of today and the days before. */
  async metrics(days = 1): Promise<{ opened: number; clicked: number }[]> {
    const { body } = await this.desk.api('GET', `/v1/emails/metrics?days=${days}`);
    return body.daily.map(({ opened, clicked }: Answer['body']) => ({ opened, clicked }));
  }

  /** What the receiver was told, by the ids of the deliveries. */
  told(): Map<string, Fields> {
    return new Map(
      this.receiver.received.map((request) => [String(request.headers['x-cn-delivery']), payloadOf(request)]),
    );
  }

  /** Looks at something each time that the receiver is told, before it answers. */
  async lookingWhenTold<T>(look: () => Promise<T>, work: () => Promise<void>): Promise<T[]> {
    const looks: T[] = [];
    this.receiver.reactsWith((response, request) => {
      void look().then((one) => {
        looks.push(one);
        answers(200)(response, request);
      });
    });
    await work();
    this.receiver.reactsWith(answers(200));
    return looks;
  }

  /** When each delivery was owed, by its type. */
  async owedAt(): Promise<{ event: string; at: number }[]> {
    const { body } = await this.desk.api('GET', `/v1/webhook-endpoints/${this.endpointId}/events`);
    return body.data.map(({ event, created_at }: Answer['body']) => ({ event, at: Date.parse(created_at) }));
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }
}

const isEngagement = (type: unknown): boolean => type === 'open' || type === 'click';

/** Until everything that was reported is judged. */
export const holdsOver = (service: Service): Promise<void> => service.advance(16_000);
