import type { Automation, Enrollment } from '@carrier-nest/sdk';
import { Time } from '../../parts/time';
import { exitOf, troubleOf } from './words';

interface WhereaboutsProps {
  automation: Automation;
  enrolment: Enrollment;
}

/** Which step somebody is at, and why, in plain words. */
export function Whereabouts({ automation, enrolment }: WhereaboutsProps) {
  const { status, current_step, completed_at, canceled_at, last_error } = enrolment;
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
        {exitOf(enrolment)}, before step {current_step + 1}
        {canceled_at && (
          <span className="line quiet">
            <Time at={canceled_at} />
          </span>
        )}
      </>
    );
  if (status === 'failed') return <Trouble error={last_error} />;
  return (
    <>
      <Next automation={automation} enrolment={enrolment} />
      {last_error !== null && <Trouble error={last_error} attempts={enrolment.attempts} />}
    </>
  );
}

function Next({ automation: { status, steps }, enrolment }: WhereaboutsProps) {
  const step = `Step ${enrolment.current_step + 1} of ${steps.length}`;
  if (status !== 'active')
    return (
      <>
        {step} is held: the automation is {status === 'draft' ? 'a draft' : status}. It was due{' '}
        <Time at={enrolment.next_due_at} />
      </>
    );
  return (
    <>
      {step} {enrolment.last_error === null ? 'is due' : 'is tried again'} <Time at={enrolment.next_due_at} />
    </>
  );
}

/** In plain words, and as the service has it. */
function Trouble({ error, attempts }: { error: string | null; attempts?: number }) {
  if (error === null) return 'The service does not say why.';
  return (
    <>
      <span className="line">
        {troubleOf(error)}
        {attempts !== undefined && `, ${attempts === 1 ? 'once' : `${attempts} times`} so far`}
      </span>
      <span className="line verbatim quiet">{error}</span>
    </>
  );
}
