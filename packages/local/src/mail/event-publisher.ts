import { AwsError } from '../aws/stand-in';
import type { ConfigurationSets, EventDestination } from '../aws/sesv2/configuration-sets';
import { sesArn } from '../aws/sesv2/routes';
import type { SesEvent, SesEventType } from './ses-events';

/** Publishes to an SNS topic as SES, on behalf of `sourceArn`. Resolves once the subscribed queues have the message. */
export type Publish = (sourceArn: string, topicArn: string, message: string) => Promise<unknown>;

/** The names of the events in `MatchingEventTypes`. */
const matchingTypes: Record<SesEventType, string> = {
  Send: 'SEND',
  Delivery: 'DELIVERY',
  Bounce: 'BOUNCE',
  Complaint: 'COMPLAINT',
  Reject: 'REJECT',
  Open: 'OPEN',
  Click: 'CLICK',
  'Rendering Failure': 'RENDERING_FAILURE',
  DeliveryDelay: 'DELIVERY_DELAY',
};

/** Ignores a topic's refusal. As on AWS, the event is lost, but the email itself is not affected. */
export async function publishBestEffort(publishing: Promise<unknown>): Promise<void> {
  try {
    await publishing;
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
  }
}

/** Publishes events to the topics of the configuration sets. */
export class EventPublisher {
  constructor(
    private readonly account: { region: string; accountId: string },
    private readonly sets: ConfigurationSets,
    private readonly publish: Publish,
  ) {}

  /** Publishes an event to the configuration set's enabled destinations that match the event type. */
  async publishEvent(event: SesEvent, configurationSet: string | null): Promise<void> {
    if (configurationSet === null) return;
    const destinations = this.sets.destinations(configurationSet);
    const type = matchingTypes[event.eventType];
    const matching = destinations.filter(
      (destination) => destination.Enabled && destination.MatchingEventTypes.includes(type),
    );
    for (const destination of matching) {
      await publishBestEffort(this.publishTo(destination, configurationSet, event));
    }
  }

  /**
   * Publishes a raw event to the topic of its configuration set. If the event names no set with a destination, uses the
   * first set that has a destination.
   */
  async publishRaw(event: unknown): Promise<void> {
    const namedSet = configurationSetOf(event);
    const candidates = [...(namedSet === undefined ? [] : [namedSet]), ...this.sets.names()];
    for (const configurationSet of candidates) {
      const [destination] = this.sets.destinations(configurationSet);
      if (destination) return this.publishTo(destination, configurationSet, event);
    }
    throw new AwsError('NotFound', 'No configuration set has an event destination', 404);
  }

  private async publishTo(
    { SnsDestination }: EventDestination,
    configurationSet: string,
    event: unknown,
  ): Promise<void> {
    const setArn = sesArn(this.account, 'configuration-set', configurationSet);
    await this.publish(setArn, SnsDestination.TopicArn, JSON.stringify(event));
  }
}

function configurationSetOf(event: unknown): string | undefined {
  const name = readProperty(
    readProperty(readProperty(readProperty(event, 'mail'), 'tags'), 'ses:configuration-set'),
    '0',
  );
  return typeof name === 'string' ? name : undefined;
}

function readProperty(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
