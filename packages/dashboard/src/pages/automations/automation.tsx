import type { Automation } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Facts } from '../../parts/facts';
import { hrefWith } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { Begins } from './begins';
import { Delete } from './delete';
import { EditRules } from './edit-rules';
import { Enrolments } from './enrolments';
import { Moves } from './moves';
import { NextStep } from './next-step';
import { StateOf } from './state';
import { Steps } from './steps';

const back = { to: '/automations', says: 'Automations' };

/** One sequence: its steps, its rules, and who is in it. */
export function AutomationPage() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['automation', id],
    queryFn: ({ signal }) => client.getAutomation(id, { signal }),
    refetchInterval: 5_000,
  });
  if (!query.data) {
    return (
      <Page title="Automation" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown automation={query.data} />;
}

function Shown({ automation }: { automation: Automation }) {
  return (
    <Page
      title={automation.name}
      back={back}
      actions={
        <>
          <Moves automation={automation} />
          <EditRules automation={automation} />
          <Link href={hrefWith('/automations/new', { from: automation.id })} className="button">
            Copy
          </Link>
          <Delete automation={automation} />
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
          <Rules automation={automation} />
        </section>
      </div>
      <Enrolments automation={automation} />
    </Page>
  );
}

function Rules({ automation }: { automation: Automation }) {
  const { topic_key, exit_tags, required_tags, default_variables, updated_at } = automation;
  const values = Object.entries(default_variables).map(([name, value]) => `${name}: ${value}`);
  return (
    <Facts
      of={[
        ['Status', <StateOf key="status" automation={automation} />],
        ['Begins when', <Begins key="begins" trigger={automation.trigger} />],
        ['From', automation.from],
        ['Answers go to', automation.reply_to ?? 'The sender'],
        [
          'Topic',
          topic_key ? <code key="topic">{topic_key}</code> : 'None: an opt-out is from all marketing',
        ],
        ['Who answers', automation.exit_on_reply ? 'Leaves' : 'Stays in it'],
        ['Ended by a tag', exit_tags.join(' or ')],
        ['Asks for tags', required_tags.join(' and ')],
        ['Again', automation.reenrollment === 'never' ? 'Everybody once' : 'Who has ended may begin again'],
        ['Values', values.length > 0 && <Lines key="values" of={values} />],
        ['Written', <Time key="written" at={automation.created_at} />],
        ['Changed', updated_at && <Time key="changed" at={updated_at} />],
        ['Slug', <Copyable key="slug" text={automation.slug} what="the slug" />],
        ['Automation id', <Copyable key="id" text={automation.id} what="the id of the automation" />],
      ]}
    />
  );
}

function Lines({ of }: { of: readonly string[] }) {
  return of.map((line) => (
    <span key={line} className="line">
      {line}
    </span>
  ));
}
