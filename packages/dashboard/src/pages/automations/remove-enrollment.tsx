import type { Automation, CarrierNest, Enrollment } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { SelectField } from '../../parts/field';
import { Form } from '../../parts/form';
import { useSuccessEffects } from '../../parts/success-effects';
import { RequestError } from '../../service/request-json';
import { useClient } from '../../service/client';
import { enrollmentKeys } from './enrollment-keys';

interface RemoveEnrollmentProps {
  automation: Automation;
  enrollment: Enrollment;
}

/** The API has no call that takes one person out of one automation: this offers what does. */
export function RemoveEnrollment({ automation, enrollment }: RemoveEnrollmentProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-label={`Take ${enrollment.email} out`}>
        Take out
      </button>
      {isOpen && (
        <Dialog title={`Take ${enrollment.email} out?`} onClose={() => setOpen(false)}>
          <RemovalForm automation={automation} enrollment={enrollment} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

const unsubscribeMethod = 'unsubscribe';

function RemovalForm({ automation, enrollment, onDone }: RemoveEnrollmentProps & { onDone: () => void }) {
  const { exit_tags } = automation;
  const [method, setMethod] = useState(exit_tags[0] ?? unsubscribeMethod);
  const removal = useRemoveEnrollment(enrollment, method === unsubscribeMethod ? undefined : method, onDone);
  return (
    <Form
      submitLabel={method === unsubscribeMethod ? 'Unsubscribe them' : 'Give them the tag'}
      isDangerous
      isBusy={removal.isPending}
      error={removal.error}
      onCancel={onDone}
      onSubmit={() => removal.mutate()}
    >
      <p>
        People leave by what happens to them; nothing takes one person out of one automation alone.
        {exit_tags.length === 0 && ' A tag could, if the rules had one that ends it.'}
      </p>
      <SelectField
        label="By"
        value={method}
        onChange={setMethod}
        options={[
          ...exit_tags.map((tag) => [tag, `The tag ${tag}`] as const),
          [unsubscribeMethod, 'An unsubscribe from all marketing mail'],
        ]}
      />
      <p>{method === unsubscribeMethod ? unsubscribeEffect : describeTagEffect(method)}</p>
    </Form>
  );
}

const unsubscribeEffect =
  'They leave every automation at once and get no marketing mail any more. What they got stays in the log. Lift it under Suppressions if they ask for mail again; that does not bring them back here.';

const describeTagEffect = (tag: string): string =>
  `They leave this automation, and every other one that ${tag} ends. The tag stays with their contact, and may begin others.`;

function useRemoveEnrollment(
  { email, automation_id }: Enrollment,
  tag: string | undefined,
  onDone: () => void,
) {
  const client = useClient();
  const showRemoved = useSuccessEffects<unknown>({
    successToast: `${email} is out of it.`,
    invalidateKeys: enrollmentKeys(automation_id),
  });
  return useMutation({
    mutationFn: () => (tag === undefined ? unsubscribe(client, email) : addTag(client, email, tag)),
    onSuccess: (result) => {
      onDone();
      return showRemoved(result);
    },
  });
}

const unsubscribe = (client: CarrierNest, email: string): Promise<unknown> =>
  client.createSuppression({ email, scope: 'marketing', reason: 'unsubscribe' });

async function addTag(client: CarrierNest, email: string, tag: string): Promise<unknown> {
  const {
    data: [contact],
  } = await client.listContacts({ email });
  if (!contact) throw new RequestError(404, `${email} is no contact, so there is nobody to carry the tag.`);
  return client.changeTags(contact.id, { add: [tag] });
}
