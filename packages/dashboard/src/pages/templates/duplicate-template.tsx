import type { Template } from '@carrier-nest/sdk';
import { InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { useClient } from '../../service/client';
import { slugFieldProps } from './slug-field-props';

export function DuplicateTemplate({ template }: { template: Template }) {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Duplicate"
      title={`Duplicate ${template.name}`}
      submitLabel="Create copy"
      onSubmit={(formValues) =>
        client.duplicateTemplate(template.slug, {
          slug: formValues.text('slug'),
          name: formValues.text('name'),
        })
      }
      successToast={({ name }) => `The copy ${name} was created.`}
      navigateTo={({ slug }) => `/templates/${slug}`}
      invalidateKeys={[['templates']]}
    >
      <p className="quiet">Copies the saved version.</p>
      <InputField
        label="Name"
        name="name"
        required
        maxLength={200}
        defaultValue={`${template.name} (copy)`}
      />
      <InputField label="Slug" name="slug" {...slugFieldProps} defaultValue={`${template.slug}-copy`} />
    </FormDialog>
  );
}
