import type { Template } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useCurl } from '../../parts/curl';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { DeleteTemplate } from './delete';

/** A slug has no such sign, so no template is at this address. */
const newTemplatePath = '/templates/_new';

/** Mail with placeholders, by name. */
export function Templates() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['templates'],
    queryFn: async ({ signal }) => client.listTemplates({ signal }),
  });
  return (
    <Page
      title="Templates"
      lead="Mail with placeholders. A send names the template, and gives the values."
      actions={
        <Link href={newTemplatePath} className="button primary">
          Write a template
        </Link>
      }
    >
      <Loaded query={query}>
        {({ data, has_more }) =>
          data.length > 0 ? (
            <>
              <Rows templates={data} />
              {has_more && (
                <p className="quiet">
                  The list ends here. The others are found by their address: /app/templates/ and the slug.
                </p>
              )}
            </>
          ) : (
            <NothingYet />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Template' },
  { says: 'Subject', isMinor: true },
  { says: 'Placeholders', isMinor: true },
  { says: 'Changed', isMinor: true, width: 'time' },
  { says: 'Delete', width: 'slim' },
] as const;

function Rows({ templates }: { templates: readonly Template[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption="Templates by name" columns={columns}>
      {templates.map((template) => (
        <tr key={template.id} className="opens" onClick={() => navigate(`/templates/${template.slug}`)}>
          <th scope="row">
            <Link href={`/templates/${template.slug}`} onClick={(event) => event.stopPropagation()}>
              {template.name}
            </Link>
            <small>
              <code>{template.slug}</code>
            </small>
            <span className="under">{template.subject}</span>
          </th>
          <td className="minor">{template.subject}</td>
          <td className="minor">
            {template.variables.length > 0 ? <code>{template.variables.join(', ')}</code> : 'None'}
          </td>
          <td className="minor time">
            <Time at={template.updated_at ?? template.created_at} />
          </td>
          <td onClick={(event) => event.stopPropagation()}>
            <DeleteTemplate template={template} label={`Delete ${template.name}`} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function NothingYet() {
  const curl = useCurl();
  return (
    <Empty
      title="No templates yet"
      command={curl('POST', '/v1/templates', {
        slug: 'parcel-out',
        name: 'Parcel out',
        subject: 'Order {{order_id}} is on its way',
        html: '<p>Dear {{name}}, your parcel left today.</p>',
      })}
    >
      Write one here, or save it by a command. A slug that exists is replaced.
    </Empty>
  );
}
