import type { Contact } from '@carrier-nest/sdk';
import { InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { useClient } from '../../service/client';
import { updateEffects } from './update-effects';

export function EditNames({ contact }: { contact: Contact }) {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Edit name"
      title={`Edit the name of ${contact.email}`}
      submitLabel="Save name"
      onSubmit={(formValues) =>
        client.updateContact(contact.id, {
          first_name: formValues.text('first_name') || null,
          last_name: formValues.text('last_name') || null,
        })
      }
      {...updateEffects(contact.id, 'The name was saved.')}
    >
      <InputField
        label="First name"
        name="first_name"
        maxLength={120}
        defaultValue={contact.first_name ?? ''}
      />
      <InputField label="Last name" name="last_name" maxLength={120} defaultValue={contact.last_name ?? ''} />
    </FormDialog>
  );
}
