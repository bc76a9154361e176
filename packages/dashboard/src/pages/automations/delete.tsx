import type { Automation } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { people } from './words';

export function Delete({ automation: { id, name, enrollments } }: { automation: Automation }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      title={`Delete ${name}?`}
      action="Delete the automation"
      does={() => client.deleteAutomation(id)}
      onDone={async ({ enrollments_canceled }) => {
        navigate('/automations');
        say(`${name} was deleted.${enrollments_canceled > 0 ? ` ${whoLeft(enrollments_canceled)}` : ''}`);
        await queries.invalidateQueries({ queryKey: ['automations'] });
      }}
    >
      <p>
        {whoLeft(enrollments.active)} Who was in it before is forgotten; what was sent stays in the log. That
        cannot be taken back: to stop it for a while, pause it.
      </p>
    </Confirmed>
  );
}

const whoLeft = (number: number): string =>
  number === 0
    ? 'Nobody is in it.'
    : `${people(number)} in it ${number === 1 ? 'gets' : 'get'} nothing more.`;
