import type { WebhookEndpoint, WebhookEventType } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { Check, Field } from '../../parts/field';
import type { Entered } from '../../parts/form';
import { useLocal } from '../../session/session';
import { allTypes, eventTypes } from './event-types';

const usual: readonly WebhookEventType[] = ['inbound', 'delivery', 'bounce', 'complaint'];

export function EndpointFields({ endpoint }: { endpoint?: WebhookEndpoint | undefined }) {
  const local = useLocal();
  const told = endpoint?.events ?? usual;
  return (
    <>
      <Field
        label="URL"
        name="url"
        type="url"
        required
        maxLength={2_048}
        defaultValue={endpoint?.url ?? ''}
        placeholder="https://hooks.your-domain.example/mail"
        hint={
          local?.control ? (
            <>
              A host with public addresses. On this machine, name one under{' '}
              <Link href="/network">DNS and hosts</Link> and have it lead to a port of yours.
            </>
          ) : (
            'A host with public addresses, on port 80, 443 or above 1023'
          )
        }
      />
      <fieldset>
        <legend>It is told when</legend>
        <div className="checks">
          {allTypes.map((type) => (
            <Check
              key={type}
              label={type}
              hint={eventTypes[type]}
              name="events"
              value={type}
              defaultChecked={told.includes(type)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

export function endpointOf(entered: Entered): { url: string; events: WebhookEventType[] } {
  const chosen = entered.all('events');
  return { url: entered.text('url'), events: allTypes.filter((type) => chosen.includes(type)) };
}
