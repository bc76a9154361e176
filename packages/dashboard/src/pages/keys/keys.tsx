import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Confirmed } from '../../parts/confirmed';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useToast } from '../../parts/toast';
import { count } from '../../parts/words';
import { listKeys, revokeKey, type ApiKey } from '../../service/keys';
import { useSession } from '../../session/session';
import { NewKey } from './new-key';

/** Who may do what, and what holds them back. */
export function Keys() {
  const session = useSession();
  const { cursor } = useFilters().filters;
  const query = useQuery({
    queryKey: ['keys', { cursor }],
    queryFn: () => listKeys(session, cursor),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="API keys"
      lead="What programs and agents sign in with. Scopes say what a key may do, guardrails hold it back."
      actions={<NewKey />}
    >
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Rows keys={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <Empty title="No keys yet">Make the first one with the button above.</Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Name' },
  { says: 'May', isMinor: true },
  { says: 'Guardrails', isMinor: true },
  { says: 'Last used', isMinor: true, width: 'time' },
  { says: 'Revoke', width: 'slim' },
] as const;

function Rows({ keys }: { keys: readonly ApiKey[] }) {
  return (
    <Table caption="API keys, newest first" columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            {key.name}
            <small>
              <code>…{key.last4}</code>
            </small>
          </th>
          <td className="minor">{key.scopes.length === 13 ? 'Everything' : key.scopes.join(', ')}</td>
          <td className="minor">{guardrailsOf(key).join(', ') || 'None'}</td>
          <td className="minor time">{key.last_used_at ? <Time at={key.last_used_at} /> : 'Never'}</td>
          <td>{key.revoked_at ? <Status of="failed" says="Revoked" /> : <Revoke apiKey={key} />}</td>
        </tr>
      ))}
    </Table>
  );
}

const guardrailsOf = (key: ApiKey): string[] => [
  ...(key.requires_approval ? ['requires approval'] : []),
  ...(key.daily_send_limit === null ? [] : [`${count(key.daily_send_limit)} a day`]),
  ...(key.allowed_recipients.length === 0 ? [] : [`only ${key.allowed_recipients.join(', ')}`]),
];

function Revoke({ apiKey }: { apiKey: ApiKey }) {
  const session = useSession();
  const queries = useQueryClient();
  const say = useToast();
  return (
    <Confirmed
      says="Revoke"
      label={`Revoke ${apiKey.name}`}
      title={`Revoke ${apiKey.name}?`}
      action="Revoke the key"
      does={() => revokeKey(session, apiKey.id)}
      onDone={async () => {
        say(`${apiKey.name} opens nothing any more.`);
        await queries.invalidateQueries({ queryKey: ['keys'] });
      }}
    >
      <p>Programs that use it are refused from their next request on. That cannot be taken back.</p>
    </Confirmed>
  );
}
