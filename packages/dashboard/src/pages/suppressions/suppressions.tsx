import type { Suppression, SuppressionReason, SuppressionScope } from '@carrier-nest/sdk';
import { useCurlCommand } from '../../parts/curl';
import { ConfirmButton } from '../../parts/confirm-button';
import { SelectField, InputField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { SearchForm } from '../../parts/search-form';
import { EmptyState } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { capitalize, humanize } from '../../parts/format';
import { useClient } from '../../service/client';

/** The suppressed addresses of the workspace. */
export function Suppressions() {
  const { email } = useFilters().filters;
  const client = useClient();
  const query = usePageQuery(['suppressions'], { ...(email && { email }) }, (page, options) =>
    client.listSuppressions(page, options),
  );
  return (
    <Page
      title="Suppressions"
      lead="Addresses that do not get email, with the reason."
      actions={<AddSuppression />}
    >
      <AddressSearch />
      <QueryList query={query} empty={<NoSuppressions email={email} />}>
        {({ data }) => <SuppressionTable suppressions={data} />}
      </QueryList>
    </Page>
  );
}

function AddressSearch() {
  const { filters, setFilters } = useFilters();
  return (
    <SearchForm
      label="Find an address"
      submitLabel="Find"
      onSearch={(formValues) => setFilters({ email: formValues.text('email') })}
      onClear={filters['email'] && (() => setFilters({ email: undefined }))}
    >
      <InputField
        key={filters['email']}
        label="Email address"
        name="email"
        type="email"
        defaultValue={filters['email'] ?? ''}
        placeholder="kim@example.com"
      />
    </SearchForm>
  );
}

const columns = [
  { label: 'Email address' },
  { label: 'Reason', width: 'slim' },
  { label: 'Scope', isMinor: true, width: 'slim' },
  { label: 'Created', isMinor: true, width: 'time' },
  { label: 'Actions', width: 'slim' },
] as const;

function SuppressionTable({ suppressions }: { suppressions: readonly Suppression[] }) {
  return (
    <Table caption="Suppressed addresses, newest first" columns={columns}>
      {suppressions.map((suppression) => (
        <tr key={suppression.id}>
          <th scope="row">{suppression.email}</th>
          <td>{capitalize(humanize(suppression.reason))}</td>
          <td className="minor">{describeScope(suppression.scope)}</td>
          <td className="minor time">
            <Time at={suppression.created_at} />
          </td>
          <td>
            <RemoveSuppression suppression={suppression} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const describeScope = (scope: SuppressionScope): string =>
  scope === 'all' ? 'All email' : capitalize(scope);

function RemoveSuppression({ suppression: { email, scope, reason } }: { suppression: Suppression }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Remove"
      ariaLabel={`Remove ${email}`}
      title={`Remove the suppression of ${email}?`}
      confirmLabel="Remove suppression"
      onConfirm={() => client.deleteSuppression(email, { scope })}
      successToast={`${email} can get email again.`}
      invalidateKeys={[['suppressions']]}
    >
      <p>{warnings[reason]}</p>
    </ConfirmButton>
  );
}

const warnings: Record<SuppressionReason, string> = {
  hard_bounce:
    'Email to this address bounced permanently. If the address still does not exist, sending again harms your reputation.',
  complaint: 'The recipient marked your email as spam. Send again only if the recipient asked you to.',
  unsubscribe: 'The recipient opted out. Send again only if the recipient asked you to.',
  manual:
    'A member of the workspace added the address by hand. Tell this member before you remove the suppression.',
  list_hygiene: 'The address was excluded because it looked invalid. Make sure that the address is correct.',
};

const scopes = [
  ['all', 'All email'],
  ['transactional', 'Transactional email'],
  ['marketing', 'Marketing email'],
] as const;

function AddSuppression() {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Add address"
      isPrimary
      title="Suppress an address"
      submitLabel="Suppress"
      onSubmit={(formValues) => {
        const scope = scopes.find(([name]) => name === formValues.text('scope'))?.[0] ?? 'all';
        return client.createSuppression({ email: formValues.text('email'), scope });
      }}
      successToast={({ email }) => `${email} was suppressed.`}
      invalidateKeys={[['suppressions']]}
    >
      <InputField label="Email address" name="email" type="email" required />
      <SelectField label="Scope" name="scope" options={scopes} />
    </FormDialog>
  );
}

function NoSuppressions({ email }: { email: string | undefined }) {
  const buildCurl = useCurlCommand();
  if (email)
    return (
      <EmptyState title={`${email} is not suppressed`}>
        Suppressions do not block email to this address.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No suppressed addresses"
      command={buildCurl('POST', '/v1/suppressions', { email: 'kim@example.com' })}
    >
      Bounces, complaints and opt-outs add addresses automatically. Add an address by hand with the button
      above or with this command.
    </EmptyState>
  );
}
