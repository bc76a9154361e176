import type { Segment } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { InputField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Form, type FormValues } from '../../parts/form';
import { Page } from '../../parts/page';
import { QueryBoundary } from '../../parts/states';
import { useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { SegmentBuilder, useRuleOptions, type RuleOptions } from './segment-builder';
import { emptyDraft, toRules } from './rules';

/** Creates a segment. */
export function NewSegment() {
  const query = useRuleOptions();
  return (
    <Page
      title="Create segment"
      back={{ to: '/segments', label: 'Segments' }}
      lead="A segment stores rules, which are evaluated on each use."
    >
      <QueryBoundary query={query}>
        {(ruleOptions) => <NewSegmentForm ruleOptions={ruleOptions} />}
      </QueryBoundary>
    </Page>
  );
}

function NewSegmentForm({ ruleOptions }: { ruleOptions: RuleOptions }) {
  const { audience = '' } = useFilters().filters;
  const [draft, setDraft] = useState(() => emptyDraft(audience));
  const client = useClient();
  const [, navigate] = useLocation();
  const save = useMutation({
    mutationFn: (formValues: FormValues) =>
      client.createSegment({
        ...toRules(draft, ruleOptions.types),
        name: formValues.text('name'),
        key: formValues.text('key'),
      }),
    onSuccess: useSuccessEffects<Segment>({
      successToast: ({ name }) => `The segment ${name} was created.`,
      navigateTo: ({ id }) => `/segments/${id}`,
      invalidateKeys: [['segments']],
    }),
  });
  return (
    <Form
      submitLabel="Save segment"
      isBusy={save.isPending}
      error={save.error}
      onCancel={() => navigate('/segments')}
      onSubmit={(formValues) => save.mutate(formValues)}
    >
      <NameAndKeyFields />
      <SegmentBuilder
        draft={draft}
        onChange={setDraft}
        ruleOptions={ruleOptions}
        initialAudienceId={audience}
      />
    </Form>
  );
}

/** Derives the key from the name until the user edits the key. */
function NameAndKeyFields() {
  const [name, setName] = useState('');
  const [key, setKey] = useState<string>();
  return (
    <div className="pair">
      <InputField
        label="Name"
        name="name"
        required
        maxLength={120}
        placeholder="Large customers"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <InputField
        label="Key"
        name="key"
        required
        pattern="[a-z0-9\-]{1,120}"
        placeholder="large-customers"
        hint="Use a–z, 0–9 and hyphens. The key cannot be changed later."
        value={key ?? slugify(name)}
        onChange={(event) => setKey(event.target.value)}
      />
    </div>
  );
}

const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
