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

/** One event, its attempts, and what it says. */
export function DeliveryDialog({ endpoint, delivery, onClose }: DeliveryDialogProps) {
  const { event, status, last_error, delivered_at } = delivery;
  const state = deliveryState(delivery, endpoint);
  return (
    <Dialog title={`Delivery of ${event}`} onClose={onClose}>
      <DescriptionList
        items={[
          ['Status', <DeliveryStateBadge key="standing" state={state} />],
          ['Latest answer', describeLatestResponse(delivery)],
          ['Error before', status === 'success' && last_error],
          ['Delivered', delivered_at && <Time key="delivered" at={delivered_at} exact />],
          ['X-CN-Delivery', <Copyable key="id" text={delivery.id} itemLabel="the id of the delivery" />],
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
        <summary>What a request of this type says</summary>
        <p className="quiet">With made-up values: the API does not show what was sent.</p>
        <pre className="source" tabIndex={0} aria-label={`What a ${event} says`}>
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
  if (state === 'delivered') return 'Made, and delivered';
  if (state === 'attempted') return 'Made';
  if (state === 'skipped') return 'Not needed';
  if (state === 'next' && isEndpointDisabled) return 'When the endpoint is enabled';
  return (
    <>
      {state === 'next' ? 'Next' : 'Due'} <Time at={at} exact />
    </>
  );
}

/** The API has no call for it. */
function RetryNote({ isEndpointDisabled }: { isEndpointDisabled: boolean }) {
  const local = useLocalSession();
  return (
    <p className="quiet">
      {isEndpointDisabled
        ? 'Enable the endpoint: what has attempts left is then tried at once.'
        : 'It is tried again by itself. To have it tried when you are ready, disable the endpoint until the attempt is due, mend the receiver, and enable it again.'}
      {local?.control && !isEndpointDisabled && (
        <>
          {' '}
          On this machine you need not wait: move the <Link href="/clock">Clock</Link>.
        </>
      )}
    </p>
  );
}
