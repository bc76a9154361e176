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
    <Page
      title="Create template"
      lead="Each send supplies the values of the {{placeholders}}."
      back={back}
      isWide
    >
      <TemplateEditor />
    </Page>
  );
}

/** Edits a template, next to a live preview. */
export function TemplatePage() {
  const { slug } = useParams<{ slug: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['template', slug],
    queryFn: ({ signal }) => client.getTemplate(slug, { signal }),
    // A refetch must not replace unsaved changes.
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
      lead="New sends use the saved version."
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
