import type { Audience } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useCurl } from '../../parts/curl';
import { Field } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useToast } from '../../parts/toast';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { DeleteAudience } from './delete-audience';

/** Lists of people. */
export function Audiences() {
  const client = useClient();
  const curl = useCurl();
  const { cursor } = useFilters().filters;
  const query = useQuery({
    queryKey: ['audiences', { cursor }],
    queryFn: async ({ signal }) => client.listAudiences(cursor ? { cursor } : {}, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Audiences"
      lead="Lists of people. Somebody is known once, and can be on any number of them."
      actions={<Add />}
    >
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Rows audiences={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <Empty title="No audiences yet" command={curl('POST', '/v1/audiences', { name: 'Customers' })}>
              Make the first one, or <Link href="/people/import">import a CSV</Link> into a new one.
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Audience' },
  { says: 'People', isNumber: true, width: 'slim' },
  { says: 'Since', isMinor: true, width: 'time' },
  { says: 'Delete', width: 'slim' },
] as const;

function Rows({ audiences }: { audiences: readonly Audience[] }) {
  return (
    <Table caption="Audiences, newest first" columns={columns}>
      {audiences.map((audience) => (
        <tr key={audience.id}>
          <th scope="row">
            <Link href={`/audiences/${audience.id}`}>{audience.name}</Link>
          </th>
          <td className="number">{count(audience.contact_count)}</td>
          <td className="minor time">
            <Time at={audience.created_at} />
          </td>
          <td>
            <DeleteAudience audience={audience} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Add() {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return (
    <FormDialog
      says="Make an audience"
      isPrimary
      title="Make an audience"
      action="Make the audience"
      does={(entered) => client.createAudience({ name: entered.text('name') })}
      onDone={async ({ id, name }) => {
        say(`The audience ${name} is there.`);
        navigate(`/audiences/${id}`);
        await queries.invalidateQueries({ queryKey: ['audiences'] });
      }}
    >
      <Field
        label="Name"
        name="name"
        required
        maxLength={120}
        placeholder="Customers"
        hint="It stays: an audience cannot be renamed."
      />
    </FormDialog>
  );
}
