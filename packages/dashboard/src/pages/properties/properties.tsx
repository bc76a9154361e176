import type { ContactProperty, PropertyType } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Copyable } from '../../parts/copy';
import { useCurlCommand } from '../../parts/curl';
import { Page } from '../../parts/page';
import { QueryList } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { DefineProperty, DeleteProperty } from './property-actions';

/** What people can be described by. */
export function Properties() {
  const client = useClient();
  const buildCurl = useCurlCommand();
  const query = useQuery({
    queryKey: ['properties'],
    queryFn: async ({ signal }) => client.listContactProperties({ signal }),
  });
  return (
    <Page
      title="Properties"
      lead="What you keep about people, beside address, name and tags. An import makes those that it needs, as text; define a number or a yes/no before."
      actions={<DefineProperty />}
    >
      <QueryList
        query={query}
        empty={
          <EmptyState
            title="No properties yet"
            command={buildCurl('POST', '/v1/contact-properties', {
              key: 'seats',
              name: 'Seats',
              type: 'number',
            })}
          >
            Define one, and use it in imports, segments and mails.
          </EmptyState>
        }
      >
        {({ data }) => <PropertyTable properties={data} />}
      </QueryList>
    </Page>
  );
}

const typeNames: Record<PropertyType, string> = { string: 'Text', number: 'Number', boolean: 'Yes or no' };

const columns = [
  { label: 'Property' },
  { label: 'Key' },
  { label: 'Type', width: 'slim' },
  { label: 'Since', isMinor: true, width: 'time' },
  { label: 'Delete', width: 'slim' },
] as const;

function PropertyTable({ properties }: { properties: readonly ContactProperty[] }) {
  return (
    <Table caption="Properties, by name" columns={columns}>
      {properties.map((property) => (
        <tr key={property.key}>
          <th scope="row">{property.name}</th>
          <td>
            <Copyable text={property.key} itemLabel={`the key of ${property.name}`} />
          </td>
          <td>{typeNames[property.type]}</td>
          <td className="minor time">
            <Time at={property.created_at} />
          </td>
          <td>
            <DeleteProperty property={property} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
