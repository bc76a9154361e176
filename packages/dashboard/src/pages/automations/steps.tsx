import type { Automation, Enrollment, Step } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { formatCount, formatPeople } from '../../parts/format';
import { useClient } from '../../service/client';
import { describeDelay } from './automation-text';

const enrollmentsMax = 100;

/** The steps, each with the number of recipients that wait for the step or have passed it. */
export function Steps({ automation }: { automation: Automation }) {
  const client = useClient();
  const { id, steps, enrollments } = automation;
  const { data } = useQuery({
    queryKey: ['enrollments', id, 'steps'],
    queryFn: async ({ signal }) =>
      client.listEnrollments(id, { status: 'active', limit: enrollmentsMax }, { signal }),
    refetchInterval: 10_000,
  });
  const activeEnrollments = data?.data ?? [];
  return (
    <>
      <ol className="steps" aria-label="Steps in order">
        {steps.map((step, index) => (
          <li key={`${index} ${step.subject}`}>
            <StepSummary step={step} index={index} />
            {data && (
              <StepProgress
                index={index}
                activeEnrollments={activeEnrollments}
                completedCount={enrollments.completed}
              />
            )}
          </li>
        ))}
        <li className="end">{formatPeople(enrollments.completed)} completed the automation</li>
      </ol>
      {data?.next_cursor && (
        <p className="quiet">
          The counts per step cover only the {formatCount(activeEnrollments.length)} newest active
          enrollments.
        </p>
      )}
    </>
  );
}

function StepSummary({ step, index }: { step: Step; index: number }) {
  return (
    <>
      <h3>{step.subject}</h3>
      <p className="quiet">{describeDelay(step, index)}</p>
      {step.template_slug ? (
        <p className="quiet">
          HTML of the template <code>{step.template_slug}</code>
        </p>
      ) : (
        <details>
          <summary>HTML</summary>
          <pre className="source" tabIndex={0} aria-label={`HTML of step ${index + 1}`}>
            {step.html}
          </pre>
        </details>
      )}
    </>
  );
}

interface StepProgressProps {
  index: number;
  activeEnrollments: readonly Enrollment[];
  completedCount: number;
}

/** Canceled and failed enrollments are not included, because the API does not count them by step. */
function StepProgress({ index, activeEnrollments, completedCount }: StepProgressProps) {
  const waitingCount = activeEnrollments.filter(({ current_step }) => current_step === index).length;
  const passedCount =
    completedCount + activeEnrollments.filter(({ current_step }) => current_step > index).length;
  return (
    <p className="reached">
      <span>
        <strong>{formatCount(waitingCount)}</strong> waiting
      </span>
      <span>
        <strong>{formatCount(passedCount)}</strong> passed
      </span>
    </p>
  );
}
