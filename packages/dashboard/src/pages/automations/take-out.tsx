import type { Automation, CarrierNest, Enrollment } from '@carrier-nest/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { Choice } from '../../parts/field';
import { Form } from '../../parts/form';
import { useToast } from '../../parts/toast';
import { Refusal } from '../../service/ask';
import { useClient } from '../../service/client';

interface TakeOutProps {
  automation: Automation;
  enrolment: Enrollment;
}

/** The API has no call that takes one person out of one automation: this offers what does. */
export function TakeOut({ automation, enrolment }: TakeOutProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-label={`Take ${enrolment.email} out`}>
        Take out
      </button>
      {isOpen && (
        <Dialog title={`Take ${enrolment.email} out?`} onClose={() => setOpen(false)}>
          <Ways automation={automation} enrolment={enrolment} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

const unsubscribing = 'unsubscribe';

function Ways({ automation, enrolment, onDone }: TakeOutProps & { onDone: () => void }) {
  const { exit_tags } = automation;
  const [way, setWay] = useState(exit_tags[0] ?? unsubscribing);
  const leave = useLeaving(enrolment, way === unsubscribing ? undefined : way, onDone);
  return (
    <Form
      action={way === unsubscribing ? 'Unsubscribe them' : 'Give them the tag'}
      isDangerous
      isBusy={leave.isPending}
      error={leave.error}
      onCancel={onDone}
      onSubmit={() => leave.mutate()}
    >
      <p>
        People leave by what happens to them; nothing takes one person out of one automation alone.
        {exit_tags.length === 0 && ' A tag could, if the rules had one that ends it.'}
      </p>
      <Choice
        label="By"
        value={way}
        onChange={setWay}
        options={[
          ...exit_tags.map((tag) => [tag, `The tag ${tag}`] as const),
          [unsubscribing, 'An unsubscribe from all marketing mail'],
        ]}
      />
      <p>{way === unsubscribing ? afterUnsubscribing : afterTag(way)}</p>
    </Form>
  );
}

const afterUnsubscribing =
  'They leave every automation at once and get no marketing mail any more. What they got stays in the log. Lift it under Suppressions if they ask for mail again; that does not bring them back here.';

const afterTag = (tag: string): string =>
  `They leave this automation, and every other one that ${tag} ends. The tag stays with their contact, and may begin others.`;

function useLeaving({ email, automation_id }: Enrollment, tag: string | undefined, onDone: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return useMutation({
    mutationFn: () => (tag === undefined ? unsubscribe(client, email) : giveTag(client, email, tag)),
    onSuccess: async () => {
      onDone();
      say(`${email} is out of it.`);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['enrolments', automation_id] }),
        queries.invalidateQueries({ queryKey: ['automation', automation_id] }),
      ]);
    },
  });
}

const unsubscribe = (client: CarrierNest, email: string): Promise<unknown> =>
  client.createSuppression({ email, scope: 'marketing', reason: 'unsubscribe' });

async function giveTag(client: CarrierNest, email: string, tag: string): Promise<unknown> {
  const {
    data: [contact],
  } = await client.listContacts({ email });
  if (!contact) throw new Refusal(404, `${email} is no contact, so there is nobody to carry the tag.`);
  return client.changeTags(contact.id, { add: [tag] });
}
