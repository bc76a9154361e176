import { useId } from 'react';
import { InputField } from '../../parts/field';
import { type FormValues } from '../../parts/form';
import { FormDialog } from '../../parts/form-dialog';
import { allQueries } from '../../parts/success-effects';
import { parseCommaList } from '../../parts/format';
import { useClient } from '../../service/client';
import { AudienceSelect } from '../audiences/audience-select';
import { TagSuggestions } from './tags';

/** Adds one contact to an audience. */
export function AddPerson({ audience }: { audience?: string }) {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Add contact"
      isPrimary
      title="Add a contact"
      submitLabel="Add"
      onSubmit={(formValues) => client.createContact(readContact(formValues))}
      successToast={({ email }) => `${email} was added to the audience.`}
      navigateTo={({ id }) => `/people/${id}`}
      invalidateKeys={allQueries}
    >
      <ContactFields audience={audience} />
    </FormDialog>
  );
}

function ContactFields({ audience }: { audience: string | undefined }) {
  const tagList = useId();
  return (
    <>
      <InputField
        label="Email address"
        name="email"
        type="email"
        required
        hint="An existing contact keeps its data and is not resubscribed."
      />
      <div className="pair">
        <InputField label="First name" name="first_name" maxLength={120} />
        <InputField label="Last name" name="last_name" maxLength={120} />
      </div>
      <InputField
        label="Tags"
        name="tags"
        placeholder="vip, beta"
        hint="Separate tags with commas."
        list={tagList}
      />
      <TagSuggestions id={tagList} />
      <AudienceSelect name="audience" {...(audience !== undefined && { initialAudienceId: audience })} />
      <p className="quiet">The contact triggers automations for the audience and the tags.</p>
    </>
  );
}

function readContact(formValues: FormValues) {
  const tags = parseCommaList(formValues.text('tags'));
  return {
    email: formValues.text('email'),
    audience_id: formValues.text('audience'),
    ...(formValues.text('first_name') && { first_name: formValues.text('first_name') }),
    ...(formValues.text('last_name') && { last_name: formValues.text('last_name') }),
    ...(tags.length > 0 && { tags }),
  };
}
