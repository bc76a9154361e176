import type { Automation, CreateAutomationRequest, Domain } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useFilters } from '../../parts/filters';
import { Form, type Entered } from '../../parts/form';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { addressOf } from '../../parts/words';
import { useClient } from '../../service/client';
import { useChoices, type Choices } from './choices';
import { NameFields, SenderField } from './name-fields';
import { RulesFields, rulesOf } from './rules-fields';
import { StepFields, stepsOf } from './step-fields';
import { TriggerFields, triggerOf } from './trigger-fields';

const back = { to: '/automations', says: 'Automations' };

/** Writes an automation, anew or after another one. */
export function NewAutomation() {
  const { from } = useFilters().filters;
  const choices = useChoices();
  return (
    <Page
      title="Write an automation"
      back={back}
      lead="It begins as a draft, which takes nobody in and sends nothing before you activate it. Name, slug, sender, what begins it and the steps then stay as they are: to have other ones, it is copied. Its rules can be changed at any time."
    >
      <Loaded query={choices}>
        {(known) => (from ? <Copied id={from} choices={known} /> : <NewForm choices={known} />)}
      </Loaded>
    </Page>
  );
}

function Copied({ id, choices }: { id: string; choices: Choices }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['automation', id],
    queryFn: ({ signal }) => client.getAutomation(id, { signal }),
  });
  return <Loaded query={query}>{(automation) => <NewForm choices={choices} like={automation} />}</Loaded>;
}

interface NewFormProps {
  choices: Choices;
  like?: Automation;
}

function NewForm({ choices, like }: NewFormProps) {
  const create = useCreation(choices.domains);
  const verified = choices.domains.filter(({ status }) => status === 'verified');
  return (
    <>
      {verified.length === 0 && <NoSender />}
      <Form
        action="Save the draft"
        isBusy={create.isPending}
        error={create.error}
        onSubmit={(entered) => create.mutate(entered)}
      >
        <NameFields like={like} />
        <SenderField domains={verified} like={like} />
        <TriggerFields choices={choices} initial={like?.trigger} />
        <StepFields templates={choices.templates} initial={like?.steps} />
        <fieldset className="part">
          <legend>Rules</legend>
          <RulesFields topics={choices.topics} rules={like} />
        </fieldset>
      </Form>
    </>
  );
}

function NoSender() {
  return (
    <aside className="notice">
      <h2>There is no domain to send from yet</h2>
      <p>
        Steps are marketing mail, which leaves from a verified marketing domain. Add one under{' '}
        <Link href="/domains">Domains</Link> first.
      </p>
    </aside>
  );
}

function useCreation(domains: readonly Domain[]) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (entered: Entered) => client.createAutomation(wantedOf(entered, domains)),
    onSuccess: async (automation) => {
      queries.setQueryData(['automation', automation.id], automation);
      navigate(`/automations/${automation.id}`);
      say('The draft was saved.');
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
  });
}

function wantedOf(entered: Entered, domains: readonly Domain[]): CreateAutomationRequest {
  const from = entered.text('from');
  const [, host = ''] = addressOf(from).toLowerCase().split('@');
  // Where there is no such domain, the API says what is wrong with the sender.
  const identity = domains.find(({ domain }) => domain === host) ?? domains[0];
  return {
    name: entered.text('name'),
    slug: entered.text('slug'),
    from,
    identity_id: identity?.id ?? '',
    trigger: triggerOf(entered),
    steps: stepsOf(entered),
    ...rulesOf(entered),
  };
}
