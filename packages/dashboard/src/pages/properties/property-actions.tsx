import type { ContactProperty, PropertyType } from '@carrier-nest/sdk';
import { ConfirmButton } from '../../parts/confirm-button';
import { SelectField, InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { useClient } from '../../service/client';

const typeOptions = [
  ['string', 'Text'],
  ['number', 'Number'],
  ['boolean', 'Yes or no'],
] as const satisfies readonly (readonly [PropertyType, string])[];

export function DefineProperty() {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Define a property"
      isPrimary
      title="Define a property"
      submitLabel="Save the property"
      onSubmit={(formValues) =>
        client.saveContactProperty({
          key: formValues.text('key'),
          name: formValues.text('name'),
          type: typeOptions.find(([type]) => type === formValues.text('type'))?.[0] ?? 'string',
        })
      }
      successToast={({ name }) => `The property ${name} is there.`}
      invalidateKeys={[['properties']]}
    >
      <PropertyFields />
    </FormDialog>
  );
}

function PropertyFields() {
  return (
    <>
      <InputField label="Name" name="name" required maxLength={120} placeholder="Seats" />
      <InputField
        label="Key"
        name="key"
        required
        maxLength={100}
        placeholder="seats"
        hint="As imports, segments and mails name it, in its letter case. One that exists is changed."
      />
      <SelectField
        label="Type"
        name="type"
        options={typeOptions}
        hint="How values are read from now on. Those that are stored stay as they are."
      />
    </>
  );
}

export function DeleteProperty({ property: { key, name } }: { property: ContactProperty }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Delete"
      ariaLabel={`Delete ${name}`}
      title={`Delete ${name}?`}
      confirmLabel="Delete the property"
      onConfirm={() => client.deleteContactProperty(key)}
      successToast={`The property ${name} was deleted.`}
      invalidateKeys={[['properties']]}
    >
      <p>
        People keep what is stored under it, and segments go on asking for it. Values that come later are
        stored as they are given, and an import that has it makes it again, as text.
      </p>
    </ConfirmButton>
  );
}
