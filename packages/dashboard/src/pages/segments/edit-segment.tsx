import type { Segment } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { InputField } from '../../parts/field';
import { Form, type FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { SegmentBuilder, useRuleOptions, type RuleOptions } from './segment-builder';
import { toDraft, toRules } from './rules';

/** Edits the rules of an existing segment. */
export function EditSegment() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const ruleOptions = useRuleOptions();
  const query = useQuery({
    queryKey: ['segment', id],
    queryFn: ({ signal }) => client.getSegment(id, { signal }),
  });
  return (
    <Page
      title={query.data ? `Edit ${query.data.name}` : 'Edit segment'}
      back={{ to: `/segments/${id}`, label: query.data?.name ?? 'Segment' }}
      lead="A campaign that is already being sent keeps the old rules."
    >
      <QueryBoundary query={query}>
        {(segment) => (
          <QueryBoundary query={ruleOptions}>
            {(loadedOptions) => <EditSegmentForm segment={segment} ruleOptions={loadedOptions} />}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </Page>
  );
}

function EditSegmentForm({ segment, ruleOptions }: { segment: Segment; ruleOptions: RuleOptions }) {
  const [draft, setDraft] = useState(() => toDraft(segment));
  const client = useClient();
  const [, navigate] = useLocation();
  const save = useMutation({
    mutationFn: (formValues: FormValues) =>
      client.updateSegment(segment.id, {
        ...toRules(draft, ruleOptions.types),
        name: formValues.text('name'),
      }),
    onSuccess: useSuccessEffects<Segment>({
      successToast: ({ name }) => `The segment ${name} was saved.`,
      navigateTo: `/segments/${segment.id}`,
      resultKey: ['segment', segment.id],
      invalidateKeys: [['segments'], ['segment-people', segment.id]],
    }),
  });
  return (
    <Form
      submitLabel="Save segment"
      isBusy={save.isPending}
      error={save.error}
      onCancel={() => navigate(`/segments/${segment.id}`)}
      onSubmit={(formValues) => save.mutate(formValues)}
    >
      <InputField label="Name" name="name" required maxLength={120} defaultValue={segment.name} />
      <SegmentBuilder
        draft={draft}
        onChange={setDraft}
        ruleOptions={ruleOptions}
        initialAudienceId={segment.audience_id}
      />
    </Form>
  );
}
