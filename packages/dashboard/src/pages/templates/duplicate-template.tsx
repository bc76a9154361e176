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
      submitLabel="Make the copy"
      onSubmit={(formValues) =>
        client.duplicateTemplate(template.slug, {
          slug: formValues.text('slug'),
          name: formValues.text('name'),
        })
      }
      successToast={({ name }) => `This is the copy: ${name}.`}
      navigateTo={({ slug }) => `/templates/${slug}`}
      invalidateKeys={[['templates']]}
    >
      <p className="quiet">Of what is saved.</p>
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
