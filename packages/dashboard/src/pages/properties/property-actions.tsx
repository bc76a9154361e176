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
      buttonLabel="Define property"
      isPrimary
      title="Define a property"
      submitLabel="Save property"
      onSubmit={(formValues) =>
        client.saveContactProperty({
          key: formValues.text('key'),
          name: formValues.text('name'),
          type: typeOptions.find(([type]) => type === formValues.text('type'))?.[0] ?? 'string',
        })
      }
      successToast={({ name }) => `The property ${name} was saved.`}
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
        hint="Case-sensitive name for imports, segments and emails. An existing property with this key is updated."
      />
      <SelectField
        label="Type"
        name="type"
        options={typeOptions}
        hint="Applies to new values. Stored values do not change."
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
      confirmLabel="Delete property"
      onConfirm={() => client.deleteContactProperty(key)}
      successToast={`The property ${name} was deleted.`}
      invalidateKeys={[['properties']]}
    >
      <p>
        Contacts keep their stored values, and segments continue to use them. New values are stored without
        conversion, and an import with this column creates the property again as text.
      </p>
    </ConfirmButton>
  );
}
