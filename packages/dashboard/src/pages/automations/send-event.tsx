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

/** Records an event for an address, as an application does through the API. */
export function SendEventPage() {
  const { name = '' } = useFilters().filters;
  const send = useSendEvent();
  const eventAutomations = useEventAutomations();
  const nameListId = useId();
  return (
    <Page
      title="Send event"
      back={back}
      lead="Enrolls the address in the active automations that this event triggers."
    >
      {send.data && <EventResult {...send.data} eventAutomations={eventAutomations} />}
      <Form
        submitLabel="Send event"
        isBusy={send.isPending}
        error={send.error}
        onSubmit={(formValues) => send.mutate(formValues)}
      >
        <div className="pair">
          <InputField
            label="Event name"
            name="name"
            required
            maxLength={120}
            list={nameListId}
            defaultValue={name}
            placeholder="signed_up"
            hint="Case-sensitive. The event itself is not stored."
          />
          <InputField
            label="Email address"
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
        <KeyValueFields legend="Variables" hint="Placeholder values for this recipient" />
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

/** The active automations with an event trigger, among the newest 100. */
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
        {startedCount === 1 ? 'Started 1 automation' : `Started ${formatCount(startedCount)} automations`}
      </h2>
      <p>
        {startedCount > 0
          ? `${email} was enrolled.`
          : explainNoneStarted(name, email, matchingAutomations.length)}
      </p>
      {matchingAutomations.length > 0 && (
        <p>
          Active {matchingAutomations.length === 1 ? 'automation' : 'automations'} with the event {name}:{' '}
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
    ? `No active automation has the event ${name} as its trigger. This is not an error.`
    : `${email} is already enrolled, cannot re-enter, is suppressed, or is excluded by its tags or the topic. To see the reason, enroll the address by hand.`;
