import type { Automation } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { Field } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Form, type Entered } from '../../parts/form';
import { Page } from '../../parts/page';
import { count } from '../../parts/words';
import { Values, valuesOf } from '../../parts/values';
import { useClient } from '../../service/client';

const back = { to: '/automations', says: 'Automations' };

/** Says that something happened to somebody, as a program of yours would. */
export function EventPage() {
  const { name = '' } = useFilters().filters;
  const send = useSending();
  const waiting = useWaitingAutomations();
  const names = useId();
  return (
    <Page
      title="Send an event"
      back={back}
      lead="As your program says it when something happened to somebody. Every active automation that waits for exactly this name takes them in. Events are not kept."
    >
      {send.data && <Started {...send.data} waiting={waiting} />}
      <Form
        action="Send the event"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(entered) => send.mutate(entered)}
      >
        <div className="pair">
          <Field
            label="Name of the event"
            name="name"
            required
            maxLength={120}
            list={names}
            defaultValue={name}
            placeholder="signed_up"
            hint="Letter case counts"
          />
          <Field label="Whose address" name="email" type="email" required placeholder="kim@example.com" />
        </div>
        <datalist id={names}>
          {[...new Set(waiting.map(({ trigger }) => trigger.event_name))].map((one) => (
            <option key={one} value={one ?? ''} />
          ))}
        </datalist>
        <Values legend="Values" hint="For placeholders, for this person" />
      </Form>
    </Page>
  );
}

function useSending() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (entered: Entered) => {
      const [name, email] = [entered.verbatim('name'), entered.text('email')];
      const { automations_started } = await client.recordEvent({ name, email, variables: valuesOf(entered) });
      return { name, email, started: automations_started };
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['automations'] }),
  });
}

/** Those of the newest hundred that wait for an event. */
function useWaitingAutomations(): readonly Automation[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['automations', 'waiting'],
    queryFn: async ({ signal }) => client.listAutomations({ limit: 100 }, { signal }),
  });
  return (data?.data ?? []).filter(({ trigger, status }) => trigger.kind === 'event' && status === 'active');
}

interface StartedProps {
  name: string;
  email: string;
  started: number;
  waiting: readonly Automation[];
}

function Started({ name, email, started, waiting }: StartedProps) {
  const those = waiting.filter(({ trigger }) => trigger.event_name === name);
  return (
    <aside className="notice" data-tone={started > 0 ? 'good' : 'warning'} role="status">
      <h2>{started === 1 ? 'It started 1 automation' : `It started ${count(started)} automations`}</h2>
      <p>{started > 0 ? `${email} was taken in.` : whyNone(name, email, those.length)}</p>
      {those.length > 0 && (
        <p>
          For {name} wait{those.length === 1 ? 's' : ''}:{' '}
          {those.map(({ id, name: says }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link href={`/automations/${id}`}>{says}</Link>
            </span>
          ))}
        </p>
      )}
    </aside>
  );
}

const whyNone = (name: string, email: string, waiting: number): string =>
  waiting === 0
    ? `No active automation waits for exactly ${name}. That is no error.`
    : `${email} is in it already, was in it and gets it only once, is suppressed, or its tags or topic keep them out. Enrol them by hand to be told which.`;
