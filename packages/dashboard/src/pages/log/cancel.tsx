import { useQueryClient } from '@tanstack/react-query';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

export function Cancel({ id }: { id: string }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <Confirmed
      says="Cancel the mail"
      title="Cancel this mail?"
      action="Cancel the mail"
      does={() => client.cancelEmail(id)}
      onDone={async () => {
        say('Canceled: the mail does not leave.');
        await queries.invalidateQueries({ queryKey: ['email', id] });
      }}
    >
      <p>It will not leave, and that cannot be taken back.</p>
    </Confirmed>
  );
}
