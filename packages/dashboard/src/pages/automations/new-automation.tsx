import type { Automation, CreateAutomationRequest, Domain } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useFilters } from '../../parts/filters';
import { Form, type FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { addressOf } from '../../parts/format';
import { useClient } from '../../service/client';
import { useFormOptions, type FormOptions } from './form-options';
import { NameFields, SenderField } from './name-fields';
import { RulesFields, readRules } from './rules-fields';
import { StepFields, readSteps } from './step-fields';
import { TriggerFields, readTrigger } from './trigger-fields';

const back = { to: '/automations', label: 'Automations' };

/** Creates an automation, from an empty form or as a copy of another automation. */
export function NewAutomation() {
  const { from } = useFilters().filters;
  const formOptions = useFormOptions();
  return (
    <Page
      title="Create automation"
      back={back}
      lead="The automation is saved as a draft. Later, you can change only its rules."
    >
      <QueryBoundary query={formOptions}>
        {(loadedOptions) =>
          from ? (
            <CopyAutomationForm id={from} formOptions={loadedOptions} />
          ) : (
            <NewAutomationForm formOptions={loadedOptions} />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function CopyAutomationForm({ id, formOptions }: { id: string; formOptions: FormOptions }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['automation', id],
    queryFn: ({ signal }) => client.getAutomation(id, { signal }),
  });
  return (
    <QueryBoundary query={query}>
      {(automation) => <NewAutomationForm formOptions={formOptions} copySource={automation} />}
    </QueryBoundary>
  );
}

interface NewAutomationFormProps {
  formOptions: FormOptions;
  copySource?: Automation;
}

function NewAutomationForm({ formOptions, copySource }: NewAutomationFormProps) {
  const create = useCreateAutomation(formOptions.domains);
  const verifiedDomains = formOptions.domains.filter(({ status }) => status === 'verified');
  return (
    <>
      {verifiedDomains.length === 0 && <NoSenderNotice />}
      <Form
        submitLabel="Save draft"
        isBusy={create.isPending}
        error={create.error}
        onSubmit={(formValues) => create.mutate(formValues)}
      >
        <NameFields copySource={copySource} />
        <SenderField domains={verifiedDomains} copySource={copySource} />
        <TriggerFields formOptions={formOptions} initial={copySource?.trigger} />
        <StepFields templates={formOptions.templates} initial={copySource?.steps} />
        <fieldset className="part">
          <legend>Rules</legend>
          <RulesFields topics={formOptions.topics} rules={copySource} />
        </fieldset>
      </Form>
    </>
  );
}

function NoSenderNotice() {
  return (
    <aside className="notice">
      <h2>No verified marketing domain</h2>
      <p>
        Automations send marketing email, which needs a verified marketing domain. Add a domain under{' '}
        <Link href="/domains">Domains</Link>.
      </p>
    </aside>
  );
}

function useCreateAutomation(domains: readonly Domain[]) {
  const client = useClient();
  return useMutation({
    mutationFn: (formValues: FormValues) => client.createAutomation(readAutomation(formValues, domains)),
    onSuccess: useSuccessEffects<Automation>({
      successToast: 'The draft was saved.',
      navigateTo: ({ id }) => `/automations/${id}`,
      resultKey: ({ id }) => ['automation', id],
      invalidateKeys: [['automations']],
    }),
  });
}

function readAutomation(formValues: FormValues, domains: readonly Domain[]): CreateAutomationRequest {
  const from = formValues.text('from');
  const [, host = ''] = addressOf(from).toLowerCase().split('@');
  // If no domain matches, the API rejects the sender and explains why.
  const identity = domains.find(({ domain }) => domain === host) ?? domains[0];
  return {
    name: formValues.text('name'),
    slug: formValues.text('slug'),
    from,
    identity_id: identity?.id ?? '',
    trigger: readTrigger(formValues),
    steps: readSteps(formValues),
    ...readRules(formValues),
  };
}
