import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { control, type MailParts } from '../../service/control';

const eventOptions = [
  ['bounce-permanent', 'Permanent bounce'],
  ['bounce-transient', 'Temporary bounce'],
  ['complaint', 'Complaint (marked as spam)'],
  ['open', 'Open'],
  ['click', 'Click'],
  ['delivery', 'Delivery'],
  ['delivery_delay', 'Delivery delay'],
] as const;

const quickEvents = [
  ['bounce-permanent', 'Bounce'],
  ['complaint', 'Complain'],
  ['open', 'Open'],
  ['click', 'Click'],
  ['delivery', 'Deliver'],
] as const;

interface SimulateEventProps {
  id: string;
  mail: MailParts;
}

/** Simulates an event that SES would publish for the email. */
export function SimulateEvent({ id, mail }: SimulateEventProps) {
  const [isOpen, setOpen] = useState(false);
  const simulate = useSimulateEvent(id, () => setOpen(false));
  return (
    <>
      <span className="joined" role="group" aria-label="Simulate an event">
        {quickEvents.map(([name, label]) => (
          <button
            key={name}
            type="button"
            disabled={simulate.isPending}
            onClick={() => simulate.mutate(buildEvent(name, {}))}
          >
            {label}
          </button>
        ))}
        <button type="button" onClick={() => setOpen(true)}>
          More…
        </button>
      </span>
      {isOpen && <SimulateEventDialog mail={mail} simulate={simulate} onClose={() => setOpen(false)} />}
    </>
  );
}

function useSimulateEvent(id: string, onSimulated: () => void) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: async (event: SimulatedEvent) => {
      await control.simulateEvent(id, event);
      await control.settle();
      return event.type;
    },
    onSuccess: async (type) => {
      onSimulated();
      showToast(describeSimulated(type));
      await queryClient.invalidateQueries();
    },
    onError: (error) => showToast(error.message),
  });
}

/**
 * The service classifies an open or a click together with the events of the next seconds, because those events can
 * reveal a scanner.
 */
const describeSimulated = (type: string): string =>
  type === 'open' || type === 'click'
    ? `Reported. Within 15 seconds, the service decides whether the recipient or a scanner caused the event. Wait, or advance the clock.`
    : 'Reported. See the log for the result.';

interface SimulateEventDialogProps {
  mail: MailParts;
  simulate: ReturnType<typeof useSimulateEvent>;
  onClose: () => void;
}

function SimulateEventDialog({ mail, simulate, onClose }: SimulateEventDialogProps) {
  return (
    <Dialog title="Simulate an event" onClose={onClose}>
      <Form
        submitLabel="Simulate"
        isBusy={simulate.isPending}
        error={simulate.error}
        onCancel={onClose}
        onSubmit={(formValues) =>
          simulate.mutate(buildEvent(formValues.text('event'), readEventDetails(formValues)))
        }
      >
        <SelectField label="Event" name="event" options={eventOptions} />
        <InputField
          label="Recipient"
          name="recipient"
          placeholder={mail.headers.find(({ name }) => name.toLowerCase() === 'to')?.value}
          hint="Leave empty for the first recipient."
        />
        <InputField
          label="Response of the receiving server"
          name="diagnostic"
          placeholder="smtp; 550 5.1.1 user unknown"
        />
        <InputField label="Clicked link" name="link" type="url" placeholder="https://example.com/" />
      </Form>
    </Dialog>
  );
}

const readEventDetails = (formValues: FormValues): Record<string, string> =>
  Object.fromEntries(
    ['recipient', 'diagnostic', 'link'].flatMap((name) => {
      const text = formValues.text(name);
      return text ? [[name, text]] : [];
    }),
  );

type SimulatedEvent = Parameters<typeof control.simulateEvent>[1];

function buildEvent(name: string, details: Record<string, string>): SimulatedEvent {
  if (name === 'bounce-permanent') return { type: 'bounce', bounce_type: 'Permanent', ...details };
  if (name === 'bounce-transient') return { type: 'bounce', bounce_type: 'Transient', ...details };
  return { type: name, ...details };
}
