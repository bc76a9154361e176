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

/** One clock for everything, which can be moved on. */
export function ClockPage() {
  const query = useClock();
  const moveClock = useMoveClock();
  return (
    <Page
      title="Clock"
      lead="One clock for every function, queue and schedule. What falls due on the way happens, in its order. It only moves forward."
    >
      <QueryBoundary query={query}>
        {({ now, isMoved, aheadMs }) => (
          <DescriptionList
            items={[
              ['Now', <Time key="now" at={now} exact />],
              ['Ahead of this machine', isMoved ? formatAhead(aheadMs) : 'Not moved'],
            ]}
          />
        )}
      </QueryBoundary>
      <section aria-labelledby="jump">
        <h2 id="jump">Jump ahead by</h2>
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
          {moveClock.isPending && 'Time passes, and what falls due happens …'}
        </p>
        {moveClock.error && <ErrorMessage error={moveClock.error} />}
      </section>
      <NextDue moveClock={moveClock} />
      <MoveToTime moveClock={moveClock} />
      <p className="quiet">To go back, stop the service and start over: npm start -- --fresh</p>
    </Page>
  );
}

function useMoveClock() {
  return useMutation({
    mutationFn: ({ ms, instant }: { ms?: number; instant?: string }) =>
      instant === undefined ? control.advance(ms ?? 0) : control.setClock(instant),
    onSuccess: useSuccessEffects<{ now: string }>({
      successToast: ({ now }) => `It is ${new Date(now).toLocaleString()} now.`,
      invalidateKeys: allQueries,
    }),
  });
}

/** Straight to what waits for its time: a scheduled mail, a step, a winner, a retry. */
function NextDue({ moveClock }: { moveClock: ReturnType<typeof useMoveClock> }) {
  const query = useQuery({ queryKey: ['next-due'], queryFn: control.nextDue, refetchInterval: 5_000 });
  const at = query.data?.at ?? null;
  return (
    <section aria-labelledby="next-due">
      <h2 id="next-due">To the next thing due</h2>
      <p className="quiet">{at === null ? 'Nothing waits for its time.' : <Time at={at} exact />}</p>
      <div className="actions">
        <button
          type="button"
          disabled={at === null || moveClock.isPending}
          onClick={() => moveClock.mutate({ instant: at ?? '' })}
        >
          Jump there
        </button>
      </div>
    </section>
  );
}

function MoveToTime({ moveClock }: { moveClock: ReturnType<typeof useMoveClock> }) {
  return (
    <section aria-labelledby="set">
      <h2 id="set">Or to a time</h2>
      <Form
        submitLabel="Move the clock"
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
