import type { Automation, Enrollment } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';

const tones = { draft: 'quiet', active: 'ok', paused: 'mismatch' } as const;

export function StateOf({ automation: { status } }: { automation: Automation }) {
  return <Status of={tones[status]} says={{ draft: 'Draft', active: 'Active', paused: 'Paused' }[status]} />;
}

/** As a person says where somebody is. */
export const standings = {
  active: { tone: 'pending', says: 'In it' },
  completed: { tone: 'ok', says: 'Completed' },
  canceled: { tone: 'quiet', says: 'Left' },
  failed: { tone: 'failed', says: 'Failed' },
} as const satisfies Record<Enrollment['status'], { tone: string; says: string }>;

export function StandingOf({ enrolment: { status } }: { enrolment: Enrollment }) {
  const { tone, says } = standings[status];
  return <Status of={tone} says={says} />;
}
