import { capital, spoken } from './words';

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

/** A word with a dot whose colour says the same. */
export function Status({ of, says }: { of: string; says?: string }) {
  return (
    <span className="status" data-tone={tones[of] ?? 'quiet'}>
      {says ?? capital(spoken(of))}
    </span>
  );
}
