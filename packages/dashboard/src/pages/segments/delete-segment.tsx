import type { Segment } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

export function DeleteSegment({ segment: { id, name } }: { segment: Segment }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      title={`Delete ${name}?`}
      action="Delete the segment"
      does={() => client.deleteSegment(id)}
      onDone={async () => {
        navigate('/segments');
        say(`The segment ${name} was deleted.`);
        await queries.invalidateQueries({ queryKey: ['segments'] });
      }}
    >
      <p>Its people stay as they are. Campaigns that still name it are for nobody.</p>
    </Confirmed>
  );
}
