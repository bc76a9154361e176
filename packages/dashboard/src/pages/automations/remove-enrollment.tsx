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

/** The API cannot cancel a single enrollment, so the dialog offers an exit tag or an unsubscribe. */
export function RemoveEnrollment({ automation, enrollment }: RemoveEnrollmentProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} aria-label={`Remove ${enrollment.email}`}>
        Remove
      </button>
      {isOpen && (
        <Dialog title={`Remove ${enrollment.email}?`} onClose={() => setOpen(false)}>
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
      submitLabel={method === unsubscribeMethod ? 'Unsubscribe' : 'Add tag'}
      isDangerous
      isBusy={removal.isPending}
      error={removal.error}
      onCancel={onDone}
      onSubmit={() => removal.mutate()}
    >
      <p>
        An enrollment ends when the contact gets an exit tag or unsubscribes. An enrollment cannot be canceled
        directly.
        {exit_tags.length === 0 &&
          ' To remove a recipient without an unsubscribe, add an exit tag to the rules.'}
      </p>
      <SelectField
        label="Method"
        value={method}
        onChange={setMethod}
        options={[
          ...exit_tags.map((tag) => [tag, `Add the exit tag ${tag}`] as const),
          [unsubscribeMethod, 'Unsubscribe from all marketing email'],
        ]}
      />
      <p>{method === unsubscribeMethod ? unsubscribeEffect : describeTagEffect(method)}</p>
    </Form>
  );
}

const unsubscribeEffect =
  'The recipient leaves every automation and gets no more marketing email. Sent emails stay in the log. If the recipient asks for email again, remove the suppression under Suppressions. Removing the suppression does not restore the enrollment.';

const describeTagEffect = (tag: string): string =>
  `The recipient leaves this automation and every other automation with the exit tag ${tag}. The contact keeps the tag, which can trigger other automations.`;

function useRemoveEnrollment(
  { email, automation_id }: Enrollment,
  tag: string | undefined,
  onDone: () => void,
) {
  const client = useClient();
  const showRemoved = useSuccessEffects<unknown>({
    successToast: `${email} was removed.`,
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
  if (!contact)
    throw new RequestError(
      404,
      `${email} is not a contact, so it cannot be tagged. Add the contact first, or unsubscribe the address.`,
    );
  return client.changeTags(contact.id, { add: [tag] });
}
