import type { Template } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Confirmed } from '../../parts/confirmed';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';

export function DeleteTemplate({ template, label }: { template: Template; label?: string }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <Confirmed
      says="Delete"
      {...(label && { label })}
      title={`Delete ${template.name}?`}
      action="Delete the template"
      does={() => client.deleteTemplate(template.slug)}
      onDone={async () => {
        navigate('/templates');
        say(`The template ${template.name} was deleted.`);
        await queries.invalidateQueries({ queryKey: ['templates'] });
      }}
    >
      <p>
        A send that names <code>{template.slug}</code> is refused from then on. Campaigns that were begun from
        it have a copy, and keep it.
      </p>
    </Confirmed>
  );
}
