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
  pending: 'Pending',
  retrying: 'Retrying',
  paused: 'Paused',
  exhausted: 'Failed',
};

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  return <Status status={tones[state]} label={labels[state]} />;
}

/**
 * Describes the result of the latest attempt. After a success, hides the error, because a success does not clear an
 * earlier error.
 */
export function describeLatestResponse({ status, last_status_code, last_error }: WebhookDelivery): string {
  const statusCode = last_status_code === null ? '' : `HTTP ${last_status_code}`;
  if (status === 'success') return statusCode;
  return [statusCode, last_error].filter(Boolean).join(', ') || 'None yet';
}
