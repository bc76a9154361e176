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

/** One endpoint, and what it was told. */
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

/** The API shows endpoints in its list alone. It is read no further than to the one. */
async function findEndpoint(client: CarrierNest, id: string): Promise<WebhookEndpoint> {
  for await (const endpoint of client.listWebhookEndpoints({ limit: 100 }))
    if (endpoint.id === id) return endpoint;
  throw new RequestError(404, 'There is no such endpoint. It may have been deleted.');
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
          <NewEndpoint buttonLabel="Replace the secret" replacedEndpoint={endpoint} />
          <DeleteEndpoint endpoint={endpoint} />
        </>
      }
    >
      {!endpoint.enabled && <DisabledNotice />}
      <DescriptionList
        items={[
          ['Status', <EndpointStatus key="status" endpoint={endpoint} />],
          ['Is told of', describeEvents(endpoint)],
          ['Since', <Time key="since" at={endpoint.created_at} />],
          ['Secret', 'Shown once, when it was added'],
          ['Endpoint id', <Copyable key="id" text={endpoint.id} itemLabel="the id of the endpoint" />],
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
        It is told nothing. What happens now is never told to it; what fell due before waits, and is tried at
        once when it is enabled again.
      </p>
    </aside>
  );
}
