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

/** The custom properties of contacts. */
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
      lead="Custom fields of contacts. Imports add missing properties as text."
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
            A property is a custom field of contacts for imports, segments and emails. Define a property with
            the button above or with this command.
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
  { label: 'Created', isMinor: true, width: 'time' },
  { label: 'Actions', width: 'slim' },
] as const;

function PropertyTable({ properties }: { properties: readonly ContactProperty[] }) {
  return (
    <Table caption="Properties by name" columns={columns}>
      {properties.map((property) => (
        <tr key={property.key}>
          <th scope="row">{property.name}</th>
          <td>
            <Copyable text={property.key} itemLabel={`key of ${property.name}`} />
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
