import type { Automation } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { InputField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Form, type FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { formatCount } from '../../parts/format';
import { KeyValueFields, readKeyValues } from '../../parts/key-value-fields';
import { useClient } from '../../service/client';

const back = { to: '/automations', label: 'Automations' };

/** Says that something happened to somebody, as a program of yours would. */
export function SendEventPage() {
  const { name = '' } = useFilters().filters;
  const send = useSendEvent();
  const eventAutomations = useEventAutomations();
  const nameListId = useId();
  return (
    <Page
      title="Send an event"
      back={back}
      lead="As your program says it when something happened to somebody. Every active automation that waits for exactly this name takes them in. Events are not kept."
    >
      {send.data && <EventResult {...send.data} eventAutomations={eventAutomations} />}
      <Form
        submitLabel="Send the event"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(formValues) => send.mutate(formValues)}
      >
        <div className="pair">
          <InputField
            label="Name of the event"
            name="name"
            required
            maxLength={120}
            list={nameListId}
            defaultValue={name}
            placeholder="signed_up"
            hint="Letter case counts"
          />
          <InputField
            label="Whose address"
            name="email"
            type="email"
            required
            placeholder="kim@example.com"
          />
        </div>
        <datalist id={nameListId}>
          {[...new Set(eventAutomations.map(({ trigger }) => trigger.event_name))].map((eventName) => (
            <option key={eventName} value={eventName ?? ''} />
          ))}
        </datalist>
        <KeyValueFields legend="Values" hint="For placeholders, for this person" />
      </Form>
    </Page>
  );
}

function useSendEvent() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (formValues: FormValues) => {
      const [name, email] = [formValues.rawText('name'), formValues.text('email')];
      const { automations_started } = await client.recordEvent({
        name,
        email,
        variables: readKeyValues(formValues),
      });
      return { name, email, startedCount: automations_started };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['automations'] }),
  });
}

/** Those of the newest hundred that wait for an event. */
function useEventAutomations(): readonly Automation[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['automations', 'event-triggered'],
    queryFn: async ({ signal }) => client.listAutomations({ limit: 100 }, { signal }),
  });
  return (data?.data ?? []).filter(({ trigger, status }) => trigger.kind === 'event' && status === 'active');
}

interface EventResultProps {
  name: string;
  email: string;
  startedCount: number;
  eventAutomations: readonly Automation[];
}

function EventResult({ name, email, startedCount, eventAutomations }: EventResultProps) {
  const matchingAutomations = eventAutomations.filter(({ trigger }) => trigger.event_name === name);
  return (
    <aside className="notice" data-tone={startedCount > 0 ? 'good' : 'warning'} role="status">
      <h2>
        {startedCount === 1
          ? 'It started 1 automation'
          : `It started ${formatCount(startedCount)} automations`}
      </h2>
      <p>
        {startedCount > 0
          ? `${email} was taken in.`
          : explainNoneStarted(name, email, matchingAutomations.length)}
      </p>
      {matchingAutomations.length > 0 && (
        <p>
          For {name} wait{matchingAutomations.length === 1 ? 's' : ''}:{' '}
          {matchingAutomations.map(({ id, name: automationName }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link href={`/automations/${id}`}>{automationName}</Link>
            </span>
          ))}
        </p>
      )}
    </aside>
  );
}

const explainNoneStarted = (name: string, email: string, eventAutomations: number): string =>
  eventAutomations === 0
    ? `No active automation waits for exactly ${name}. That is no error.`
    : `${email} is in it already, was in it and gets it only once, is suppressed, or its tags or topic keep them out. Enrol them by hand to be told which.`;
