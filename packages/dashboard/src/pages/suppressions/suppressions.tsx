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

/** Addresses that are not mailed. */
export function Suppressions() {
  const { email } = useFilters().filters;
  const client = useClient();
  const query = usePageQuery(['suppressions'], { ...(email && { email }) }, (page, options) =>
    client.listSuppressions(page, options),
  );
  return (
    <Page
      title="Suppressions"
      lead="Addresses that are not mailed: they bounced for good, complained, opted out, or were added by hand."
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
        label="Address"
        name="email"
        type="email"
        defaultValue={filters['email'] ?? ''}
        placeholder="kim@example.com"
      />
    </SearchForm>
  );
}

const columns = [
  { label: 'Address' },
  { label: 'Reason', width: 'slim' },
  { label: 'Refuses', isMinor: true, width: 'slim' },
  { label: 'Since', isMinor: true, width: 'time' },
  { label: 'Remove', width: 'slim' },
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

const describeScope = (scope: SuppressionScope): string => (scope === 'all' ? 'All mail' : capitalize(scope));

function RemoveSuppression({ suppression: { email, scope, reason } }: { suppression: Suppression }) {
  const client = useClient();
  return (
    <ConfirmButton
      buttonLabel="Remove"
      ariaLabel={`Remove ${email}`}
      title={`Mail ${email} again?`}
      confirmLabel="Lift the suppression"
      onConfirm={() => client.deleteSuppression(email, { scope })}
      successToast={`${email} may be mailed again.`}
      invalidateKeys={[['suppressions']]}
    >
      <p>{warnings[reason]}</p>
    </ConfirmButton>
  );
}

const warnings: Record<SuppressionReason, string> = {
  hard_bounce: 'Mail to it bounced for good. If the address still does not exist, your reputation suffers.',
  complaint: 'Its owner marked your mail as spam. Write again only if they asked you to.',
  unsubscribe: 'Its owner opted out. Write again only if they asked you to.',
  manual: 'Somebody added it by hand. Make sure that they know.',
  list_hygiene: 'It was left out because it looked wrong. Make sure that it is right.',
};

const scopes = [
  ['all', 'All mail'],
  ['transactional', 'Transactional mail'],
  ['marketing', 'Marketing mail'],
] as const;

function AddSuppression() {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Add an address"
      isPrimary
      title="Stop mailing an address"
      submitLabel="Suppress the address"
      onSubmit={(formValues) => {
        const scope = scopes.find(([name]) => name === formValues.text('scope'))?.[0] ?? 'all';
        return client.createSuppression({ email: formValues.text('email'), scope });
      }}
      successToast={({ email }) => `${email} is not mailed any more.`}
      invalidateKeys={[['suppressions']]}
    >
      <InputField label="Address" name="email" type="email" required />
      <SelectField label="Refuse" name="scope" options={scopes} />
    </FormDialog>
  );
}

function NoSuppressions({ email }: { email: string | undefined }) {
  const buildCurl = useCurlCommand();
  if (email)
    return (
      <EmptyState title={`${email} is not suppressed`}>Mail to it is not held back by this list.</EmptyState>
    );
  return (
    <EmptyState
      title="Nobody is suppressed"
      command={buildCurl('POST', '/v1/suppressions', { email: 'kim@example.com' })}
    >
      Bounces and complaints add addresses by themselves. This adds one by hand.
    </EmptyState>
  );
}
