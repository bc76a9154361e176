import type { CarrierNest, WebhookEndpoint } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { Time } from '../../parts/time';
import { RequestError } from '../../service/request-json';
import { useClient } from '../../service/client';
import { Deliveries } from './deliveries';
import { DeleteEndpoint, EditEndpoint, EnableOrDisable } from './endpoint-actions';
import { NewEndpoint } from './new-endpoint';
import { VerificationHelp } from './verification-help';
import { EndpointStatus, describeEvents } from './webhooks';

const back = { to: '/webhooks', label: 'Webhooks' };

/** One endpoint and its deliveries. */
export function EndpointPage() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({ queryKey: ['webhooks', 'detail', id], queryFn: () => findEndpoint(client, id) });
  return (
    <QueryPage query={query} title="Endpoint" back={back}>
      {(endpoint) => <EndpointDetails endpoint={endpoint} />}
    </QueryPage>
  );
}

/** Reads the list until it contains the endpoint, because the API cannot return a single endpoint. */
async function findEndpoint(client: CarrierNest, id: string): Promise<WebhookEndpoint> {
  for await (const endpoint of client.listWebhookEndpoints({ limit: 100 }))
    if (endpoint.id === id) return endpoint;
  throw new RequestError(404, 'The endpoint was not found. It may have been deleted.');
}

function EndpointDetails({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <Page
      title={endpoint.url}
      back={back}
      actions={
        <>
          <EnableOrDisable endpoint={endpoint} />
          <EditEndpoint endpoint={endpoint} />
          <NewEndpoint buttonLabel="Replace secret" replacedEndpoint={endpoint} />
          <DeleteEndpoint endpoint={endpoint} />
        </>
      }
    >
      {!endpoint.enabled && <DisabledNotice />}
      <DescriptionList
        items={[
          ['Status', <EndpointStatus key="status" endpoint={endpoint} />],
          ['Events', describeEvents(endpoint)],
          ['Created', <Time key="since" at={endpoint.created_at} />],
          ['Secret', 'Shown once, when the endpoint was added'],
          ['Endpoint ID', <Copyable key="id" text={endpoint.id} itemLabel="endpoint ID" />],
        ]}
      />
      <VerificationHelp />
      <Deliveries endpoint={endpoint} />
    </Page>
  );
}

function DisabledNotice() {
  return (
    <aside className="notice">
      <h2>Disabled</h2>
      <p>
        The endpoint gets no events, and events that occur now are never delivered. Earlier deliveries wait
        and are retried when you enable the endpoint.
      </p>
    </aside>
  );
}
