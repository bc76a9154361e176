import type { Audience } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { useCurlCommand } from '../../parts/curl';
import { InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { DeleteAudience } from './delete-audience';

/** Lists of people. */
export function Audiences() {
  const client = useClient();
  const buildCurl = useCurlCommand();
  const query = usePageQuery(['audiences'], {}, (page, options) => client.listAudiences(page, options));
  return (
    <Page
      title="Audiences"
      lead="Lists of people. Somebody is known once, and can be on any number of them."
      actions={<CreateAudienceButton />}
    >
      <QueryList
        query={query}
        empty={
          <EmptyState
            title="No audiences yet"
            command={buildCurl('POST', '/v1/audiences', { name: 'Customers' })}
          >
            Make the first one, or <Link href="/people/import">import a CSV</Link> into a new one.
          </EmptyState>
        }
      >
        {({ data }) => <AudienceTable audiences={data} />}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Audience' },
  { label: 'People', isNumber: true, width: 'slim' },
  { label: 'Since', isMinor: true, width: 'time' },
  { label: 'Delete', width: 'slim' },
] as const;

function AudienceTable({ audiences }: { audiences: readonly Audience[] }) {
  return (
    <Table caption="Audiences, newest first" columns={columns}>
      {audiences.map((audience) => (
        <tr key={audience.id}>
          <th scope="row">
            <Link href={`/audiences/${audience.id}`}>{audience.name}</Link>
          </th>
          <td className="number">{formatCount(audience.contact_count)}</td>
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

function CreateAudienceButton() {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Make an audience"
      isPrimary
      title="Make an audience"
      submitLabel="Make the audience"
      onSubmit={(formValues) => client.createAudience({ name: formValues.text('name') })}
      successToast={({ name }) => `The audience ${name} is there.`}
      navigateTo={({ id }) => `/audiences/${id}`}
      invalidateKeys={[['audiences']]}
    >
      <InputField
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
