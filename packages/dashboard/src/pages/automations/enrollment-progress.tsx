import type { Automation, Enrollment } from '@carrier-nest/sdk';
import { Time } from '../../parts/time';
import { explainCancellation, explainStepError } from './automation-text';

interface EnrollmentProgressProps {
  automation: Automation;
  enrollment: Enrollment;
}

/** The current step of an enrollment, or why the enrollment ended. */
export function EnrollmentProgress({ automation, enrollment }: EnrollmentProgressProps) {
  const { status, current_step, completed_at, canceled_at, last_error } = enrollment;
  if (status === 'completed')
    return (
      <>
        Completed {automation.steps.length === 1 ? 'the only step' : `all ${automation.steps.length} steps`}{' '}
        {completed_at && (
          <>
            on <Time at={completed_at} />
          </>
        )}
      </>
    );
  if (status === 'canceled')
    return (
      <>
        {explainCancellation(enrollment)} before step {current_step + 1}
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
        {step} is on hold because the automation is {status === 'draft' ? 'a draft' : status}. The step was
        due <Time at={enrollment.next_due_at} />
      </>
    );
  return (
    <>
      {step} {enrollment.last_error === null ? 'is due' : 'will be retried'}{' '}
      <Time at={enrollment.next_due_at} />
    </>
  );
}

/** The error in plain words, followed by the message of the service. */
function StepError({ error, attempts }: { error: string | null; attempts?: number }) {
  if (error === null) return 'No reason was recorded.';
  return (
    <>
      <span className="line">
        {explainStepError(error)}
        {attempts !== undefined && ` (${attempts === 1 ? '1 attempt' : `${attempts} attempts`} made)`}
      </span>
      <span className="line verbatim quiet">{error}</span>
    </>
  );
}
