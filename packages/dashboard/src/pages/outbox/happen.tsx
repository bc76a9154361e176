import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Choice, Field } from '../../parts/field';
import { Form, type Entered } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { control, type MailParts } from '../../service/control';

const events = [
  ['bounce-permanent', 'It bounces for good'],
  ['bounce-transient', 'It bounces for now'],
  ['complaint', 'It is marked as spam'],
  ['open', 'It is opened'],
  ['click', 'A link in it is clicked'],
  ['delivery', 'It is delivered'],
  ['delivery_delay', 'It is delayed'],
] as const;

const quick = [
  ['bounce-permanent', 'Bounce'],
  ['complaint', 'Complain'],
  ['open', 'Open'],
  ['click', 'Click'],
  ['delivery', 'Deliver'],
] as const;

interface HappenProps {
  id: string;
  mail: MailParts;
}

/** Lets the mail provider report something about the mail, as it would about real mail. */
export function Happen({ id, mail }: HappenProps) {
  const [isOpen, setOpen] = useState(false);
  const report = useReport(id, () => setOpen(false));
  return (
    <>
      <span className="joined" role="group" aria-label="Let something happen to it">
        {quick.map(([name, says]) => (
          <button
            key={name}
            type="button"
            disabled={report.isPending}
            onClick={() => report.mutate(eventOf(name, {}))}
          >
            {says}
          </button>
        ))}
        <button type="button" onClick={() => setOpen(true)}>
          More …
        </button>
      </span>
      {isOpen && <More mail={mail} report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

function useReport(id: string, onReported: () => void) {
  const queries = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: async (event: { type: string }) => {
      await control.report(id, event);
      await control.settle();
      return event.type;
    },
    onSuccess: async (type) => {
      onReported();
      say(saidOf(type));
      await queries.invalidateQueries();
    },
    onError: (error) => say(error.message),
  });
}

/** Opens and clicks are judged together with what comes shortly after: a scanner's burst looks different. */
const saidOf = (type: string): string =>
  type === 'open' || type === 'click'
    ? `Reported. Whether a person did it is judged 15 seconds later: wait, or move the clock.`
    : 'Reported. The log shows what became of it.';

interface MoreProps {
  mail: MailParts;
  report: ReturnType<typeof useReport>;
  onClose: () => void;
}

function More({ mail, report, onClose }: MoreProps) {
  return (
    <Dialog title="What happens to the mail" onClose={onClose}>
      <Form
        action="Let it happen"
        isBusy={report.isPending}
        error={report.error}
        onCancel={onClose}
        onSubmit={(entered) => report.mutate(eventOf(entered.text('event'), detailsOf(entered)))}
      >
        <Choice label="What" name="event" options={events} />
        <Field
          label="To which address"
          name="recipient"
          placeholder={mail.headers.find(({ name }) => name.toLowerCase() === 'to')?.value}
          hint="Empty: the first"
        />
        <Field
          label="What the other server says"
          name="diagnostic"
          placeholder="smtp; 550 5.1.1 user unknown"
        />
        <Field label="Which link is clicked" name="link" type="url" placeholder="https://example.com/" />
      </Form>
    </Dialog>
  );
}

const detailsOf = (entered: Entered): Record<string, string> =>
  Object.fromEntries(
    ['recipient', 'diagnostic', 'link'].flatMap((name) => {
      const text = entered.text(name);
      return text ? [[name, text]] : [];
    }),
  );

function eventOf(name: string, details: Record<string, string>): { type: string } {
  if (name === 'bounce-permanent')
    return { type: 'bounce', bounce_type: 'Permanent', ...details } as { type: string };
  if (name === 'bounce-transient')
    return { type: 'bounce', bounce_type: 'Transient', ...details } as { type: string };
  return { type: name, ...details };
}
