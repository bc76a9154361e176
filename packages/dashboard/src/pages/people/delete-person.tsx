import type { Contact } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { allQueries } from '../../parts/success-effects';
import { useClient } from '../../service/client';

export function DeletePerson({ contact: { id, email } }: { contact: Contact }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      title={`Delete ${email}?`}
      confirmLabel="Delete contact"
      onConfirm={() => client.deleteContact(id)}
      successToast={`${email} was deleted.`}
      navigateTo="/people"
      removeKey={['contact', id]}
      invalidateKeys={allQueries}
    >
      <p>
        The name, tags, properties and dates of the contact are deleted permanently, and the contact is
        removed from all audiences. Suppressions and topic choices of the address are kept. Scheduled emails
        are still sent, and automations continue. To stop both, unsubscribe the contact first.
      </p>
    </ConfirmButton>
  );
}
