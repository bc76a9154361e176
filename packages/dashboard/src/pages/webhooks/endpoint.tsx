import type { CarrierNest, WebhookEndpoint } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Facts } from '../../parts/facts';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { Refusal } from '../../service/ask';
import { useClient } from '../../service/client';
import { Deliveries } from './deliveries';
import { DeleteEndpoint, EditEndpoint, Switch } from './endpoint-actions';
import { NewEndpoint } from './new-endpoint';
import { Verifying } from './verifying';
import { StateOf, toldOf } from './webhooks';

const back = { to: '/webhooks', says: 'Webhooks' };

/** One endpoint, and what it was told. */
export function EndpointPage() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({ queryKey: ['webhooks', 'one', id], queryFn: () => findEndpoint(client, id) });
  if (!query.data) {
    return (
      <Page title="Endpoint" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown endpoint={query.data} />;
}

/** The API shows endpoints in its list alone. It is read no further than to the one. */
async function findEndpoint(client: CarrierNest, id: string): Promise<WebhookEndpoint> {
  for await (const endpoint of client.listWebhookEndpoints({ limit: 100 }))
    if (endpoint.id === id) return endpoint;
  throw new Refusal(404, 'There is no such endpoint. It may have been deleted.');
}

function Shown({ endpoint }: { endpoint: WebhookEndpoint }) {
  return (
    <Page
      title={endpoint.url}
      back={back}
      actions={
        <>
          <Switch endpoint={endpoint} />
          <EditEndpoint endpoint={endpoint} />
          <NewEndpoint says="Replace the secret" like={endpoint} />
          <DeleteEndpoint endpoint={endpoint} />
        </>
      }
    >
      {!endpoint.enabled && <Disabled />}
      <Facts
        of={[
          ['Status', <StateOf key="status" endpoint={endpoint} />],
          ['Is told of', toldOf(endpoint)],
          ['Since', <Time key="since" at={endpoint.created_at} />],
          ['Secret', 'Shown once, when it was added'],
          ['Endpoint id', <Copyable key="id" text={endpoint.id} what="the id of the endpoint" />],
        ]}
      />
      <Verifying />
      <Deliveries endpoint={endpoint} />
    </Page>
  );
}

function Disabled() {
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
