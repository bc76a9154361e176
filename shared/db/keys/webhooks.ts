import type { RateReservations } from '../records/rate-reservations';
import type { WebhookDelivery, WebhookEndpoint } from '../records/webhooks';
import { shardOf, shards, workspace, type Key } from './key';

export const webhookKeys = {
  /** Which endpoints want to be told what happens, newest last? */
  webhookEndpoint: (ws: string, id: string): Key<WebhookEndpoint> => ({
    pk: `${workspace(ws)}#WEBHOOKS`,
    sk: id,
  }),
  /** How did the attempts to tell this endpoint go? Read a shard at a time, newest id first. */
  webhookDelivery: (ws: string, endpointId: string, id: string): Key<WebhookDelivery> => ({
    pk: deliveryPartition(ws, endpointId, shardOf(id)),
    sk: id,
  }),
  /** When may the next attempt be made at this host? One after the other, for all workspaces together. */
  hostRate: (host: string): Key<RateReservations> => ({ pk: `HOST-PACE#${host}`, sk: 'PACE' }),
  /** When may an endpoint of this workspace be tried next that is slow, or not known yet, in the way of others? */
  probeRate: (ws: string): Key<RateReservations> => ({ pk: `${workspace(ws)}#PROBE-PACE`, sk: 'PACE' }),
};

/** An endpoint can be owed more than one partition takes. */
export const deliveryPartitions = (ws: string, endpointId: string): string[] =>
  shards.map((shard) => deliveryPartition(ws, endpointId, shard));

const deliveryPartition = (ws: string, endpointId: string, shard: number): string =>
  `${workspace(ws)}#WEBHOOK#${endpointId}#${shard}`;

/** Sparse index `byWaiting`: which deliveries fell due while this endpoint was disabled? */
export const parkedDeliveriesKey = (ws: string, endpointId: string): string =>
  `${workspace(ws)}#PARKED#${endpointId}`;
