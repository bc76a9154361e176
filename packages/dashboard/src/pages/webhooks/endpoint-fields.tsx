import type { WebhookEndpoint, WebhookEventType } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { CheckboxField, InputField } from '../../parts/field';
import type { FormValues } from '../../parts/form';
import { useLocalSession } from '../../session/session';
import { eventTypeNames, eventTypeDescriptions } from './event-types';

const defaultEvents: readonly WebhookEventType[] = ['inbound', 'delivery', 'bounce', 'complaint'];

export function EndpointFields({ endpoint }: { endpoint?: WebhookEndpoint | undefined }) {
  const local = useLocalSession();
  const selectedEvents = endpoint?.events ?? defaultEvents;
  return (
    <>
      <InputField
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
              A host with public addresses. Locally, map a host to one of your ports under{' '}
              <Link href="/network">DNS and hosts</Link>.
            </>
          ) : (
            'A host with public addresses, on port 80, 443 or above 1023'
          )
        }
      />
      <fieldset>
        <legend>Events</legend>
        <div className="checks">
          {eventTypeNames.map((type) => (
            <CheckboxField
              key={type}
              label={type}
              hint={eventTypeDescriptions[type]}
              name="events"
              value={type}
              defaultChecked={selectedEvents.includes(type)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

export function readEndpoint(formValues: FormValues): { url: string; events: WebhookEventType[] } {
  const selected = formValues.all('events');
  return { url: formValues.text('url'), events: eventTypeNames.filter((type) => selected.includes(type)) };
}
