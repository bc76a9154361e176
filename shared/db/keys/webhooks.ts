import type { RateReservations } from '../records/rate-reservations';
import type { WebhookDelivery, WebhookEndpoint } from '../records/webhooks';
import { shardOf, shards, workspace, type Key } from './key';

export const webhookKeys = {
  /** Which webhook endpoints does the workspace have, newest last? */
  webhookEndpoint: (ws: string, id: string): Key<WebhookEndpoint> => ({
    pk: `${workspace(ws)}#WEBHOOKS`,
    sk: id,
  }),
  /** Which deliveries to this endpoint exist, and what are their results? Read shard by shard, newest id first. */
  webhookDelivery: (ws: string, endpointId: string, id: string): Key<WebhookDelivery> => ({
    pk: deliveryPartition(ws, endpointId, shardOf(id)),
    sk: id,
  }),
  /** When may the next attempt at this host start? All workspaces share this record. */
  hostRate: (host: string): Key<RateReservations> => ({ pk: `HOST-PACE#${host}`, sk: 'PACE' }),
  /**
   * When may the next attempt in the fast lane probe an endpoint of this workspace that is slow or of unknown speed?
   */
  probeRate: (ws: string): Key<RateReservations> => ({ pk: `${workspace(ws)}#PROBE-PACE`, sk: 'PACE' }),
};

/**
 * Returns the partitions of an endpoint's deliveries. The deliveries are sharded because an endpoint can have more
 * deliveries a second than one partition accepts.
 */
export const deliveryPartitions = (ws: string, endpointId: string): string[] =>
  shards.map((shard) => deliveryPartition(ws, endpointId, shard));

const deliveryPartition = (ws: string, endpointId: string, shard: number): string =>
  `${workspace(ws)}#WEBHOOK#${endpointId}#${shard}`;

/** Sparse index `byWaiting`: which deliveries became due while this endpoint was disabled? */
export const parkedDeliveriesKey = (ws: string, endpointId: string): string =>
  `${workspace(ws)}#PARKED#${endpointId}`;
