import type { Automation } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { buildHref } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { TriggerSummary } from './trigger-summary';
import { DeleteAutomation } from './delete-automation';
import { EditRules } from './edit-rules';
import { Enrollments } from './enrollments';
import { StatusActions } from './status-actions';
import { NextStep } from './next-step';
import { AutomationStatusBadge } from './status-badges';
import { Steps } from './steps';

const back = { to: '/automations', label: 'Automations' };

/** One automation with its steps, rules and enrollments. */
export function AutomationPage() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['automation', id],
    queryFn: ({ signal }) => client.getAutomation(id, { signal }),
    refetchInterval: 5_000,
  });
  return (
    <QueryPage query={query} title="Automation" back={back}>
      {(automation) => <AutomationDetails automation={automation} />}
    </QueryPage>
  );
}

function AutomationDetails({ automation }: { automation: Automation }) {
  return (
    <Page
      title={automation.name}
      back={back}
      actions={
        <>
          <StatusActions automation={automation} />
          <EditRules automation={automation} />
          <Link href={buildHref('/automations/new', { from: automation.id })} className="button">
            Duplicate
          </Link>
          <DeleteAutomation automation={automation} />
        </>
      }
    >
      <NextStep automation={automation} />
      <div className="columns">
        <section aria-labelledby="steps">
          <h2 id="steps">Steps</h2>
          <Steps automation={automation} />
        </section>
        <section aria-labelledby="rules">
          <h2 id="rules">Rules</h2>
          <RuleList automation={automation} />
        </section>
      </div>
      <Enrollments automation={automation} />
    </Page>
  );
}

function RuleList({ automation }: { automation: Automation }) {
  const { topic_key, exit_tags, required_tags, default_variables, updated_at } = automation;
  const values = Object.entries(default_variables).map(([name, value]) => `${name}: ${value}`);
  return (
    <DescriptionList
      items={[
        ['Status', <AutomationStatusBadge key="status" automation={automation} />],
        ['Trigger', <TriggerSummary key="begins" trigger={automation.trigger} />],
        ['From', automation.from],
        ['Reply-To', automation.reply_to ?? 'The From address'],
        [
          'Topic',
          topic_key ? <code key="topic">{topic_key}</code> : 'None. An opt-out covers all marketing email.',
        ],
        ['On reply', automation.exit_on_reply ? 'Exit' : 'Stay enrolled'],
        ['Exit tags', exit_tags.join(' or ')],
        ['Required tags', required_tags.join(' and ')],
        ['Re-entry', automation.reenrollment === 'never' ? 'Not allowed' : 'Allowed'],
        ['Fields of the contact', automation.contact_fields ? 'Used' : 'Not used'],
        ['Default variables', values.length > 0 && <LineList key="values" lines={values} />],
        ['Created', <Time key="written" at={automation.created_at} />],
        ['Updated', updated_at && <Time key="changed" at={updated_at} />],
        ['Slug', <Copyable key="slug" text={automation.slug} itemLabel="slug" />],
        ['Automation ID', <Copyable key="id" text={automation.id} itemLabel="automation ID" />],
      ]}
    />
  );
}

function LineList({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="line">
      {line}
    </span>
  ));
}
