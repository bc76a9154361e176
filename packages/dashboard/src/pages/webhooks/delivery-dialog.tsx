import type { WebhookDelivery, WebhookEndpoint } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Dialog } from '../../parts/dialog';
import { DescriptionList } from '../../parts/description-list';
import { Time } from '../../parts/time';
import { useLocalSession } from '../../session/session';
import { listAttempts, deliveryState, type Attempt } from './attempts';
import { exampleEvent } from './event-types';
import { describeLatestResponse, DeliveryStateBadge } from './delivery-state';

interface DeliveryDialogProps {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
  onClose: () => void;
}

/** One delivery with its attempts and an example payload. */
export function DeliveryDialog({ endpoint, delivery, onClose }: DeliveryDialogProps) {
  const { event, status, last_error, delivered_at } = delivery;
  const state = deliveryState(delivery, endpoint);
  return (
    <Dialog title={`Delivery of ${event}`} onClose={onClose}>
      <DescriptionList
        items={[
          ['Status', <DeliveryStateBadge key="standing" state={state} />],
          ['Latest response', describeLatestResponse(delivery)],
          ['Earlier error', status === 'success' && last_error],
          ['Delivered', delivered_at && <Time key="delivered" at={delivered_at} exact />],
          ['X-CN-Delivery', <Copyable key="id" text={delivery.id} itemLabel="delivery ID" />],
        ]}
      />
      <h3>Attempts</h3>
      <ol className="attempts">
        {listAttempts(delivery).map((attempt) => (
          <li key={attempt.label}>
            <span>{attempt.label}</span>
            <span className="quiet">
              <AttemptStatus attempt={attempt} isEndpointDisabled={state === 'paused'} />
            </span>
          </li>
        ))}
      </ol>
      {(state === 'retrying' || state === 'paused') && <RetryNote isEndpointDisabled={state === 'paused'} />}
      <details className="stack">
        <summary>Example payload</summary>
        <p className="quiet">With example values. The API does not return the sent payload.</p>
        <pre className="source" tabIndex={0} aria-label={`Example payload of ${event}`}>
          {JSON.stringify(exampleEvent(event), null, 2)}
        </pre>
      </details>
      <div className="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function AttemptStatus({
  attempt: { state, at },
  isEndpointDisabled,
}: {
  attempt: Attempt;
  isEndpointDisabled: boolean;
}) {
  if (state === 'delivered') return 'Attempted and delivered';
  if (state === 'attempted') return 'Attempted';
  if (state === 'skipped') return 'Not needed';
  if (state === 'next' && isEndpointDisabled) return 'When the endpoint is enabled';
  return (
    <>
      {state === 'next' ? 'Next' : 'Due'} <Time at={at} exact />
    </>
  );
}

/** The API cannot retry a delivery on request, so the note explains when the next attempt happens. */
function RetryNote({ isEndpointDisabled }: { isEndpointDisabled: boolean }) {
  const local = useLocalSession();
  return (
    <p className="quiet">
      {isEndpointDisabled
        ? 'Enable the endpoint to immediately retry the deliveries that have attempts left.'
        : 'The delivery is retried automatically. To choose the time of the retry, disable the endpoint until the attempt is due, fix the receiver, and enable the endpoint.'}
      {local?.control && !isEndpointDisabled && (
        <>
          {' '}
          Locally, you can advance the <Link href="/clock">Clock</Link> instead of waiting.
        </>
      )}
    </p>
  );
}
