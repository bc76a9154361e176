import type { Template } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useCurlCommand } from '../../parts/curl';
import { Page } from '../../parts/page';
import { QueryList } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { DeleteTemplate } from './delete-template';

/** Slugs contain no underscore, so this path never belongs to a template. */
const newTemplatePath = '/templates/_new';

/** The templates of the workspace, by name. */
export function Templates() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['templates'],
    queryFn: async ({ signal }) => client.listTemplates({ signal }),
  });
  return (
    <Page
      title="Templates"
      lead="Emails with placeholders. Each send supplies the values."
      actions={
        <Link href={newTemplatePath} className="button primary">
          Create template
        </Link>
      }
    >
      <QueryList query={query} empty={<NoTemplates />}>
        {({ data, has_more }) => (
          <>
            <TemplateTable templates={data} />
            {has_more && (
              <p className="quiet">
                The list is incomplete. Open other templates by their URL: /app/templates/ and the slug.
              </p>
            )}
          </>
        )}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Template' },
  { label: 'Subject', isMinor: true },
  { label: 'Placeholders', isMinor: true },
  { label: 'Updated', isMinor: true, width: 'time' },
  { label: 'Actions', width: 'slim' },
] as const;

function TemplateTable({ templates }: { templates: readonly Template[] }) {
  return (
    <Table caption="Templates by name" columns={columns}>
      {templates.map((template) => (
        <LinkRow
          key={template.id}
          href={`/templates/${template.slug}`}
          label={template.name}
          details={
            <>
              <small>
                <code>{template.slug}</code>
              </small>
              <span className="under">{template.subject}</span>
            </>
          }
        >
          <td className="minor">{template.subject}</td>
          <td className="minor">
            {template.variables.length > 0 ? <code>{template.variables.join(', ')}</code> : 'None'}
          </td>
          <td className="minor time">
            <Time at={template.updated_at ?? template.created_at} />
          </td>
          <td onClick={(event) => event.stopPropagation()}>
            <DeleteTemplate template={template} ariaLabel={`Delete ${template.name}`} />
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}

function NoTemplates() {
  const buildCurl = useCurlCommand();
  return (
    <EmptyState
      title="No templates yet"
      command={buildCurl('POST', '/v1/templates', {
        slug: 'order-shipped',
        name: 'Order shipped',
        subject: 'Order {{order_id}} has shipped',
        html: '<p>Hi {{name}}, your order shipped today.</p>',
      })}
    >
      A template is an email with placeholders. Create a template with the button above or with this command,
      which replaces a template with the same slug.
    </EmptyState>
  );
}
