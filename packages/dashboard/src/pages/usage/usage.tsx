import type { EmailMetrics, Usage } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Chart, type Series } from '../../parts/chart';
import { Choice } from '../../parts/field';
import { Facts } from '../../parts/facts';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { capital, count, percent, spoken } from '../../parts/words';
import { useClient } from '../../service/client';
import { DailyTable } from './daily-table';

const periods = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
] as const;

/** What the plan has left, and what became of the mail. */
export function UsagePage() {
  const client = useClient();
  const { filters, filter } = useFilters();
  const days = periods.find(([name]) => name === filters['days'])?.[0] ?? '30';
  const usage = useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => client.getUsage({ signal }) });
  const metrics = useQuery({
    queryKey: ['metrics', days],
    queryFn: ({ signal }) => client.getEmailMetrics({ days: Number(days) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Usage" lead="What this month has used, and what became of the mail, by day in UTC.">
      <Loaded query={usage}>{(data) => <ThisPeriod usage={data} />}</Loaded>
      <div className="filters">
        <Choice
          label="Period"
          value={days}
          onChange={(chosen) => filter({ days: chosen })}
          options={periods}
        />
      </div>
      <Loaded query={metrics}>{(data) => <Metrics metrics={data} />}</Loaded>
    </Page>
  );
}

function ThisPeriod({ usage }: { usage: Usage }) {
  const included = usage.emails_included === null ? '' : ` of ${count(usage.emails_included)}`;
  return (
    <>
      {(usage.suspended_reason ?? usage.lock_reason) && <Stopped usage={usage} />}
      <Facts
        of={[
          ['Plan', capital(usage.plan)],
          ['Recipients mailed', `${count(usage.emails_used)}${included}`],
          ['Cost so far', usage.estimated_cents > 0 && dollars(usage.estimated_cents)],
          ['Budget', usage.budget_cents !== null && dollars(usage.budget_cents)],
          ['Period ends', <Time key="end" at={usage.period_end} />],
        ]}
      />
    </>
  );
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function Stopped({ usage }: { usage: Usage }) {
  return (
    <aside className="notice" data-tone="bad">
      <h2>No mail leaves</h2>
      <p>
        {usage.suspended_reason
          ? `The operator has stopped all sending: ${usage.suspended_reason}`
          : `${capital(spoken(usage.lock_reason ?? ''))}. The operator of the service can change that.`}
      </p>
    </aside>
  );
}

function Metrics({ metrics }: { metrics: EmailMetrics }) {
  const { totals } = metrics;
  return (
    <>
      <ul className="totals">
        <Total says="Sent" value={totals.sent} />
        <Total says="Delivered" value={totals.delivered} />
        <Total says="Bounced" value={totals.bounced} rate={totals.bounce_rate} />
        <Total says="Complaints" value={totals.complained} rate={totals.complaint_rate} />
        <Total says="Opened" value={totals.opened} rate={totals.open_rate} />
        <Total says="Clicked" value={totals.clicked} rate={totals.click_rate} />
      </ul>
      <Chart series={seriesOf(metrics)} of={`by day, from ${metrics.from} to ${metrics.to}`} />
      <DailyTable metrics={metrics} />
    </>
  );
}

const charted = [
  ['sent', undefined],
  ['delivered', 'good'],
  ['bounced', 'bad'],
  ['complained', 'bad'],
  ['opened', 'good'],
  ['clicked', 'good'],
] as const;

const seriesOf = ({ daily }: EmailMetrics): Series[] =>
  charted.map(([name, tone]) => ({
    says: capital(name),
    ...(tone && { tone }),
    format: count,
    leastTop: 2,
    bars: daily.map((day) => ({ name: day.date, value: day[name] })),
  }));

function Total({ says, value, rate }: { says: string; value: number; rate?: number }) {
  return (
    <li>
      <span>{says}</span>
      <strong>{count(value)}</strong>
      {rate !== undefined && <small>{percent(rate)}</small>}
    </li>
  );
}
