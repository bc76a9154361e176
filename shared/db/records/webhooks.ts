import type { LeaseFields } from './lease';
import type { DueFields } from './due';
import { emailEventTypes } from './emails';

/** What a webhook can be told of (W-3). */
export const webhookEventTypes = ['inbound', ...emailEventTypes] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Where a workspace wants to be told what happened. */
export interface WebhookEndpoint {
  id: string;
  workspaceId: string;
  url: string;
  events: readonly WebhookEventType[];
  enabled: boolean;
  /** The signing secret, encrypted for the function that signs. */
  sealedSecret: string;
  /** It answered its last delivery quickly. */
  isQuick: boolean;
  /** It let somebody wait: until then no answer makes it quick, ms. */
  slowUntil?: number;
  /** When a delivery last found out, while it was not quick, ms. */
  probedAt?: number;
  createdAt: string;
}

/** Deliveries to slow endpoints have a queue and functions of their own, so that nobody else waits behind them. */
export type DeliveryLane = 'fast' | 'slow';

export const deliveryStatuses = ['pending', 'success', 'failed'] as const;

/** One event for one endpoint, and how the attempts to deliver it went. Leased while an attempt runs. */
export interface WebhookDelivery extends Partial<DueFields>, LeaseFields {
  id: string;
  workspaceId: string;
  endpointId: string;
  event: WebhookEventType;
  /** The body as it is posted each time, when it is small. */
  payload?: string;
  /** Otherwise the object's key in the content bucket. */
  payloadKey?: string;
  status: (typeof deliveryStatuses)[number];
  /** Those that have ended. */
  attempts: number;
  lastStatusCode: number | null;
  lastError: string | null;
  createdAt: string;
  deliveredAt: string | null;
  nextAttemptAt: string;
  /** Index `byWaiting`, while it is parked: it fell due while its endpoint was disabled. */
  waitingKey?: string;
  waitingAt?: string;
  /** When DynamoDB may forget it, seconds. */
  expiresAt: number;
}
