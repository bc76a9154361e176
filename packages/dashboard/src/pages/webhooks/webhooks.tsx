import type { WebhookEndpoint } from '@carrier-nest/sdk';
import { useCurlCommand } from '../../parts/curl';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Status } from '../../parts/status';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { NewEndpoint } from './new-endpoint';
import { eventTypeNames } from './event-types';

/** The webhook endpoints of the workspace. */
export function Webhooks() {
  const client = useClient();
  const query = usePageQuery(['webhooks'], {}, (page, options) => client.listWebhookEndpoints(page, options));
  return (
    <Page
      title="Webhooks"
      lead="Your URLs that receive a signed request for each event."
      actions={<NewEndpoint buttonLabel="Add endpoint" isPrimary />}
    >
      <QueryList query={query} empty={<NoEndpoints />}>
        {({ data }) => <EndpointTable endpoints={data} />}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Endpoint' },
  { label: 'Status', width: 'slim' },
  { label: 'Events', isMinor: true },
  { label: 'Created', isMinor: true, width: 'time' },
] as const;

function EndpointTable({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  return (
    <Table caption="Webhook endpoints, newest first" columns={columns}>
      {endpoints.map((endpoint) => (
        <LinkRow
          key={endpoint.id}
          href={`/webhooks/${endpoint.id}`}
          label={endpoint.url}
          details={<span className="under">{describeEvents(endpoint)}</span>}
        >
          <td>
            <EndpointStatus endpoint={endpoint} />
          </td>
          <td className="minor">{describeEvents(endpoint)}</td>
          <td className="minor time">
            <Time at={endpoint.created_at} />
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}

export const describeEvents = ({ events }: WebhookEndpoint): string =>
  events.length === eventTypeNames.length ? 'All events' : events.join(', ');

export function EndpointStatus({ endpoint: { enabled } }: { endpoint: WebhookEndpoint }) {
  return <Status status={enabled ? 'ok' : 'mismatch'} label={enabled ? 'Enabled' : 'Disabled'} />;
}

function NoEndpoints() {
  const buildCurl = useCurlCommand();
  return (
    <EmptyState
      title="No endpoints yet"
      command={buildCurl('POST', '/v1/webhook-endpoints', {
        url: 'https://hooks.your-domain.example/mail',
        events: ['inbound', 'delivery', 'bounce', 'complaint'],
      })}
    >
      An endpoint gets a signed request for each event, such as a delivery or a bounce. Add an endpoint with
      the button above or with this command. The signing secret is shown only once.
    </EmptyState>
  );
}
