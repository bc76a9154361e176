import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Facts } from '../../parts/facts';
import { Field } from '../../parts/field';
import { Form } from '../../parts/form';
import { Page } from '../../parts/page';
import { Failure, Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { useToast } from '../../parts/toast';
import { useClock } from '../../service/clock';
import { control } from '../../service/control';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const jumps = [
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
  const move = useMove();
  return (
    <Page
      title="Clock"
      lead="One clock for every function, queue and schedule. What falls due on the way happens, in its order. It only moves forward."
    >
      <Loaded query={query}>
        {({ now, isMoved, aheadMs }) => (
          <Facts
            of={[
              ['Now', <Time key="now" at={now} exact />],
              ['Ahead of this machine', isMoved ? aheadOf(aheadMs) : 'Not moved'],
            ]}
          />
        )}
      </Loaded>
      <section aria-labelledby="jump">
        <h2 id="jump">Jump ahead by</h2>
        <div className="actions">
          {jumps.map(([says, ms]) => (
            <button key={says} type="button" disabled={move.isPending} onClick={() => move.mutate({ ms })}>
              {says}
            </button>
          ))}
        </div>
        <p role="status" className="quiet">
          {move.isPending && 'Time passes, and what falls due happens …'}
        </p>
        {move.error && <Failure error={move.error} />}
      </section>
      <NextDue move={move} />
      <To move={move} />
      <p className="quiet">To go back, stop the service and start over: npm start -- --fresh</p>
    </Page>
  );
}

function useMove() {
  const queries = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: ({ ms, instant }: { ms?: number; instant?: string }) =>
      instant === undefined ? control.advance(ms ?? 0) : control.setClock(instant),
    onSuccess: async ({ now }) => {
      say(`It is ${new Date(now).toLocaleString()} now.`);
      await queries.invalidateQueries();
    },
  });
}

/** Straight to what waits for its time: a scheduled mail, a step, a winner, a retry. */
function NextDue({ move }: { move: ReturnType<typeof useMove> }) {
  const query = useQuery({ queryKey: ['next-due'], queryFn: control.nextDue, refetchInterval: 5_000 });
  const at = query.data?.at ?? null;
  return (
    <section aria-labelledby="next-due">
      <h2 id="next-due">To the next thing due</h2>
      <p className="quiet">{at === null ? 'Nothing waits for its time.' : <Time at={at} exact />}</p>
      <div className="actions">
        <button
          type="button"
          disabled={at === null || move.isPending}
          onClick={() => move.mutate({ instant: at ?? '' })}
        >
          Jump there
        </button>
      </div>
    </section>
  );
}

function To({ move }: { move: ReturnType<typeof useMove> }) {
  return (
    <section aria-labelledby="set">
      <h2 id="set">Or to a time</h2>
      <Form
        action="Move the clock"
        isBusy={move.isPending}
        onSubmit={(entered) => move.mutate({ instant: new Date(entered.text('instant')).toISOString() })}
      >
        <Field label="Your local time" name="instant" type="datetime-local" required />
      </Form>
    </section>
  );
}

function aheadOf(ms: number): string {
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
