import type { Contact } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Form } from '../../parts/form';
import { ErrorMessage } from '../../parts/states';
import { allQueries, useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { AudienceSelect } from '../audiences/audience-select';

/** The audiences of a contact. */
export function PersonAudiences({ contact }: { contact: Contact }) {
  const client = useClient();
  const addToAudience = useMutation({
    mutationFn: (audience: string) => client.createContact({ audience_id: audience, email: contact.email }),
    onSuccess: useSuccessEffects<unknown>({
      successToast: `${contact.email} was added to the audience.`,
      invalidateKeys: allQueries,
    }),
  });
  return (
    <section aria-labelledby="audiences">
      <h2 id="audiences">Audiences</h2>
      {contact.audience_ids.length === 0 && <p className="quiet">The contact is in no audience.</p>}
      <ul className="lines">
        {contact.audience_ids.map((id) => (
          <Membership key={id} audience={id} contact={contact} />
        ))}
      </ul>
      <Form
        submitLabel="Add to audience"
        isSecondary
        isBusy={addToAudience.isPending}
        error={addToAudience.error}
        onSubmit={(formValues) => addToAudience.mutate(formValues.text('audience'))}
      >
        <AudienceSelect name="audience" />
      </Form>
    </section>
  );
}

function Membership({ audience, contact }: { audience: string; contact: Contact }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['audience', audience],
    queryFn: ({ signal }) => client.getAudience(audience, { signal }),
  });
  const name = data?.name ?? audience;
  const removeFromAudience = useMutation({
    mutationFn: () => client.removeMember(audience, contact.id),
    onSuccess: useSuccessEffects<unknown>({
      successToast: `${contact.email} was removed from ${name}.`,
      invalidateKeys: allQueries,
    }),
  });
  return (
    <li>
      <Link href={`/audiences/${audience}`}>{name}</Link>
      <button
        type="button"
        aria-label={`Remove from ${name}`}
        onClick={() => removeFromAudience.mutate()}
        disabled={removeFromAudience.isPending}
      >
        Remove
      </button>
      {removeFromAudience.error && <ErrorMessage error={removeFromAudience.error} />}
    </li>
  );
}
