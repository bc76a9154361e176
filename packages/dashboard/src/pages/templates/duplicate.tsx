import type { Template } from '@carrier-nest/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { Field } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { slugRules } from './slug-rules';

export function DuplicateTemplate({ template }: { template: Template }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <FormDialog
      says="Duplicate"
      title={`Duplicate ${template.name}`}
      action="Make the copy"
      does={(entered) =>
        client.duplicateTemplate(template.slug, { slug: entered.text('slug'), name: entered.text('name') })
      }
      onDone={async (copy) => {
        navigate(`/templates/${copy.slug}`);
        say(`This is the copy: ${copy.name}.`);
        await queries.invalidateQueries({ queryKey: ['templates'] });
      }}
    >
      <p className="quiet">Of what is saved.</p>
      <Field label="Name" name="name" required maxLength={200} defaultValue={`${template.name} (copy)`} />
      <Field label="Slug" name="slug" {...slugRules} defaultValue={`${template.slug}-copy`} />
    </FormDialog>
  );
}
