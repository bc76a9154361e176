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
      confirmLabel="Delete the person"
      onConfirm={() => client.deleteContact(id)}
      successToast={`${email} was deleted.`}
      navigateTo="/people"
      removeKey={['contact', id]}
      invalidateKeys={allQueries}
    >
      <p>
        Their name, tags, properties and dates are gone for good, and they are on no audience any more. What
        their address refused or chose stays. Mail that is scheduled to them still leaves, and automations go
        on: to stop those, unsubscribe them first.
      </p>
    </ConfirmButton>
  );
}
