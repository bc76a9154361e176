import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation } from 'wouter';
import { Field } from '../../parts/field';
import { type Entered } from '../../parts/form';
import { FormDialog } from '../../parts/form-dialog';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { AudienceChoice } from '../audiences/audience-choice';
import { tagsIn, TagSuggestions } from './tags';

/** One person, to an audience. */
export function AddPerson({ audience }: { audience?: string }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <FormDialog
      says="Add a person"
      isPrimary
      title="Add a person"
      action="Add the person"
      does={(entered) => client.createContact(personOf(entered))}
      onDone={async ({ id, email }) => {
        say(`${email} is on the audience.`);
        navigate(`/people/${id}`);
        await queries.invalidateQueries();
      }}
    >
      <Wanted audience={audience} />
    </FormDialog>
  );
}

function Wanted({ audience }: { audience: string | undefined }) {
  const tagList = useId();
  return (
    <>
      <Field
        label="Address"
        name="email"
        type="email"
        required
        hint="Somebody who is known already keeps what is known, and is not subscribed again."
      />
      <div className="pair">
        <Field label="First name" name="first_name" maxLength={120} />
        <Field label="Last name" name="last_name" maxLength={120} />
      </div>
      <Field
        label="Tags"
        name="tags"
        placeholder="vip, beta"
        hint="With commas between them"
        list={tagList}
      />
      <TagSuggestions id={tagList} />
      <AudienceChoice name="audience" {...(audience !== undefined && { offered: audience })} />
      <p className="quiet">Automations that wait for new people, or for a tag, begin for them.</p>
    </>
  );
}

function personOf(entered: Entered) {
  const tags = tagsIn(entered.text('tags'));
  return {
    email: entered.text('email'),
    audience_id: entered.text('audience'),
    ...(entered.text('first_name') && { first_name: entered.text('first_name') }),
    ...(entered.text('last_name') && { last_name: entered.text('last_name') }),
    ...(tags.length > 0 && { tags }),
  };
}
