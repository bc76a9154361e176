import type { Automation, Enrollment } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';

const tones = { draft: 'quiet', active: 'ok', paused: 'mismatch' } as const;

export function AutomationStatusBadge({ automation: { status } }: { automation: Automation }) {
  return (
    <Status status={tones[status]} label={{ draft: 'Draft', active: 'Active', paused: 'Paused' }[status]} />
  );
}

/** The label and tone of each enrollment status. */
export const enrollmentStatuses = {
  active: { tone: 'pending', label: 'Active' },
  completed: { tone: 'ok', label: 'Completed' },
  canceled: { tone: 'quiet', label: 'Canceled' },
  failed: { tone: 'failed', label: 'Failed' },
} as const satisfies Record<Enrollment['status'], { tone: string; label: string }>;

export function EnrollmentStatusBadge({ enrollment: { status } }: { enrollment: Enrollment }) {
  const { tone, label } = enrollmentStatuses[status];
  return <Status status={tone} label={label} />;
}
