import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { SelectField, InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { control, type MailParts } from '../../service/control';

const eventOptions = [
  ['bounce-permanent', 'It bounces for good'],
  ['bounce-transient', 'It bounces for now'],
  ['complaint', 'It is marked as spam'],
  ['open', 'It is opened'],
  ['click', 'A link in it is clicked'],
  ['delivery', 'It is delivered'],
  ['delivery_delay', 'It is delayed'],
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

/** Lets the mail provider report something about the mail, as it would about real mail. */
export function SimulateEvent({ id, mail }: SimulateEventProps) {
  const [isOpen, setOpen] = useState(false);
  const simulate = useSimulateEvent(id, () => setOpen(false));
  return (
    <>
      <span className="joined" role="group" aria-label="Let something happen to it">
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
          More …
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

/** Opens and clicks are judged together with what comes shortly after: a scanner's burst looks different. */
const describeSimulated = (type: string): string =>
  type === 'open' || type === 'click'
    ? `Reported. Whether a person did it is judged 15 seconds later: wait, or move the clock.`
    : 'Reported. The log shows what became of it.';

interface SimulateEventDialogProps {
  mail: MailParts;
  simulate: ReturnType<typeof useSimulateEvent>;
  onClose: () => void;
}

function SimulateEventDialog({ mail, simulate, onClose }: SimulateEventDialogProps) {
  return (
    <Dialog title="What happens to the mail" onClose={onClose}>
      <Form
        submitLabel="Let it happen"
        isBusy={simulate.isPending}
        error={simulate.error}
        onCancel={onClose}
        onSubmit={(formValues) =>
          simulate.mutate(buildEvent(formValues.text('event'), readEventDetails(formValues)))
        }
      >
        <SelectField label="What" name="event" options={eventOptions} />
        <InputField
          label="To which address"
          name="recipient"
          placeholder={mail.headers.find(({ name }) => name.toLowerCase() === 'to')?.value}
          hint="Empty: the first"
        />
        <InputField
          label="What the other server says"
          name="diagnostic"
          placeholder="smtp; 550 5.1.1 user unknown"
        />
        <InputField label="Which link is clicked" name="link" type="url" placeholder="https://example.com/" />
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
