import type { Automation, Enrollment, Step } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { people, whenOf } from './words';

const lookedAtMax = 100;

/** What is sent, and how many people have come how far. */
export function Steps({ automation }: { automation: Automation }) {
  const client = useClient();
  const { id, steps, enrollments } = automation;
  const { data } = useQuery({
    queryKey: ['enrolments', id, 'steps'],
    queryFn: async ({ signal }) =>
      client.listEnrollments(id, { status: 'active', limit: lookedAtMax }, { signal }),
    refetchInterval: 10_000,
  });
  const inIt = data?.data ?? [];
  return (
    <>
      <ol className="steps" aria-label="Steps, the first one first">
        {steps.map((step, place) => (
          <li key={`${place} ${step.subject}`}>
            <Shown step={step} place={place} />
            {data && <Reached at={place} inIt={inIt} completed={enrollments.completed} />}
          </li>
        ))}
        <li className="end">{people(enrollments.completed)} completed it</li>
      </ol>
      {data?.next_cursor && (
        <p className="quiet">
          Of those who are in it, the {count(inIt.length)} who came last are counted at the steps: the API
          tells no more at once.
        </p>
      )}
    </>
  );
}

function Shown({ step, place }: { step: Step; place: number }) {
  return (
    <>
      <h3>{step.subject}</h3>
      <p className="quiet">{whenOf(step, place)}</p>
      {step.template_slug ? (
        <p className="quiet">
          The HTML of the template <code>{step.template_slug}</code>
        </p>
      ) : (
        <details>
          <summary>HTML</summary>
          <pre className="source" tabIndex={0} aria-label={`The HTML of step ${place + 1}`}>
            {step.html}
          </pre>
        </details>
      )}
    </>
  );
}

interface ReachedProps {
  at: number;
  inIt: readonly Enrollment[];
  completed: number;
}

/** Those who left or failed on the way are not among them: the API does not count them by step. */
function Reached({ at, inIt, completed }: ReachedProps) {
  const waiting = inIt.filter(({ current_step }) => current_step === at).length;
  const past = completed + inIt.filter(({ current_step }) => current_step > at).length;
  return (
    <p className="reached">
      <span>
        <strong>{count(waiting)}</strong> {waiting === 1 ? 'waits' : 'wait'} for it
      </span>
      <span>
        <strong>{count(past)}</strong> {past === 1 ? 'is' : 'are'} past it
      </span>
    </p>
  );
}
