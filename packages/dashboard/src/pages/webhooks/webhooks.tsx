import type { WebhookEndpoint } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useCurl } from '../../parts/curl';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { NewEndpoint } from './new-endpoint';
import { allTypes } from './event-types';

/** Where the service tells what happened. */
export function Webhooks() {
  const { cursor } = useFilters().filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['webhooks', { cursor }],
    queryFn: async ({ signal }) => client.listWebhookEndpoints({ ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Webhooks"
      lead="Addresses of yours that are told what happened: mail arrived, was delivered, bounced, was opened. Each request is signed."
      actions={<NewEndpoint says="Add an endpoint" isPrimary />}
    >
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Rows endpoints={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <NothingYet />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Endpoint' },
  { says: 'Status', width: 'slim' },
  { says: 'Is told of', isMinor: true },
  { says: 'Since', isMinor: true, width: 'time' },
] as const;

function Rows({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption="Webhook endpoints, newest first" columns={columns}>
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id} className="opens" onClick={() => navigate(`/webhooks/${endpoint.id}`)}>
          <th scope="row">
            <Link href={`/webhooks/${endpoint.id}`} onClick={(event) => event.stopPropagation()}>
              {endpoint.url}
            </Link>
            <span className="under">{toldOf(endpoint)}</span>
          </th>
          <td>
            <StateOf endpoint={endpoint} />
          </td>
          <td className="minor">{toldOf(endpoint)}</td>
          <td className="minor time">
            <Time at={endpoint.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export const toldOf = ({ events }: WebhookEndpoint): string =>
  events.length === allTypes.length ? 'Everything' : events.join(', ');

export function StateOf({ endpoint: { enabled } }: { endpoint: WebhookEndpoint }) {
  return <Status of={enabled ? 'ok' : 'mismatch'} says={enabled ? 'Enabled' : 'Disabled'} />;
}

function NothingYet() {
  const curl = useCurl();
  return (
    <Empty
      title="No endpoints yet"
      command={curl('POST', '/v1/webhook-endpoints', {
        url: 'https://hooks.your-domain.example/mail',
        events: ['inbound', 'delivery', 'bounce', 'complaint'],
      })}
    >
      Add one with the button above, or with this command. Its signing secret is shown once.
    </Empty>
  );
}
