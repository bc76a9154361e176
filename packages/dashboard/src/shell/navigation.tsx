import { Link, useLocation } from 'wouter';
import { Icon, type IconName } from '../parts/icon';
import { useLocalSession } from '../session/session';
import { usePendingCounts } from './use-pending-counts';

interface NavigationItem {
  to: string;
  label: string;
  icon: IconName;
}

const mailItems: readonly NavigationItem[] = [
  { to: '/log', label: 'Log', icon: 'log' },
  { to: '/conversations', label: 'Conversations', icon: 'conversations' },
  { to: '/approvals', label: 'Approvals', icon: 'approvals' },
];

const bulkItems: readonly NavigationItem[] = [
  { to: '/campaigns', label: 'Campaigns', icon: 'campaigns' },
  { to: '/automations', label: 'Automations', icon: 'automations' },
  { to: '/templates', label: 'Templates', icon: 'templates' },
];

const peopleItems: readonly NavigationItem[] = [
  { to: '/people', label: 'Contacts', icon: 'people' },
  { to: '/audiences', label: 'Audiences', icon: 'audiences' },
  { to: '/segments', label: 'Segments', icon: 'segments' },
  { to: '/properties', label: 'Properties', icon: 'properties' },
];

const workspaceItems: readonly NavigationItem[] = [
  { to: '/domains', label: 'Domains', icon: 'domains' },
  { to: '/suppressions', label: 'Suppressions', icon: 'suppressions' },
  { to: '/topics', label: 'Topics', icon: 'topics' },
  { to: '/webhooks', label: 'Webhooks', icon: 'webhooks' },
  { to: '/keys', label: 'API keys', icon: 'keys' },
  { to: '/usage', label: 'Usage', icon: 'usage' },
  { to: '/reference', label: 'API reference', icon: 'reference' },
];

const localItems: readonly NavigationItem[] = [
  { to: '/outbox', label: 'Outbox', icon: 'outbox' },
  { to: '/write', label: 'Simulate inbound email', icon: 'write' },
  { to: '/clock', label: 'Clock', icon: 'clock' },
  { to: '/calls', label: 'AWS calls', icon: 'calls' },
  { to: '/faults', label: 'Faults', icon: 'faults' },
  { to: '/network', label: 'DNS and hosts', icon: 'network' },
];

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const local = useLocalSession();
  const pendingCounts = usePendingCounts();
  return (
    <>
      <NavigationSection heading="Email" items={mailItems} counts={pendingCounts} onNavigate={onNavigate} />
      <NavigationSection heading="Marketing" items={bulkItems} onNavigate={onNavigate} />
      <NavigationSection heading="Contacts" items={peopleItems} onNavigate={onNavigate} />
      <NavigationSection heading="Workspace" items={workspaceItems} onNavigate={onNavigate} />
      {local?.control && <NavigationSection heading="Local" items={localItems} onNavigate={onNavigate} />}
    </>
  );
}

interface NavigationSectionProps {
  heading: string;
  items: readonly NavigationItem[];
  counts?: Partial<Record<string, string>>;
  onNavigate: () => void;
}

function NavigationSection({ heading, items, counts = {}, onNavigate }: NavigationSectionProps) {
  const [location] = useLocation();
  return (
    <section>
      <h2>{heading}</h2>
      <ul>
        {items.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              href={to}
              onClick={onNavigate}
              aria-current={isCurrentPage(location, to) ? 'page' : undefined}
            >
              <Icon name={icon} />
              {label}
              {counts[to] && <span className="count">{counts[to]}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isCurrentPage = (location: string, to: string): boolean =>
  location === to || location.startsWith(`${to}/`);
