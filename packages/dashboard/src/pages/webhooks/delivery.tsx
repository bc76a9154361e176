import type { WebhookDelivery, WebhookEndpoint } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Dialog } from '../../parts/dialog';
import { Facts } from '../../parts/facts';
import { Time } from '../../parts/time';
import { useLocal } from '../../session/session';
import { attemptsOf, standingOf, type Attempt } from './attempts';
import { exampleOf } from './event-types';
import { answerOf, StandingOf } from './standing';

interface DeliveryProps {
  endpoint: WebhookEndpoint;
  delivery: WebhookDelivery;
  onClose: () => void;
}

/** One event, its attempts, and what it says. */
export function Delivery({ endpoint, delivery, onClose }: DeliveryProps) {
  const { event, status, last_error, delivered_at } = delivery;
  const standing = standingOf(delivery, endpoint);
  return (
    <Dialog title={`Delivery of ${event}`} onClose={onClose}>
      <Facts
        of={[
          ['Status', <StandingOf key="standing" standing={standing} />],
          ['Latest answer', answerOf(delivery)],
          ['Error before', status === 'success' && last_error],
          ['Delivered', delivered_at && <Time key="delivered" at={delivered_at} exact />],
          ['X-CN-Delivery', <Copyable key="id" text={delivery.id} what="the id of the delivery" />],
        ]}
      />
      <h3>Attempts</h3>
      <ol className="attempts">
        {attemptsOf(delivery).map((attempt) => (
          <li key={attempt.says}>
            <span>{attempt.says}</span>
            <span className="quiet">
              <Made attempt={attempt} isHeld={standing === 'waits'} />
            </span>
          </li>
        ))}
      </ol>
      {(standing === 'tried again' || standing === 'waits') && <Retry isHeld={standing === 'waits'} />}
      <details className="stack">
        <summary>What a request of this type says</summary>
        <p className="quiet">With made-up values: the API does not show what was sent.</p>
        <pre className="source" tabIndex={0} aria-label={`What a ${event} says`}>
          {JSON.stringify(exampleOf(event), null, 2)}
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

function Made({ attempt: { state, at }, isHeld }: { attempt: Attempt; isHeld: boolean }) {
  if (state === 'delivered') return 'Made, and delivered';
  if (state === 'made') return 'Made';
  if (state === 'left out') return 'Not needed';
  if (state === 'next' && isHeld) return 'When the endpoint is enabled';
  return (
    <>
      {state === 'next' ? 'Next' : 'Due'} <Time at={at} exact />
    </>
  );
}

/** The API has no call for it. */
function Retry({ isHeld }: { isHeld: boolean }) {
  const local = useLocal();
  return (
    <p className="quiet">
      {isHeld
        ? 'Enable the endpoint: what has attempts left is then tried at once.'
        : 'It is tried again by itself. To have it tried when you are ready, disable the endpoint until the attempt is due, mend the receiver, and enable it again.'}
      {local?.control && !isHeld && (
        <>
          {' '}
          On this machine you need not wait: move the <Link href="/clock">Clock</Link>.
        </>
      )}
    </p>
  );
}
