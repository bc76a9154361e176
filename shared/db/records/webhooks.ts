import type { LeaseFields } from './lease';
import type { DueFields } from './due';
import { emailEventTypes } from './emails';

/** The event types of webhooks (W-3). */
export const webhookEventTypes = ['inbound', ...emailEventTypes] as const;

export type WebhookEventType = (typeof webhookEventTypes)[number];

/** A URL that receives a workspace's events. */
export interface WebhookEndpoint {
  id: string;
  workspaceId: string;
  url: string;
  events: readonly WebhookEventType[];
  enabled: boolean;
  /** The signing secret, encrypted for the function that signs. */
  sealedSecret: string;
  /** Whether the endpoint responded quickly to the last delivery. */
  isQuick: boolean;
  /** The time (ms) until which the endpoint is treated as slow. Set after a slow response. */
  slowUntil?: number;
  /**
   * When an attempt in the fast lane last probed the endpoint while the endpoint was slow or its speed unknown (ms).
   */
  probedAt?: number;
  createdAt: string;
}

/**
 * The lane of a delivery. Deliveries to slow endpoints use a separate queue and function, so that they do not delay
 * other deliveries.
 */
export type DeliveryLane = 'fast' | 'slow';

export const deliveryStatuses = ['pending', 'success', 'failed'] as const;

/**
 * The delivery of an event to an endpoint, with the result of its attempts. A worker leases the record while an attempt
 * runs.
 */
export interface WebhookDelivery extends Partial<DueFields>, LeaseFields {
  id: string;
  workspaceId: string;
  endpointId: string;
  event: WebhookEventType;
  /** The request body of each attempt, if the body is small. */
  payload?: string;
  /** For a larger body, the key of the object in the content bucket. */
  payloadKey?: string;
  status: (typeof deliveryStatuses)[number];
  /** The number of finished attempts. */
  attempts: number;
  lastStatusCode: number | null;
  lastError: string | null;
  createdAt: string;
  deliveredAt: string | null;
  nextAttemptAt: string;
  /**
   * Keys of the index `byWaiting`. Set only while the delivery is parked. A delivery is parked if it becomes due while
   * the endpoint is disabled.
   */
  waitingKey?: string;
  waitingAt?: string;
  /** When DynamoDB may delete the record, in seconds. */
  expiresAt: number;
}
