import type { Contact } from '@carrier-nest/sdk';
import { Field } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { useChanged } from './use-changed';

export function EditNames({ contact }: { contact: Contact }) {
  const client = useClient();
  const changed = useChanged();
  const say = useToast();
  return (
    <FormDialog
      says="Change the name"
      title={`Name of ${contact.email}`}
      action="Save the name"
      does={(entered) =>
        client.updateContact(contact.id, {
          first_name: entered.text('first_name') || null,
          last_name: entered.text('last_name') || null,
        })
      }
      onDone={async (now) => {
        say('The name was changed.');
        await changed(now);
      }}
    >
      <Field label="First name" name="first_name" maxLength={120} defaultValue={contact.first_name ?? ''} />
      <Field label="Last name" name="last_name" maxLength={120} defaultValue={contact.last_name ?? ''} />
    </FormDialog>
  );
}
