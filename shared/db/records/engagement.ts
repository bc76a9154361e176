import type { EmailEvent } from './emails';

/** An open or a click as the provider reported it, and what became of the report. */
export interface Engagement extends EmailEvent {
  type: EngagementType;
  /** Absent while it is held. */
  actor?: EngagementActor;
  /** Of a campaign: it is the reader's first click on this link. */
  isFirstOnLink?: boolean;
  /** Webhooks were told of it. */
  isPublished?: boolean;
}

export const engagementTypes = ['open', 'click'] as const;

export type EngagementType = (typeof engagementTypes)[number];

/** Who did it: a reader, or a machine that looks at every link of a mail. */
export type EngagementActor = 'reader' | 'scanner';

/** Held so long after the report, to see what else comes (EV-13). */
const holdMs: Record<EngagementType, number> = { click: 5_000, open: 15_000 };

/** When it is judged, in ms. */
export const classificationTime = ({ type, createdAt }: Engagement): number =>
  Date.parse(createdAt) + holdMs[type];
