import type { Audience } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';

export function DeleteAudience({ audience: { id, name, contact_count } }: { audience: Audience }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      label={`Delete ${name}`}
      title={`Delete ${name}?`}
      action="Delete the audience"
      does={() => client.deleteAudience(id)}
      onDone={async () => {
        say(`The audience ${name} was deleted. Its people are still there.`);
        navigate('/audiences');
        await queries.invalidateQueries({ queryKey: ['audiences'] });
      }}
    >
      <p>
        {contact_count === 1 ? 'The one person' : `The ${count(contact_count)} people`} on it stay, with all
        that is known of them. Segments of it stay too, and match nobody. From the pages of many people it
        vanishes a little later.
      </p>
    </Confirmed>
  );
}
