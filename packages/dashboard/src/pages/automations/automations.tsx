import type { Automation } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { LinkRow, Table } from '../../parts/table';
import { capitalize, formatCount } from '../../parts/format';
import { useCurlCommand } from '../../parts/curl';
import { useClient } from '../../service/client';
import { AutomationStatusBadge } from './status-badges';
import { describeTrigger } from './automation-text';

/** Sequences of emails that each enrolled recipient gets on a separate schedule. */
export function Automations() {
  const client = useClient();
  const query = usePageQuery(['automations'], {}, (page, options) => client.listAutomations(page, options), {
    refetchInterval: 10_000,
  });
  return (
    <Page
      title="Automations"
      lead="Email sequences with a separate schedule per recipient."
      actions={
        <>
          <Link href="/automations/new" className="button primary">
            Create automation
          </Link>
          <Link href="/automations/event" className="button">
            Send event
          </Link>
        </>
      }
    >
      <QueryList query={query} empty={<NoAutomations />}>
        {({ data }) => <AutomationTable automations={data} />}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Automation' },
  { label: 'Status', width: 'slim' },
  { label: 'Trigger', isMinor: true },
  { label: 'Active', isNumber: true, width: 'slim' },
  { label: 'Completed', isNumber: true, isMinor: true, width: 'slim' },
  { label: 'Canceled', isNumber: true, isMinor: true, width: 'slim' },
  { label: 'Failed', isNumber: true, isMinor: true, width: 'slim' },
] as const;

function AutomationTable({ automations }: { automations: readonly Automation[] }) {
  return (
    <Table caption="Automations, newest first" columns={columns}>
      {automations.map((automation) => (
        <AutomationRow key={automation.id} automation={automation} />
      ))}
    </Table>
  );
}

function AutomationRow({ automation }: { automation: Automation }) {
  const { enrollments: counts, steps, trigger } = automation;
  const triggerText = capitalize(describeTrigger(trigger));
  return (
    <LinkRow
      href={`/automations/${automation.id}`}
      label={automation.name}
      details={
        <>
          <small>{steps.length === 1 ? '1 step' : `${steps.length} steps`}</small>
          <span className="under">{triggerText}</span>
          <span className="under">
            {formatCount(counts.completed)} completed, {formatCount(counts.canceled)} canceled,{' '}
            {formatCount(counts.failed)} failed
          </span>
        </>
      }
    >
      <td>
        <AutomationStatusBadge automation={automation} />
      </td>
      <td className="minor">{triggerText}</td>
      <td className="number">{formatCount(counts.active)}</td>
      <td className="minor number">{formatCount(counts.completed)}</td>
      <td className="minor number">{formatCount(counts.canceled)}</td>
      <td className="minor number">{formatCount(counts.failed)}</td>
    </LinkRow>
  );
}

function NoAutomations() {
  const buildCurl = useCurlCommand();
  return (
    <EmptyState
      title="No automations yet"
      command={buildCurl('POST', '/v1/automations', {
        name: 'Welcome',
        slug: 'welcome',
        identity_id: 'MARKETING_DOMAIN_ID',
        from: 'Robin <robin@news.your-domain.example>',
        trigger: { kind: 'event', event_name: 'signed_up' },
        steps: [{ delay_minutes: 0, subject: 'Welcome', html: '<p>Thanks for signing up.</p>' }],
      })}
    >
      An automation sends a sequence of emails, such as a welcome series, until the recipient unsubscribes,
      replies or gets an exit tag. <Link href="/automations/new">Create the first automation</Link>. The
      automation stays a draft until you activate it.
    </EmptyState>
  );
}
