import type { Template } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { hrefWith } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { useClient } from '../../service/client';
import { DeleteTemplate } from './delete';
import { DuplicateTemplate } from './duplicate';
import { Editor } from './editor';

const back = { to: '/templates', says: 'Templates' };

export function NewTemplate() {
  return (
    <Page title="Write a template" lead="What stands in {{braces}} is given by each send." back={back} isWide>
      <Editor />
    </Page>
  );
}

/** A template to be changed, and how it reads. */
export function TemplatePage() {
  const { slug = '' } = useParams<{ slug: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['template', slug],
    queryFn: ({ signal }) => client.getTemplate(slug, { signal }),
    // Somebody is writing: what they have not saved is not taken from them.
    refetchOnWindowFocus: false,
  });
  if (!query.data) {
    return (
      <Page title="Template" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown key={slug} template={query.data} />;
}

function Shown({ template }: { template: Template }) {
  return (
    <Page
      title={template.name}
      lead="Sends that name it use what is saved, from the moment at which it is."
      back={back}
      isWide
      actions={
        <>
          <Link href={hrefWith('/campaigns/new', { template: template.slug })} className="button">
            Use in a campaign
          </Link>
          <DuplicateTemplate template={template} />
          <DeleteTemplate template={template} />
        </>
      }
    >
      <Editor saved={template} />
    </Page>
  );
}
