import type { Automation, Enrollment } from '@carrier-nest/sdk';
import { Time } from '../../parts/time';
import { explainCancellation, explainStepError } from './automation-text';

interface EnrollmentProgressProps {
  automation: Automation;
  enrollment: Enrollment;
}

/** Which step somebody is at, and why, in plain words. */
export function EnrollmentProgress({ automation, enrollment }: EnrollmentProgressProps) {
  const { status, current_step, completed_at, canceled_at, last_error } = enrollment;
  if (status === 'completed')
    return (
      <>
        Got {automation.steps.length === 1 ? 'its one step' : `all ${automation.steps.length} steps`}{' '}
        {completed_at && (
          <>
            by <Time at={completed_at} />
          </>
        )}
      </>
    );
  if (status === 'canceled')
    return (
      <>
        {explainCancellation(enrollment)}, before step {current_step + 1}
        {canceled_at && (
          <span className="line quiet">
            <Time at={canceled_at} />
          </span>
        )}
      </>
    );
  if (status === 'failed') return <StepError error={last_error} />;
  return (
    <>
      <NextStepDue automation={automation} enrollment={enrollment} />
      {last_error !== null && <StepError error={last_error} attempts={enrollment.attempts} />}
    </>
  );
}

function NextStepDue({ automation: { status, steps }, enrollment }: EnrollmentProgressProps) {
  const step = `Step ${enrollment.current_step + 1} of ${steps.length}`;
  if (status !== 'active')
    return (
      <>
        {step} is held: the automation is {status === 'draft' ? 'a draft' : status}. It was due{' '}
        <Time at={enrollment.next_due_at} />
      </>
    );
  return (
    <>
      {step} {enrollment.last_error === null ? 'is due' : 'is tried again'}{' '}
      <Time at={enrollment.next_due_at} />
    </>
  );
}

/** In plain words, and as the service has it. */
function StepError({ error, attempts }: { error: string | null; attempts?: number }) {
  if (error === null) return 'The service does not say why.';
  return (
    <>
      <span className="line">
        {explainStepError(error)}
        {attempts !== undefined && `, ${attempts === 1 ? 'once' : `${attempts} times`} so far`}
      </span>
      <span className="line verbatim quiet">{error}</span>
    </>
  );
}
