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

/** Lists of contacts. */
export function Audiences() {
  const client = useClient();
  const buildCurl = useCurlCommand();
  const query = usePageQuery(['audiences'], {}, (page, options) => client.listAudiences(page, options));
  return (
    <Page
      title="Audiences"
      lead="Lists of contacts. A contact can be in any number of audiences."
      actions={<CreateAudienceButton />}
    >
      <QueryList
        query={query}
        empty={
          <EmptyState
            title="No audiences yet"
            command={buildCurl('POST', '/v1/audiences', { name: 'Customers' })}
          >
            An audience is a list of contacts. Create an audience with the button above, or{' '}
            <Link href="/people/import">import a CSV file</Link> into a new audience.
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
  { label: 'Contacts', isNumber: true, width: 'slim' },
  { label: 'Created', isMinor: true, width: 'time' },
  { label: 'Actions', width: 'slim' },
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
      buttonLabel="Create audience"
      isPrimary
      title="Create an audience"
      submitLabel="Create"
      onSubmit={(formValues) => client.createAudience({ name: formValues.text('name') })}
      successToast={({ name }) => `The audience ${name} was created.`}
      navigateTo={({ id }) => `/audiences/${id}`}
      invalidateKeys={[['audiences']]}
    >
      <InputField
        label="Name"
        name="name"
        required
        maxLength={120}
        placeholder="Customers"
        hint="An audience cannot be renamed."
      />
    </FormDialog>
  );
}
