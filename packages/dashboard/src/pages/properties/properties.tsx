import type { ContactProperty, PropertyType } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Copyable } from '../../parts/copy';
import { useCurl } from '../../parts/curl';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { Define, DeleteProperty } from './change-property';

/** What people can be described by. */
export function Properties() {
  const client = useClient();
  const curl = useCurl();
  const query = useQuery({
    queryKey: ['properties'],
    queryFn: async ({ signal }) => client.listContactProperties({ signal }),
  });
  return (
    <Page
      title="Properties"
      lead="What you keep about people, beside address, name and tags. An import makes those that it needs, as text; define a number or a yes/no before."
      actions={<Define />}
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <Rows properties={data} />
          ) : (
            <Empty
              title="No properties yet"
              command={curl('POST', '/v1/contact-properties', {
                key: 'seats',
                name: 'Seats',
                type: 'number',
              })}
            >
              Define one, and use it in imports, segments and mails.
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

const typeNames: Record<PropertyType, string> = { string: 'Text', number: 'Number', boolean: 'Yes or no' };

const columns = [
  { says: 'Property' },
  { says: 'Key' },
  { says: 'Type', width: 'slim' },
  { says: 'Since', isMinor: true, width: 'time' },
  { says: 'Delete', width: 'slim' },
] as const;

function Rows({ properties }: { properties: readonly ContactProperty[] }) {
  return (
    <Table caption="Properties, by name" columns={columns}>
      {properties.map((property) => (
        <tr key={property.key}>
          <th scope="row">{property.name}</th>
          <td>
            <Copyable text={property.key} what={`the key of ${property.name}`} />
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
