import type { Contact } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

export function DeletePerson({ contact: { id, email } }: { contact: Contact }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      title={`Delete ${email}?`}
      action="Delete the person"
      does={() => client.deleteContact(id)}
      onDone={async () => {
        navigate('/people');
        say(`${email} was deleted.`);
        queries.removeQueries({ queryKey: ['contact', id] });
        await queries.invalidateQueries();
      }}
    >
      <p>
        Their name, tags, properties and dates are gone for good, and they are on no audience any more. What
        their address refused or chose stays. Mail that is scheduled to them still leaves, and automations go
        on: to stop those, unsubscribe them first.
      </p>
    </Confirmed>
  );
}
