import type { WebhookDelivery, WebhookEndpoint } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Choice } from '../../parts/field';
import { hrefWith, useFilters } from '../../parts/filters';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { attemptsMax, nextOf, standingOf } from './attempts';
import { Delivery } from './delivery';
import { answerOf, StandingOf } from './standing';

const usualMax = 50;
const mostMax = 200;

const statuses = [
  ['', 'Any'],
  ['success', 'Delivered'],
  ['failed', 'Failed'],
  ['pending', 'On its way'],
] as const;

/** The API has no pages and no filter here: it tells of the latest, and the filter goes through those. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { path, filters, filter } = useFilters();
  const status = statuses.find(([name]) => name === filters['status'])?.[0] ?? '';
  const limit = filters['latest'] === String(mostMax) ? mostMax : usualMax;
  const query = useDeliveries(endpoint.id, limit);
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="filters">
        <Choice
          label="Status"
          value={status}
          onChange={(chosen) => filter({ status: chosen })}
          options={statuses}
        />
      </div>
      <Loaded query={query}>
        {({ data, has_more }) => (
          <>
            <Some
              endpoint={endpoint}
              deliveries={data.filter((one) => status === '' || one.status === status)}
              isFiltered={status !== ''}
            />
            {has_more && (
              <p className="quiet">
                Of the latest {count(data.length)}.{' '}
                {limit < mostMax ? (
                  <Link href={hrefWith(path, { ...filters, latest: String(mostMax) })}>
                    Look at the latest {mostMax}
                  </Link>
                ) : (
                  'The API tells of no earlier ones.'
                )}
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function useDeliveries(id: string, limit: number) {
  const client = useClient();
  return useQuery({
    queryKey: ['webhook-deliveries', id, limit],
    queryFn: async ({ signal }) => client.listWebhookDeliveries(id, { limit }, { signal }),
    refetchInterval: 5_000,
  });
}

interface SomeProps {
  endpoint: WebhookEndpoint;
  deliveries: readonly WebhookDelivery[];
  isFiltered: boolean;
}

function Some({ endpoint, deliveries, isFiltered }: SomeProps) {
  const [chosen, setChosen] = useState<string>();
  const shown = deliveries.find(({ id }) => id === chosen);
  if (deliveries.length === 0)
    return isFiltered ? (
      <Empty title="No delivery is like that">Choose any status to see the latest ones.</Empty>
    ) : (
      <Empty title="Nothing was told yet">
        Send a mail, or write one to an address of yours: what the endpoint is told of appears here.
      </Empty>
    );
  return (
    <>
      <Table caption="Deliveries, newest first" columns={columns}>
        {deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            endpoint={endpoint}
            delivery={delivery}
            onOpen={() => setChosen(delivery.id)}
          />
        ))}
      </Table>
      {shown && <Delivery endpoint={endpoint} delivery={shown} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const columns = [
  { says: 'Event' },
  { says: 'Status', width: 'slim' },
  { says: 'Latest answer', isMinor: true },
  { says: 'Attempts', isMinor: true, isNumber: true, width: 'slim' },
  { says: 'Next', isMinor: true, width: 'time' },
  { says: 'Since', isMinor: true, width: 'time' },
  { says: 'Look', width: 'slim' },
] as const;

interface RowProps {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
  onOpen: () => void;
}

function Row({ endpoint, delivery, onOpen }: RowProps) {
  const standing = standingOf(delivery, endpoint);
  return (
    <tr>
      <th scope="row">
        {delivery.event}
        <span className="under">{answerOf(delivery)}</span>
        <span className="under">
          <Time at={delivery.created_at} />
        </span>
      </th>
      <td>
        <StandingOf standing={standing} />
      </td>
      <td className="minor">{answerOf(delivery)}</td>
      <td className="minor number">
        {delivery.attempts} of {attemptsMax}
      </td>
      <td className="minor time">{standing === 'tried again' && <Next delivery={delivery} />}</td>
      <td className="minor time">
        <Time at={delivery.created_at} />
      </td>
      <td>
        <button type="button" onClick={onOpen} aria-label={`Look at the ${delivery.event}`}>
          Look
        </button>
      </td>
    </tr>
  );
}

function Next({ delivery }: { delivery: WebhookDelivery }) {
  const next = nextOf(delivery);
  return next && <Time at={next.at} />;
}
