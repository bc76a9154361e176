import type { Template } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { buildHref } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { useClient } from '../../service/client';
import { DeleteTemplate } from './delete-template';
import { DuplicateTemplate } from './duplicate-template';
import { TemplateEditor } from './template-editor';

const back = { to: '/templates', label: 'Templates' };

export function NewTemplate() {
  return (
    <Page title="Write a template" lead="What stands in {{braces}} is given by each send." back={back} isWide>
      <TemplateEditor />
    </Page>
  );
}

/** A template to be changed, and how it reads. */
export function TemplatePage() {
  const { slug } = useParams<{ slug: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['template', slug],
    queryFn: ({ signal }) => client.getTemplate(slug, { signal }),
    // Somebody is writing: what they have not saved is not taken from them.
    refetchOnWindowFocus: false,
  });
  return (
    <QueryPage query={query} title="Template" back={back}>
      {(template) => <TemplateDetails key={slug} template={template} />}
    </QueryPage>
  );
}

function TemplateDetails({ template }: { template: Template }) {
  return (
    <Page
      title={template.name}
      lead="Sends that name it use what is saved, from the moment at which it is."
      back={back}
      isWide
      actions={
        <>
          <Link href={buildHref('/campaigns/new', { template: template.slug })} className="button">
            Use in a campaign
          </Link>
          <DuplicateTemplate template={template} />
          <DeleteTemplate template={template} />
        </>
      }
    >
      <TemplateEditor saved={template} />
    </Page>
  );
}
