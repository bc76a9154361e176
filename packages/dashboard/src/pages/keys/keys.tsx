import { ConfirmButton } from '../../parts/confirm-button';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { formatCount } from '../../parts/format';
import { listKeys, revokeKey, type ApiKey } from '../../service/keys';
import { useSession } from '../../session/session';
import { NewKey } from './new-key';

/** The API keys of the workspace, with their scopes and guardrails. */
export function Keys() {
  const session = useSession();
  const query = usePageQuery<ApiKey, object>(['keys'], {}, ({ cursor }) => listKeys(session, cursor));
  return (
    <Page title="API keys" lead="Credentials for applications and agents." actions={<NewKey />}>
      <QueryList
        query={query}
        empty={
          <EmptyState title="No API keys yet">
            An API key lets an application or an agent use the workspace. Create the first key with the button
            above.
          </EmptyState>
        }
      >
        {({ data }) => <KeyTable keys={data} />}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Name' },
  { label: 'Scopes', isMinor: true },
  { label: 'Guardrails', isMinor: true },
  { label: 'Last used', isMinor: true, width: 'time' },
  { label: 'Actions', width: 'slim' },
] as const;

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
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
          <td className="minor">{key.scopes.length === 13 ? 'All' : key.scopes.join(', ')}</td>
          <td className="minor">{describeGuardrails(key).join(', ') || 'None'}</td>
          <td className="minor time">{key.last_used_at ? <Time at={key.last_used_at} /> : 'Never'}</td>
          <td>{key.revoked_at ? <Status status="failed" label="Revoked" /> : <RevokeKey apiKey={key} />}</td>
        </tr>
      ))}
    </Table>
  );
}

const describeGuardrails = (key: ApiKey): string[] => [
  ...(key.requires_approval ? ['requires approval'] : []),
  ...(key.daily_send_limit === null ? [] : [`${formatCount(key.daily_send_limit)} recipients per day`]),
  ...(key.allowed_recipients.length === 0 ? [] : [`sends only to ${key.allowed_recipients.join(', ')}`]),
];

function RevokeKey({ apiKey }: { apiKey: ApiKey }) {
  const session = useSession();
  return (
    <ConfirmButton
      buttonLabel="Revoke"
      ariaLabel={`Revoke ${apiKey.name}`}
      title={`Revoke ${apiKey.name}?`}
      confirmLabel="Revoke key"
      onConfirm={() => revokeKey(session, apiKey.id)}
      successToast={`${apiKey.name} was revoked.`}
      invalidateKeys={[['keys']]}
    >
      <p>The service refuses every further request with this key. This cannot be undone.</p>
    </ConfirmButton>
  );
}
