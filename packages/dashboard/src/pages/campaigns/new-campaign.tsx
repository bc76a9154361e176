import type { Broadcast } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCurlCommand } from '../../parts/curl';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { CampaignForm } from './campaign-form';
import { useFormOptions, type FormOptions } from './form-options';
import {
  readCampaign,
  formValuesFromCopy,
  formValuesFromTemplate,
  type CampaignFormValues,
  type TestDraft,
} from './campaign-draft';
import type { FormValues } from '../../parts/form';

/** Written from nothing, from a template, or from another campaign: the address says which. */
export function NewCampaign() {
  const formOptions = useFormOptions();
  const initialValuesQuery = useInitialValues();
  return (
    <Page
      title="Write a campaign"
      lead="It is kept as a draft. Nothing is sent before you say so."
      back={{ to: '/campaigns', label: 'Campaigns' }}
      isWide
    >
      <QueryBoundary query={formOptions}>
        {(data) =>
          data.audiences.length > 0 ? (
            <QueryBoundary query={initialValuesQuery}>
              {(initialValues) => <NewCampaignForm initialValues={initialValues} formOptions={data} />}
            </QueryBoundary>
          ) : (
            <NoAudience />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function useInitialValues() {
  const { from, template } = useFilters().filters;
  const client = useClient();
  return useQuery({
    queryKey: ['campaign-initial-values', { from, template }],
    queryFn: async (): Promise<CampaignFormValues> => {
      if (from) return formValuesFromCopy(await client.getBroadcast(from));
      if (template) return formValuesFromTemplate(await client.getTemplate(template));
      return {};
    },
    refetchOnWindowFocus: false,
    // Written from what there was at first, until somebody begins anew.
    staleTime: Infinity,
    gcTime: 0,
  });
}

function NewCampaignForm({
  initialValues,
  formOptions,
}: {
  initialValues: CampaignFormValues;
  formOptions: FormOptions;
}) {
  const client = useClient();
  const create = useMutation({
    mutationFn: ({ formValues, test }: { formValues: FormValues; test: TestDraft | undefined }) =>
      client.createBroadcast(readCampaign(formValues, test)),
    onSuccess: useSuccessEffects<Broadcast>({
      successToast: 'It is a draft. Look whom it would reach.',
      navigateTo: ({ id }) => `/campaigns/${id}`,
      resultKey: ({ id }) => ['campaign', id],
      invalidateKeys: [['campaigns']],
    }),
  });
  return (
    <CampaignForm
      submitLabel="Save the draft"
      initialValues={initialValues}
      formOptions={formOptions}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={(formValues, test) => create.mutate({ formValues, test })}
    />
  );
}

function NoAudience() {
  const buildCurl = useCurlCommand();
  return (
    <EmptyState
      title="There is no audience yet"
      command={buildCurl('POST', '/v1/audiences', { name: 'Subscribers' })}
    >
      A campaign goes to the people of an audience. This makes one; then add people to it, and come back.
    </EmptyState>
  );
}
