import type { WebhookDelivery } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import type { DeliveryState } from './attempts';

const tones: Record<DeliveryState, string> = {
  delivered: 'ok',
  pending: 'pending',
  retrying: 'mismatch',
  paused: 'mismatch',
  exhausted: 'failed',
};

const labels: Record<DeliveryState, string> = {
  delivered: 'Delivered',
  pending: 'On its way',
  retrying: 'Tried again',
  paused: 'Waits',
  exhausted: 'Given up',
};

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  return <Status status={tones[state]} label={labels[state]} />;
}

/** What came of the latest attempt. A later success does not clear an error, so it is not shown then. */
export function describeLatestResponse({ status, last_status_code, last_error }: WebhookDelivery): string {
  const statusCode = last_status_code === null ? '' : `HTTP ${last_status_code}`;
  if (status === 'success') return statusCode;
  return [statusCode, last_error].filter(Boolean).join(', ') || 'None yet';
}
