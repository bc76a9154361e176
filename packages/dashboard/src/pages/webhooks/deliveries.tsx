import type { WebhookDelivery, WebhookEndpoint } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { SelectField } from '../../parts/field';
import { buildHref, useFilters } from '../../parts/filters';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { attemptsMax, findNextAttempt, deliveryState } from './attempts';
import { DeliveryDialog } from './delivery-dialog';
import { describeLatestResponse, DeliveryStateBadge } from './delivery-state';

const defaultLimit = 50;
const limitMax = 200;

const statusOptions = [
  ['', 'Any'],
  ['success', 'Delivered'],
  ['failed', 'Failed'],
  ['pending', 'Pending'],
] as const;

/** The API returns the latest deliveries without pages or filters, so the filter applies only to these deliveries. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { path, filters, setFilters } = useFilters();
  const status = statusOptions.find(([name]) => name === filters['status'])?.[0] ?? '';
  const limit = filters['latest'] === String(limitMax) ? limitMax : defaultLimit;
  const query = useDeliveries(endpoint.id, limit);
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <div className="filters">
        <SelectField
          label="Status"
          value={status}
          onChange={(selected) => setFilters({ status: selected })}
          options={statusOptions}
        />
      </div>
      <QueryBoundary query={query}>
        {({ data, has_more }) => (
          <>
            <DeliveryTable
              endpoint={endpoint}
              deliveries={data.filter((delivery) => status === '' || delivery.status === status)}
              isFiltered={status !== ''}
            />
            {has_more && (
              <p className="quiet">
                Covers the latest {formatCount(data.length)} deliveries.{' '}
                {limit < limitMax ? (
                  <Link href={buildHref(path, { ...filters, latest: String(limitMax) })}>
                    Show the latest {limitMax}
                  </Link>
                ) : (
                  'The API returns no earlier deliveries.'
                )}
              </p>
            )}
          </>
        )}
      </QueryBoundary>
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

interface DeliveryTableProps {
  endpoint: WebhookEndpoint;
  deliveries: readonly WebhookDelivery[];
  isFiltered: boolean;
}

function DeliveryTable({ endpoint, deliveries, isFiltered }: DeliveryTableProps) {
  const [selectedId, setSelectedId] = useState<string>();
  const selectedDelivery = deliveries.find(({ id }) => id === selectedId);
  if (deliveries.length === 0)
    return isFiltered ? (
      <EmptyState title="No matching deliveries">Select “Any” to see deliveries of every status.</EmptyState>
    ) : (
      <EmptyState title="No deliveries yet">
        Deliveries appear here when an event of the endpoint occurs. To cause deliveries, send an email.
      </EmptyState>
    );
  return (
    <>
      <Table caption="Deliveries, newest first" columns={columns}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            endpoint={endpoint}
            delivery={delivery}
            onOpen={() => setSelectedId(delivery.id)}
          />
        ))}
      </Table>
      {selectedDelivery && (
        <DeliveryDialog
          endpoint={endpoint}
          delivery={selectedDelivery}
          onClose={() => setSelectedId(undefined)}
        />
      )}
    </>
  );
}

const columns = [
  { label: 'Event' },
  { label: 'Status', width: 'slim' },
  { label: 'Latest response', isMinor: true },
  { label: 'Attempts', isMinor: true, isNumber: true, width: 'slim' },
  { label: 'Next attempt', isMinor: true, width: 'time' },
  { label: 'Created', isMinor: true, width: 'time' },
  { label: 'Actions', width: 'slim' },
] as const;

interface DeliveryRowProps {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
  onOpen: () => void;
}

function DeliveryRow({ endpoint, delivery, onOpen }: DeliveryRowProps) {
  const state = deliveryState(delivery, endpoint);
  return (
    <tr>
      <th scope="row">
        {delivery.event}
        <span className="under">{describeLatestResponse(delivery)}</span>
        <span className="under">
          <Time at={delivery.created_at} />
        </span>
      </th>
      <td>
        <DeliveryStateBadge state={state} />
      </td>
      <td className="minor">{describeLatestResponse(delivery)}</td>
      <td className="minor number">
        {delivery.attempts} of {attemptsMax}
      </td>
      <td className="minor time">{state === 'retrying' && <NextAttempt delivery={delivery} />}</td>
      <td className="minor time">
        <Time at={delivery.created_at} />
      </td>
      <td>
        <button type="button" onClick={onOpen} aria-label={`View the ${delivery.event} delivery`}>
          View
        </button>
      </td>
    </tr>
  );
}

function NextAttempt({ delivery }: { delivery: WebhookDelivery }) {
  const next = findNextAttempt(delivery);
  return next && <Time at={next.at} />;
}
