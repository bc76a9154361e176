import type { EmailMetrics, Usage } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Chart, type Series } from '../../parts/chart';
import { SelectField } from '../../parts/field';
import { DescriptionList } from '../../parts/description-list';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { Total } from '../../parts/total';
import { capitalize, formatCount, formatPercent, humanize } from '../../parts/format';
import { useClient } from '../../service/client';
import { DailyTable } from './daily-table';

const periodOptions = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
] as const;

/** The usage of the plan, and the results of sent emails. */
export function UsagePage() {
  const client = useClient();
  const { filters, setFilters } = useFilters();
  const days = periodOptions.find(([name]) => name === filters['days'])?.[0] ?? '30';
  const usage = useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => client.getUsage({ signal }) });
  const metrics = useQuery({
    queryKey: ['metrics', days],
    queryFn: ({ signal }) => client.getEmailMetrics({ days: Number(days) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title="Usage" lead="Usage of the plan, and results by day (UTC).">
      <QueryBoundary query={usage}>{(data) => <CurrentPeriod usage={data} />}</QueryBoundary>
      <div className="filters">
        <SelectField
          label="Period"
          value={days}
          onChange={(selected) => setFilters({ days: selected })}
          options={periodOptions}
        />
      </div>
      <QueryBoundary query={metrics}>{(data) => <Metrics metrics={data} />}</QueryBoundary>
    </Page>
  );
}

function CurrentPeriod({ usage }: { usage: Usage }) {
  const included = usage.emails_included === null ? '' : ` of ${formatCount(usage.emails_included)}`;
  return (
    <>
      {(usage.suspended_reason ?? usage.lock_reason) && <SendingStoppedNotice usage={usage} />}
      <DescriptionList
        items={[
          ['Plan', capitalize(usage.plan)],
          ['Recipients emailed', `${formatCount(usage.emails_used)}${included}`],
          ['Current cost', usage.estimated_cents > 0 && formatDollars(usage.estimated_cents)],
          ['Budget', usage.budget_cents !== null && formatDollars(usage.budget_cents)],
          ['Period ends', <Time key="end" at={usage.period_end} />],
        ]}
      />
    </>
  );
}

const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

function SendingStoppedNotice({ usage }: { usage: Usage }) {
  return (
    <aside className="notice" data-tone="bad">
      <h2>Sending is stopped</h2>
      <p>
        {usage.suspended_reason
          ? `The operator has stopped all sending: ${usage.suspended_reason}`
          : `${capitalize(humanize(usage.lock_reason ?? ''))}. Contact the operator of the service.`}
      </p>
    </aside>
  );
}

function Metrics({ metrics }: { metrics: EmailMetrics }) {
  const { totals } = metrics;
  return (
    <>
      <ul className="totals">
        <Total label="Sent" value={totals.sent} />
        <Total label="Delivered" value={totals.delivered} />
        <Total label="Bounced" value={totals.bounced} hint={formatPercent(totals.bounce_rate)} />
        <Total label="Complaints" value={totals.complained} hint={formatPercent(totals.complaint_rate)} />
        <Total label="Opened" value={totals.opened} hint={formatPercent(totals.open_rate)} />
        <Total label="Clicked" value={totals.clicked} hint={formatPercent(totals.click_rate)} />
      </ul>
      <Chart series={seriesOf(metrics)} grouping={`by day, from ${metrics.from} to ${metrics.to}`} />
      <DailyTable metrics={metrics} />
    </>
  );
}

const chartedMetrics = [
  ['sent', undefined],
  ['delivered', 'good'],
  ['bounced', 'bad'],
  ['complained', 'bad'],
  ['opened', 'good'],
  ['clicked', 'good'],
] as const;

const seriesOf = ({ daily }: EmailMetrics): Series[] =>
  chartedMetrics.map(([name, tone]) => ({
    label: capitalize(name),
    ...(tone && { tone }),
    format: formatCount,
    axisMaxMin: 2,
    bars: daily.map((day) => ({ name: day.date, value: day[name] })),
  }));
