import { AwsError } from '../aws/service';
import type { ConfigurationSets } from '../aws/sesv2/configuration-sets';
import type { SesEvent, SesEventType } from './ses-events';

/** Puts a message on an SNS topic; resolves once it is in every subscribed queue. */
export type Publish = (topicArn: string, message: string) => Promise<unknown>;

/** The events' names in a destination's MatchingEventTypes. */
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

/** Brings events to the topics that configuration sets name for them. */
export class EventPublisher {
  constructor(
    private readonly sets: ConfigurationSets,
    private readonly publish: Publish,
  ) {}

  /** An event that no enabled destination of the mail's configuration set wants goes nowhere. */
  async publishEvent(event: SesEvent, configurationSet: string | null): Promise<void> {
    const destinations = configurationSet === null ? [] : this.sets.destinations(configurationSet);
    const type = matchingTypes[event.eventType];
    const wanting = destinations.filter((one) => one.Enabled && one.MatchingEventTypes.includes(type));
    for (const { SnsDestination } of wanting) await this.publishUnlessGone(SnsDestination.TopicArn, event);
  }

  /** An event from outside, as it is: to the topic of its configuration set, else to any that takes events. */
  async publishRaw(event: unknown): Promise<void> {
    const named = configurationSetOf(event);
    const own = named === undefined ? [] : this.sets.destinations(named);
    const [destination] = [...own, ...this.sets.allDestinations()];
    if (!destination) throw new AwsError('NotFound', 'No configuration set has an event destination', 404);
    await this.publish(destination.SnsDestination.TopicArn, JSON.stringify(event));
  }

  private async publishUnlessGone(topicArn: string, event: SesEvent): Promise<void> {
    try {
      await this.publish(topicArn, JSON.stringify(event));
    } catch (error) {
      // A topic that was deleted loses its events, as on AWS; the mail itself went out.
      if (!(error instanceof AwsError)) throw error;
    }
  }
}

function configurationSetOf(event: unknown): string | undefined {
  const name = at(at(at(at(event, 'mail'), 'tags'), 'ses:configuration-set'), '0');
  return typeof name === 'string' ? name : undefined;
}

function at(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
