import { capitalize, humanize } from './format';

type Tone = 'good' | 'bad' | 'warning' | 'busy' | 'quiet';

const tones: Record<string, Tone> = {
  delivered: 'good',
  verified: 'good',
  ok: 'good',
  active: 'good',
  delivery: 'good',
  sent: 'busy',
  send: 'busy',
  queued: 'busy',
  scheduled: 'busy',
  pending: 'busy',
  open: 'good',
  click: 'good',
  bounced: 'bad',
  bounce: 'bad',
  complained: 'bad',
  complaint: 'bad',
  failed: 'bad',
  missing: 'bad',
  rendering_failure: 'bad',
  reject: 'bad',
  rejected: 'warning',
  mismatch: 'warning',
  temporary_failure: 'warning',
  delivery_delay: 'warning',
};

/** A status as a word, with a dot in a matching color. */
export function Status({ status, label }: { status: string; label?: string }) {
  return (
    <span className="status" data-tone={tones[status] ?? 'quiet'}>
      {label ?? capitalize(humanize(status))}
    </span>
  );
}
