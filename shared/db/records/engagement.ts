import type { EmailEvent } from './emails';

/** An open or a click reported by SES, and its classification. */
export interface Engagement extends EmailEvent {
  type: EngagementType;
  /** Absent while the event is held for classification. */
  actor?: EngagementActor;
  /** Whether this click is the reader's first click on the link. Set only for campaigns. */
  isFirstOnLink?: boolean;
  /**
   * The number of the email's events that were classified when this event was, including this event. Concurrent workers
   * can give two events the same number, so the number can be too low. Absent until the event is classified.
   */
  ordinal?: number;
  /** Whether the event was published to webhooks. */
  isPublished?: boolean;
}

export const engagementTypes = ['open', 'click'] as const;

export type EngagementType = (typeof engagementTypes)[number];

/** A reader, or a scanner that opens every link in an email. */
export type EngagementActor = 'reader' | 'scanner';

/** How long an event is held after SES reports it, so that it is classified together with later events (EV-13). */
const holdMs: Record<EngagementType, number> = { click: 5_000, open: 15_000 };

/** When the event is classified, in ms. */
export const classificationTime = ({ type, createdAt }: Engagement): number =>
  Date.parse(createdAt) + holdMs[type];
