import type { Suppression, SuppressionReason, SuppressionScope } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCurl } from '../../parts/curl';
import { Confirmed } from '../../parts/confirmed';
import { Choice, Field } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useToast } from '../../parts/toast';
import { capital, spoken } from '../../parts/words';
import { useClient } from '../../service/client';

/** Addresses that are not mailed. */
export function Suppressions() {
  const { filters } = useFilters();
  const { email, cursor } = filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['suppressions', { email, cursor }],
    queryFn: async ({ signal }) =>
      client.listSuppressions({ ...(email && { email }), ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Suppressions"
      lead="Addresses that are not mailed: they bounced for good, complained, opted out, or were added by hand."
      actions={<Add />}
    >
      <Search />
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Rows suppressions={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <NothingYet email={email} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Search() {
  const { filters, filter } = useFilters();
  return (
    <form
      className="filters"
      role="search"
      aria-label="Find an address"
      onSubmit={(event) => {
        event.preventDefault();
        const email = new FormData(event.currentTarget).get('email');
        filter({ email: typeof email === 'string' ? email.trim() : '' });
      }}
    >
      <Field
        key={filters['email']}
        label="Address"
        name="email"
        type="email"
        defaultValue={filters['email'] ?? ''}
        placeholder="kim@example.com"
      />
      <button>Find</button>
      {filters['email'] && (
        <button type="button" onClick={() => filter({ email: undefined })}>
          Clear
        </button>
      )}
    </form>
  );
}

const columns = [
  { says: 'Address' },
  { says: 'Reason', width: 'slim' },
  { says: 'Refuses', isMinor: true, width: 'slim' },
  { says: 'Since', isMinor: true, width: 'time' },
  { says: 'Remove', width: 'slim' },
] as const;

function Rows({ suppressions }: { suppressions: readonly Suppression[] }) {
  return (
    <Table caption="Suppressed addresses, newest first" columns={columns}>
      {suppressions.map((suppression) => (
        <tr key={suppression.id}>
          <th scope="row">{suppression.email}</th>
          <td>{capital(spoken(suppression.reason))}</td>
          <td className="minor">{refusalOf(suppression.scope)}</td>
          <td className="minor time">
            <Time at={suppression.created_at} />
          </td>
          <td>
            <Remove suppression={suppression} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const refusalOf = (scope: SuppressionScope): string => (scope === 'all' ? 'All mail' : capital(scope));

function Remove({ suppression: { email, scope, reason } }: { suppression: Suppression }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <Confirmed
      says="Remove"
      label={`Remove ${email}`}
      title={`Mail ${email} again?`}
      action="Lift the suppression"
      does={() => client.deleteSuppression(email, { scope })}
      onDone={async () => {
        say(`${email} may be mailed again.`);
        await queries.invalidateQueries({ queryKey: ['suppressions'] });
      }}
    >
      <p>{warnings[reason]}</p>
    </Confirmed>
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

function Add() {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <FormDialog
      says="Add an address"
      isPrimary
      title="Stop mailing an address"
      action="Suppress the address"
      does={(entered) => {
        const scope = scopes.find(([name]) => name === entered.text('scope'))?.[0] ?? 'all';
        return client.createSuppression({ email: entered.text('email'), scope });
      }}
      onDone={async ({ email }) => {
        say(`${email} is not mailed any more.`);
        await queries.invalidateQueries({ queryKey: ['suppressions'] });
      }}
    >
      <Field label="Address" name="email" type="email" required />
      <Choice label="Refuse" name="scope" options={scopes} />
    </FormDialog>
  );
}

function NothingYet({ email }: { email: string | undefined }) {
  const curl = useCurl();
  if (email)
    return <Empty title={`${email} is not suppressed`}>Mail to it is not held back by this list.</Empty>;
  return (
    <Empty
      title="Nobody is suppressed"
      command={curl('POST', '/v1/suppressions', { email: 'kim@example.com' })}
    >
      Bounces and complaints add addresses by themselves. This adds one by hand.
    </Empty>
  );
}
