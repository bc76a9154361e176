import type { Contact } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Form } from '../../parts/form';
import { Failure } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { AudienceChoice } from '../audiences/audience-choice';

/** The audiences that they are on. */
export function PersonAudiences({ contact }: { contact: Contact }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const join = useMutation({
    mutationFn: (audience: string) => client.createContact({ audience_id: audience, email: contact.email }),
    onSuccess: async () => {
      say(`${contact.email} is on the audience.`);
      await queries.invalidateQueries();
    },
  });
  return (
    <section aria-labelledby="audiences">
      <h2 id="audiences">Audiences</h2>
      {contact.audience_ids.length === 0 && <p className="quiet">They are on none.</p>}
      <ul className="lines">
        {contact.audience_ids.map((id) => (
          <Membership key={id} audience={id} contact={contact} />
        ))}
      </ul>
      <Form
        action="Put them on it"
        isMinor
        isBusy={join.isPending}
        error={join.error}
        onSubmit={(entered) => join.mutate(entered.text('audience'))}
      >
        <AudienceChoice name="audience" />
      </Form>
    </section>
  );
}

function Membership({ audience, contact }: { audience: string; contact: Contact }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const { data } = useQuery({
    queryKey: ['audience', audience],
    queryFn: ({ signal }) => client.getAudience(audience, { signal }),
  });
  const name = data?.name ?? audience;
  const leave = useMutation({
    mutationFn: () => client.removeMember(audience, contact.id),
    onSuccess: async () => {
      say(`${contact.email} is not on ${name} any more.`);
      await queries.invalidateQueries();
    },
  });
  return (
    <li>
      <Link href={`/audiences/${audience}`}>{name}</Link>
      <button
        type="button"
        aria-label={`Take them off ${name}`}
        onClick={() => leave.mutate()}
        disabled={leave.isPending}
      >
        Take off
      </button>
      {leave.error && <Failure error={leave.error} />}
    </li>
  );
}
