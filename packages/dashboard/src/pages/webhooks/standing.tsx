import type { WebhookDelivery } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import type { Standing } from './attempts';

const tones: Record<Standing, string> = {
  delivered: 'ok',
  'on its way': 'pending',
  'tried again': 'mismatch',
  waits: 'mismatch',
  'given up': 'failed',
};

const says: Record<Standing, string> = {
  delivered: 'Delivered',
  'on its way': 'On its way',
  'tried again': 'Tried again',
  waits: 'Waits',
  'given up': 'Given up',
};

export function StandingOf({ standing }: { standing: Standing }) {
  return <Status of={tones[standing]} says={says[standing]} />;
}

/** What came of the latest attempt. A later success does not clear an error, so it is not shown then. */
export function answerOf({ status, last_status_code, last_error }: WebhookDelivery): string {
  const code = last_status_code === null ? '' : `HTTP ${last_status_code}`;
  if (status === 'success') return code;
  return [code, last_error].filter(Boolean).join(', ') || 'None yet';
}
