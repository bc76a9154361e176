import { Link, useLocation } from 'wouter';
import { Icon, type IconName } from '../parts/icon';
import { useLocal } from '../session/session';
import { useWaiting } from './waiting';

interface Place {
  to: string;
  says: string;
  icon: IconName;
}

const service: readonly Place[] = [
  { to: '/log', says: 'Log', icon: 'log' },
  { to: '/conversations', says: 'Conversations', icon: 'conversations' },
  { to: '/approvals', says: 'Approvals', icon: 'approvals' },
];

const bulk: readonly Place[] = [
  { to: '/campaigns', says: 'Campaigns', icon: 'campaigns' },
  { to: '/automations', says: 'Automations', icon: 'automations' },
  { to: '/templates', says: 'Templates', icon: 'templates' },
];

const people: readonly Place[] = [
  { to: '/people', says: 'People', icon: 'people' },
  { to: '/audiences', says: 'Audiences', icon: 'audiences' },
  { to: '/segments', says: 'Segments', icon: 'segments' },
  { to: '/properties', says: 'Properties', icon: 'properties' },
];

const settings: readonly Place[] = [
  { to: '/domains', says: 'Domains', icon: 'domains' },
  { to: '/suppressions', says: 'Suppressions', icon: 'suppressions' },
  { to: '/topics', says: 'Topics', icon: 'topics' },
  { to: '/webhooks', says: 'Webhooks', icon: 'webhooks' },
  { to: '/keys', says: 'API keys', icon: 'keys' },
  { to: '/usage', says: 'Usage', icon: 'usage' },
  { to: '/reference', says: 'Reference', icon: 'reference' },
];

const machine: readonly Place[] = [
  { to: '/outbox', says: 'Outbox', icon: 'outbox' },
  { to: '/write', says: 'Write a mail', icon: 'write' },
  { to: '/clock', says: 'Clock', icon: 'clock' },
  { to: '/calls', says: 'Calls', icon: 'calls' },
  { to: '/faults', says: 'Faults', icon: 'faults' },
  { to: '/network', says: 'DNS and hosts', icon: 'network' },
];

export function Navigation({ onLeave }: { onLeave: () => void }) {
  const local = useLocal();
  const waiting = useWaiting();
  return (
    <>
      <Places label="Mail" places={service} counts={waiting} onLeave={onLeave} />
      <Places label="To many" places={bulk} onLeave={onLeave} />
      <Places label="People" places={people} onLeave={onLeave} />
      <Places label="Workspace" places={settings} onLeave={onLeave} />
      {local?.control && <Places label="This machine" places={machine} onLeave={onLeave} />}
    </>
  );
}

interface PlacesProps {
  label: string;
  places: readonly Place[];
  counts?: Partial<Record<string, string>>;
  onLeave: () => void;
}

function Places({ label, places, counts = {}, onLeave }: PlacesProps) {
  const [location] = useLocation();
  return (
    <section>
      <h2>{label}</h2>
      <ul>
        {places.map(({ to, says, icon }) => (
          <li key={to}>
            <Link href={to} onClick={onLeave} aria-current={isAt(location, to) ? 'page' : undefined}>
              <Icon name={icon} />
              {says}
              {counts[to] && <span className="count">{counts[to]}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isAt = (location: string, to: string): boolean => location === to || location.startsWith(`${to}/`);
