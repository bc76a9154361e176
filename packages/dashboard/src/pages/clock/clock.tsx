import { useMutation, useQuery } from '@tanstack/react-query';
import { DescriptionList } from '../../parts/description-list';
import { InputField } from '../../parts/field';
import { Form } from '../../parts/form';
import { Page } from '../../parts/page';
import { ErrorMessage, QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { allQueries, useSuccessEffects } from '../../parts/success-effects';
import { useClock } from '../../service/clock';
import { control } from '../../service/control';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const jumpOptions = [
  ['1 minute', minuteMs],
  ['15 minutes', 15 * minuteMs],
  ['1 hour', hourMs],
  ['6 hours', 6 * hourMs],
  ['1 day', dayMs],
  ['7 days', 7 * dayMs],
  ['30 days', 30 * dayMs],
] as const;

/** The clock of the local runtime, which can only move forward. */
export function ClockPage() {
  const query = useClock();
  const moveClock = useMoveClock();
  return (
    <Page title="Clock" lead="Moves the local clock forward and runs due work in order.">
      <QueryBoundary query={query}>
        {({ now, isMoved, aheadMs }) => (
          <DescriptionList
            items={[
              ['Now', <Time key="now" at={now} exact />],
              ['Ahead of system time', isMoved ? formatAhead(aheadMs) : 'Not moved'],
            ]}
          />
        )}
      </QueryBoundary>
      <section aria-labelledby="jump">
        <h2 id="jump">Advance by</h2>
        <div className="actions">
          {jumpOptions.map(([label, ms]) => (
            <button
              key={label}
              type="button"
              disabled={moveClock.isPending}
              onClick={() => moveClock.mutate({ ms })}
            >
              {label}
            </button>
          ))}
        </div>
        <p role="status" className="quiet">
          {moveClock.isPending && 'Advancing the clock and running due work…'}
        </p>
        {moveClock.error && <ErrorMessage error={moveClock.error} />}
      </section>
      <NextDue moveClock={moveClock} />
      <MoveToTime moveClock={moveClock} />
      <p className="quiet">
        The clock cannot go back. To reset the clock, stop the service and run npm start -- --fresh
      </p>
    </Page>
  );
}

function useMoveClock() {
  return useMutation({
    mutationFn: ({ ms, instant }: { ms?: number; instant?: string }) =>
      instant === undefined ? control.advance(ms ?? 0) : control.setClock(instant),
    onSuccess: useSuccessEffects<{ now: string }>({
      successToast: ({ now }) => `The clock is now at ${new Date(now).toLocaleString()}.`,
      invalidateKeys: allQueries,
    }),
  });
}

/** Advances to the next due work: a scheduled email, an automation step, an A/B decision or a retry. */
function NextDue({ moveClock }: { moveClock: ReturnType<typeof useMoveClock> }) {
  const query = useQuery({ queryKey: ['next-due'], queryFn: control.nextDue, refetchInterval: 5_000 });
  const at = query.data?.at ?? null;
  return (
    <section aria-labelledby="next-due">
      <h2 id="next-due">Next due work</h2>
      <p className="quiet">{at === null ? 'Nothing is scheduled.' : <Time at={at} exact />}</p>
      <div className="actions">
        <button
          type="button"
          disabled={at === null || moveClock.isPending}
          onClick={() => moveClock.mutate({ instant: at ?? '' })}
        >
          Advance to this time
        </button>
      </div>
    </section>
  );
}

function MoveToTime({ moveClock }: { moveClock: ReturnType<typeof useMoveClock> }) {
  return (
    <section aria-labelledby="set">
      <h2 id="set">Set a time</h2>
      <Form
        submitLabel="Set clock"
        isBusy={moveClock.isPending}
        onSubmit={(formValues) =>
          moveClock.mutate({ instant: new Date(formValues.text('instant')).toISOString() })
        }
      >
        <InputField label="Your local time" name="instant" type="datetime-local" required />
      </Form>
    </section>
  );
}

function formatAhead(ms: number): string {
  const parts = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor((ms % dayMs) / hourMs), 'h'],
    [Math.round((ms % hourMs) / minuteMs), 'min'],
  ] as const;
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ');
}
